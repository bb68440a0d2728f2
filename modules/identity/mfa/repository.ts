import { and, count, eq, gt, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { type RecoveryCodeRow, recoveryCodes, type TotpSecretRow, totpSecrets } from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { type Bound, readRow, write, writeRow } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

/** The secrets of authenticators. */
export const sealedSecrets = sealedColumn(totpSecrets, "secretSealed");

type OfUser = { readonly userId: string };

const findSecret = readRow((db, { userId }: Bound<OfUser>) =>
	db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).limit(1),
);

type NewSecret = Pick<TotpSecretRow, "userId" | "secretSealed" | "createdAtMs">;
const beginSecret = write((tx, row: Bound<NewSecret>) =>
	tx
		.insert(totpSecrets)
		.values({ ...row, confirmedAtMs: null, lastStep: 0 })
		.onConflictDoUpdate({
			target: totpSecrets.userId,
			set: { secretSealed: sql`excluded.secret_sealed`, createdAtMs: sql`excluded.created_at_ms`, lastStep: 0 },
			setWhere: isNull(totpSecrets.confirmedAtMs),
		}),
);

type Confirmation = OfUser & { readonly secretSealed: string; readonly step: number; readonly atMs: number };
const confirmSecret = write((tx, { userId, secretSealed, step, atMs }: Bound<Confirmation>) =>
	tx
		.update(totpSecrets)
		.set({ confirmedAtMs: atMs, lastStep: step })
		.where(
			and(
				eq(totpSecrets.userId, userId),
				eq(totpSecrets.secretSealed, secretSealed),
				isNull(totpSecrets.confirmedAtMs),
			),
		),
);

type Use = OfUser & { readonly step: number; readonly lastStep: number };
const consumeStep = write((tx, { userId, step, lastStep }: Bound<Use>) =>
	tx
		.update(totpSecrets)
		.set({ lastStep: step })
		.where(
			and(
				eq(totpSecrets.userId, userId),
				isNotNull(totpSecrets.confirmedAtMs),
				or(lt(totpSecrets.lastStep, step), gt(totpSecrets.lastStep, lastStep)),
			),
		),
);

const removeSecret = writeRow((tx, { userId }: Bound<OfUser>) =>
	tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).returning({ confirmedAtMs: totpSecrets.confirmedAtMs }),
);

/** TOTP secrets, at most one per user. */
export const totpRepository = {
	find: (db: ReadDb, userId: string): Promise<TotpSecretRow | undefined> => findSecret(db, { userId }),

	/** Stores an unconfirmed secret, replacing another unconfirmed one. Returns false when a confirmed one exists. */
	begin: async (db: Db, row: NewSecret): Promise<boolean> => (await beginSecret(db, row)) === 1,

	/** Confirms a secret. Returns false when it is confirmed already, or was replaced in the meantime. */
	confirm: async (db: Db, { userId, secretSealed }: TotpSecretRow, step: number, atMs: number): Promise<boolean> =>
		(await confirmSecret(db, { userId, secretSealed, step, atMs })) === 1,

	/**
	 * Marks the code of a time step as used. Returns false when that one, or a later one up to `lastStep`, was used before. What
	 * a clock that was ahead has noted after that does not count, or nobody who signed in then could use a code until it is over.
	 */
	consumeStep: async (db: Db, userId: string, step: number, lastStep: number): Promise<boolean> =>
		(await consumeStep(db, { userId, step, lastStep })) === 1,

	/** Removes the secret. Returns whether it was confirmed. */
	async remove(db: Db, userId: string): Promise<boolean> {
		const removed = await removeSecret(db, { userId });
		return removed !== undefined && removed.confirmedAtMs !== null;
	},
};

const insertCode = write((tx, row: Bound<RecoveryCodeRow>) => tx.insert(recoveryCodes).values(row));

const removeCodes = write((tx, { userId }: Bound<OfUser>) =>
	tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
);

const consumeCode = write((tx, { userId, codeHash, atMs }: Bound<OfUser & { codeHash: string; atMs: number }>) =>
	tx
		.update(recoveryCodes)
		.set({ usedAtMs: atMs })
		.where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAtMs))),
);

const countCodes = readRow((db, { userId }: Bound<OfUser>) =>
	db
		.select({ count: count() })
		.from(recoveryCodes)
		.where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAtMs))),
);

/** Recovery codes, for a lost authenticator. */
export const recoveryCodesRepository = {
	/** Replaces all codes of a user. */
	async replace(db: Db, userId: string, hashes: readonly string[]): Promise<void> {
		await removeCodes(db, { userId });
		for (const codeHash of hashes) await insertCode(db, { userId, codeHash, usedAtMs: null });
	},

	async removeByUser(db: Db, userId: string): Promise<void> {
		await removeCodes(db, { userId });
	},

	/** Marks a code as used. Returns false when it is unknown or was used before. */
	consume: async (db: Db, userId: string, codeHash: string, atMs: number): Promise<boolean> =>
		(await consumeCode(db, { userId, codeHash, atMs })) === 1,

	/** Returns the number of unused codes. */
	countLeft: async (db: ReadDb, userId: string): Promise<number> => (await countCodes(db, { userId }))?.count ?? 0,
};
