import { and, asc, count, eq, lt, or, sql } from "drizzle-orm";
import { type PasskeyRow, passkeys } from "#db/schema";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

type ById = Bound<{ id: string }>;
type OfUser = Bound<{ userId: string }>;
type Use = Pick<PasskeyRow, "counter" | "backedUp"> & { readonly lastUsedAtMs: number };

const find = readRow((db, { id }: ById) => db.select().from(passkeys).where(eq(passkeys.id, id)).limit(1));

const list = readRows((db, { userId }: OfUser) =>
	db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAtMs), passkeys.id),
);

const insert = write((tx, row: Bound<PasskeyRow>) => tx.insert(passkeys).values(row).onConflictDoNothing());

const recordUse = write((tx, { id, counter, ...values }: Bound<Use & { id: string }>) =>
	tx
		.update(passkeys)
		.set({ ...values, counter })
		.where(
			and(
				eq(passkeys.id, id),
				or(lt(passkeys.counter, counter), and(eq(passkeys.counter, counter), eq(passkeys.counter, sql`0`))),
			),
		),
);

const remove = write((tx, { userId, id }: Bound<{ userId: string; id: string }>) =>
	tx.delete(passkeys).where(and(eq(passkeys.userId, userId), eq(passkeys.id, id))),
);

const countOfUser = readRow((db, { userId }: OfUser) =>
	db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId)),
);

const removeOfUser = write((tx, { userId }: OfUser) => tx.delete(passkeys).where(eq(passkeys.userId, userId)));

/** Passkeys of users. Not tenant data: a user may belong to many organizations. */
export const passkeysRepository = {
	/** Reads the passkey with a credential id, of any user. */
	find: (db: ReadDb, id: string): Promise<PasskeyRow | undefined> => find(db, { id }),

	/** Lists the passkeys of a user, oldest first. */
	list: (db: ReadDb, userId: string): Promise<PasskeyRow[]> => list(db, { userId }),

	/** Inserts a passkey. Returns false when the credential id is taken. */
	insert: async (db: Db, row: PasskeyRow): Promise<boolean> => (await insert(db, row)) === 1,

	/**
	 * Records a sign-in. Returns false when the counter did not increase since the last one. Authenticators without a counter
	 * always send 0.
	 */
	recordUse: async (db: Db, id: string, use: Use): Promise<boolean> => (await recordUse(db, { ...use, id })) === 1,

	/** Deletes a passkey. Returns false when the user has no such one. */
	remove: async (db: Db, userId: string, id: string): Promise<boolean> => (await remove(db, { userId, id })) === 1,
};

/** Returns the number of a user's passkeys. */
export const countPasskeys = async (db: ReadDb, userId: string): Promise<number> =>
	(await countOfUser(db, { userId }))?.count ?? 0;

/** Deletes all passkeys of a user, when the account is handed over. */
export async function removePasskeysByUser(tx: Db, userId: string): Promise<void> {
	await removeOfUser(tx, { userId });
}
