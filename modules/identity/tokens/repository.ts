import { and, asc, eq } from "drizzle-orm";
import { type SigningKeyRow, signingKeys } from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { type Bound, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { putServiceState } from "#platform/service-state";

/** The private halves of the keys. A public key without its private half has signed nothing that lasts. */
export const sealedPrivateKeys = sealedColumn(signingKeys, "privateSealed");

/** Row of `service_state` that serves as the lock of the key set. */
const LOCK = "tokens.signing_keys";

const list = readRows((db) =>
	db.select().from(signingKeys).orderBy(asc(signingKeys.createdAtMs), asc(signingKeys.kid)),
);
const insert = write((tx, row: Bound<SigningKeyRow>) => tx.insert(signingKeys).values(row));
const promote = write((tx, { kid }: Bound<{ kid: string }>) =>
	tx
		.update(signingKeys)
		.set({ state: "current" })
		.where(and(eq(signingKeys.kid, kid), eq(signingKeys.state, "next"))),
);
const retire = write((tx, { kid, retiredAtMs }: Bound<{ kid: string; retiredAtMs: number }>) =>
	tx.update(signingKeys).set({ state: "retired", retiredAtMs, privateSealed: "" }).where(eq(signingKeys.kid, kid)),
);

/** Locks the key set until the transaction ends. A row of a key does not suffice, since there may be none yet. */
export const lockSigningKeys = (tx: Db, nowMs: number): Promise<void> => putServiceState(tx, LOCK, {}, nowMs);

/** Returns all keys ever created, oldest first: one in 90 days. */
export const listSigningKeys = (db: ReadDb): Promise<SigningKeyRow[]> => list(db, {});

/** Inserts a key. */
export async function insertSigningKey(tx: Db, row: SigningKeyRow): Promise<void> {
	await insert(tx, row);
}

/** Makes the next key the current one. */
export async function promoteSigningKey(tx: Db, kid: string): Promise<void> {
	await promote(tx, { kid });
}

/** Retires a key: it can never sign again, since its private part is erased. */
export async function retireSigningKey(tx: Db, kid: string, retiredAtMs: number): Promise<void> {
	await retire(tx, { kid, retiredAtMs });
}
