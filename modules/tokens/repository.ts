import { and, asc, eq } from "drizzle-orm";
import { type SigningKeyRow, serviceState, signingKeys } from "#db/schema";
import type { Db, ReadDb } from "#db/store";

/** Row of `service_state` that serves as the lock of the key set. */
const LOCK = "tokens.signing_keys";

/**
 * Locks the key set until the transaction ends, on either engine: a second write of the same row waits. A row of a key
 * does not suffice, since there may be none yet.
 */
export async function lockSigningKeys(tx: Db, nowMs: number): Promise<void> {
	await tx
		.insert(serviceState)
		.values({ key: LOCK, value: {}, updatedAtMs: nowMs })
		.onConflictDoUpdate({ target: serviceState.key, set: { updatedAtMs: nowMs } });
}

/** Returns all keys ever created, oldest first: one in 90 days. */
export const listSigningKeys = (db: ReadDb): Promise<SigningKeyRow[]> =>
	db.select().from(signingKeys).orderBy(asc(signingKeys.createdAtMs), asc(signingKeys.kid));

/** Inserts a key. */
export async function insertSigningKey(tx: Db, row: SigningKeyRow): Promise<void> {
	await tx.insert(signingKeys).values(row);
}

/** Makes the next key the current one. */
export async function promoteSigningKey(tx: Db, kid: string): Promise<void> {
	await tx
		.update(signingKeys)
		.set({ state: "current" })
		.where(and(eq(signingKeys.kid, kid), eq(signingKeys.state, "next")));
}

/** Retires a key: it can never sign again, since its private part is erased. */
export async function retireSigningKey(tx: Db, kid: string, retiredAtMs: number): Promise<void> {
	await tx
		.update(signingKeys)
		.set({ state: "retired", retiredAtMs, privateSealed: "" })
		.where(eq(signingKeys.kid, kid));
}
