import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { recoveryCodes, type TotpSecretRow, totpSecrets } from "#db/schema";
import type { Db, ReadDb } from "#db/store";

/** TOTP secrets, at most one per user. */
export const totpRepository = {
	async find(db: ReadDb, userId: string): Promise<TotpSecretRow | undefined> {
		const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).limit(1);
		return row;
	},

	/** Stores an unconfirmed secret, replacing another unconfirmed one. Returns false when a confirmed one exists. */
	async begin(db: Db, row: Pick<TotpSecretRow, "userId" | "secretSealed" | "createdAtMs">): Promise<boolean> {
		const begun = await db
			.insert(totpSecrets)
			.values({ ...row, confirmedAtMs: null, lastStep: 0 })
			.onConflictDoUpdate({
				target: totpSecrets.userId,
				set: { secretSealed: row.secretSealed, createdAtMs: row.createdAtMs, lastStep: 0 },
				setWhere: isNull(totpSecrets.confirmedAtMs),
			})
			.returning({ userId: totpSecrets.userId });
		return begun.length === 1;
	},

	/** Confirms a secret. Returns false when it is confirmed already, or was replaced in the meantime. */
	async confirm(db: Db, secret: TotpSecretRow, step: number, atMs: number): Promise<boolean> {
		const confirmed = await db
			.update(totpSecrets)
			.set({ confirmedAtMs: atMs, lastStep: step })
			.where(
				and(
					eq(totpSecrets.userId, secret.userId),
					eq(totpSecrets.secretSealed, secret.secretSealed),
					isNull(totpSecrets.confirmedAtMs),
				),
			)
			.returning({ userId: totpSecrets.userId });
		return confirmed.length === 1;
	},

	/** Marks the code of a time step as used. Returns false when that one, or a later one, was used before. */
	async consumeStep(db: Db, userId: string, step: number): Promise<boolean> {
		const spent = await db
			.update(totpSecrets)
			.set({ lastStep: step })
			.where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAtMs), lt(totpSecrets.lastStep, step)))
			.returning({ userId: totpSecrets.userId });
		return spent.length === 1;
	},

	async remove(db: Db, userId: string): Promise<boolean> {
		const removed = await db
			.delete(totpSecrets)
			.where(eq(totpSecrets.userId, userId))
			.returning({ confirmedAtMs: totpSecrets.confirmedAtMs });
		return removed.some(({ confirmedAtMs }) => confirmedAtMs !== null);
	},
};

/** Recovery codes, for a lost authenticator. */
export const recoveryCodesRepository = {
	/** Replaces all codes of a user. */
	async replace(db: Db, userId: string, hashes: readonly string[]): Promise<void> {
		await recoveryCodesRepository.removeByUser(db, userId);
		await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash, usedAtMs: null })));
	},

	async removeByUser(db: Db, userId: string): Promise<void> {
		await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
	},

	/** Marks a code as used. Returns false when it is unknown or was used before. */
	async consume(db: Db, userId: string, codeHash: string, atMs: number): Promise<boolean> {
		const spent = await db
			.update(recoveryCodes)
			.set({ usedAtMs: atMs })
			.where(
				and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAtMs)),
			)
			.returning({ userId: recoveryCodes.userId });
		return spent.length === 1;
	},

	/** Returns the number of unused codes. */
	async countLeft(db: ReadDb, userId: string): Promise<number> {
		return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAtMs)));
	},
};
