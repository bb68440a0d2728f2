import { eq } from "drizzle-orm";
import { placeholdersOf, preparedWrite } from "#db/prepared";
import { auditEntries } from "#db/schema";
import type { Db } from "#db/store";
import type { SealedEntry } from "./entries.ts";

// Part of every write of the service: prepared.
const insertEntry = preparedWrite("audit_insert", (db) => db.insert(auditEntries).values(placeholdersOf(auditEntries)));

/** Appends sealed entries of one organization in the order of their chain. */
export async function insertEntries(tx: Db, entries: readonly SealedEntry[]): Promise<void> {
	for (const entry of entries) await insertEntry(tx, { ...entry });
}

/**
 * Forgets from where and with what a person acted, in every organization: their entries keep the salted commitment, so the
 * chains still verify. @param acrossTenants a handle that the tenant guard leaves alone
 */
export async function eraseActor(acrossTenants: Db, actorId: string): Promise<void> {
	await acrossTenants.update(auditEntries).set({ personal: null, salt: null }).where(eq(auditEntries.actorId, actorId));
}
