import { placeholdersOf, prepared } from "#db/prepared";
import { auditEntries } from "#db/schema";
import type { Db } from "#db/store";
import type { SealedEntry } from "./entries.ts";

// Part of every write of the service: prepared.
const insertEntry = prepared("audit_insert", (db) => db.insert(auditEntries).values(placeholdersOf(auditEntries)));

/** Appends sealed entries of one organization in the order of their chain. */
export async function insertEntries(tx: Db, entries: readonly SealedEntry[]): Promise<void> {
	for (const entry of entries) await insertEntry(tx, { ...entry });
}
