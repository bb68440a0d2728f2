import { auditEntries } from "#db/schema";
import type { Db } from "#db/store";
import type { SealedEntry } from "./entries.ts";

/** Appends sealed entries of one organization in the order of their chain. */
export async function insertEntries(tx: Db, entries: readonly SealedEntry[]): Promise<void> {
	await tx
		.insert(auditEntries)
		.values(entries.map((entry) => ({ ...entry, targets: [...entry.targets], changes: [...entry.changes] })));
}
