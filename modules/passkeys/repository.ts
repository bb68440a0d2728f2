import { and, asc, eq, lt, or } from "drizzle-orm";
import { type PasskeyRow, passkeys } from "#db/schema";
import type { Db, ReadDb } from "#db/store";

const ofUser = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id));

/** Passkeys of users. Not tenant data: a user may belong to many organizations. */
export const passkeysRepository = {
	/** Reads the passkey with a credential id, of any user. */
	async find(db: ReadDb, id: string): Promise<PasskeyRow | undefined> {
		const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id)).limit(1);
		return row;
	},

	/** Lists the passkeys of a user, oldest first. */
	async list(db: ReadDb, userId: string): Promise<PasskeyRow[]> {
		return db
			.select()
			.from(passkeys)
			.where(eq(passkeys.userId, userId))
			.orderBy(asc(passkeys.createdAtMs), passkeys.id);
	},

	/** Inserts a passkey. Returns false when the credential id is taken. */
	async insert(db: Db, row: PasskeyRow): Promise<boolean> {
		const made = await db.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id });
		return made.length === 1;
	},

	/**
	 * Records a sign-in. Returns false when the counter did not increase since the last one. Authenticators without a counter
	 * always send 0.
	 */
	async recordUse(
		db: Db,
		id: string,
		use: Pick<PasskeyRow, "counter" | "backedUp"> & { readonly lastUsedAtMs: number },
	): Promise<boolean> {
		const hasNoCounter = use.counter === 0 ? eq(passkeys.counter, 0) : undefined;
		const noted = await db
			.update(passkeys)
			.set(use)
			.where(and(eq(passkeys.id, id), or(lt(passkeys.counter, use.counter), hasNoCounter)))
			.returning({ id: passkeys.id });
		return noted.length === 1;
	},

	/** Deletes a passkey. Returns false when the user has no such one. */
	async remove(db: Db, userId: string, id: string): Promise<boolean> {
		const removed = await db.delete(passkeys).where(ofUser(userId, id)).returning({ id: passkeys.id });
		return removed.length === 1;
	},
};

/** Returns the number of a user's passkeys. */
export const countPasskeys = (db: ReadDb, userId: string): Promise<number> =>
	db.$count(passkeys, eq(passkeys.userId, userId));

/** Deletes all passkeys of a user, when the account is handed over. */
export async function removePasskeysByUser(tx: Db, userId: string): Promise<void> {
	await tx.delete(passkeys).where(eq(passkeys.userId, userId));
}
