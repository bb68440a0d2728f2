import { eq } from "drizzle-orm";
import { auditEntries } from "#db/schema";
import { type Bound, write } from "#db/statement";
import type { Db } from "#db/store";
import type { SealedEntry } from "./entries.ts";

const insertEntry = write((tx, entry: Bound<SealedEntry>) => tx.insert(auditEntries).values(entry));

/**
 * Appends entries of one organization in the order of their chain.
 * @returns a promise for each, since none has to wait for another
 */
export const insertEntries = (tx: Db, entries: readonly SealedEntry[]): Promise<unknown>[] =>
	entries.map((entry) => insertEntry(tx, entry));

/**
 * Erases the personal values of a person's entries in every organization; the entries keep the salted commitment, so
 * the chains can still be verified. @param acrossTenants a handle without the tenant guard
 */
export async function eraseActor(acrossTenants: Db, actorId: string): Promise<void> {
	await acrossTenants.update(auditEntries).set({ personal: null, salt: null }).where(eq(auditEntries.actorId, actorId));
}
