import { and, asc, eq } from "drizzle-orm";
import { type SigningKeyRow, serviceState, signingKeys } from "#db/schema";
import type { Db, ReadDb } from "#db/store";

/** Row of `service_state` that stands for the set of keys as a whole. */
const LOCK = "tokens.signing_keys";

/**
 * Lets one process at a time go on until its transaction ends, on either engine: writing the same row twice waits.
 * There may be no key yet whose row could be locked.
 */
export async function lockSigningKeys(tx: Db, nowMs: number): Promise<void> {
	await tx
		.insert(serviceState)
		.values({ key: LOCK, value: {}, updatedAtMs: nowMs })
		.onConflictDoUpdate({ target: serviceState.key, set: { updatedAtMs: nowMs } });
}

/** Every key there ever was, oldest first: one in 90 days. */
export const listSigningKeys = (db: ReadDb): Promise<SigningKeyRow[]> =>
	db.select().from(signingKeys).orderBy(asc(signingKeys.createdAtMs), asc(signingKeys.kid));

/** Adds a key. */
export async function insertSigningKey(tx: Db, row: SigningKeyRow): Promise<void> {
	await tx.insert(signingKeys).values(row);
}

/** The next key signs from now on. */
export async function promoteSigningKey(tx: Db, kid: string): Promise<void> {
	await tx
		.update(signingKeys)
		.set({ state: "current" })
		.where(and(eq(signingKeys.kid, kid), eq(signingKeys.state, "next")));
}

/** The key signs no more, and never can again: its private half is erased. */
export async function retireSigningKey(tx: Db, kid: string, retiredAtMs: number): Promise<void> {
	await tx
		.update(signingKeys)
		.set({ state: "retired", retiredAtMs, privateSealed: "" })
		.where(eq(signingKeys.kid, kid));
}
