import { and, eq, lte } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import { idempotencyKeys } from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { type Bound, readRow, write } from "#db/statement";
import type { Db } from "#db/store";

/** A stored outcome. */
export type IdempotencyRow = typeof idempotencyKeys.$inferSelect;

/** The outcomes that were stored sealed. */
export const sealedOutcomes = sealedColumn(idempotencyKeys, "resultSealed");

const findOutcome = readRow((db, { scope }: Bound<{ scope: string }>) =>
	db.select().from(idempotencyKeys).where(eq(idempotencyKeys.scope, scope)).limit(1),
);
const deleteExpiredOutcome = write((tx, { scope, nowMs }: Bound<{ scope: string; nowMs: number }>) =>
	tx.delete(idempotencyKeys).where(and(eq(idempotencyKeys.scope, scope), lte(idempotencyKeys.expiresAtMs, nowMs))),
);
const insertOutcome = write((tx, row: Bound<IdempotencyRow>) => tx.insert(idempotencyKeys).values(row));

/** Statements on the outcomes of idempotent requests. */
export const idempotencyRepository = {
	/** Returns the outcome for `scope`. One that has expired is deleted instead, to make way for a new one. */
	async find(tx: Db, scope: string, nowMs: number): Promise<IdempotencyRow | undefined> {
		const row = await findOutcome(tx, { scope });
		if (row === undefined || row.expiresAtMs > nowMs) return row;
		await deleteExpiredOutcome(tx, { scope, nowMs });
		return undefined;
	},

	/** Stores an outcome. Fails as a duplicate when the key is taken, because another instance was first. */
	insert: (tx: Db, row: IdempotencyRow): Promise<unknown> => insertOutcome(tx, row),

	/** Deletes up to `limit` of the outcomes that expired by then, and returns their number. */
	deleteExpired: (tx: Db, nowMs: number, limit: number): Promise<number> =>
		deletePortion(tx, idempotencyKeys, idempotencyKeys.scope, lte(idempotencyKeys.expiresAtMs, nowMs), limit),
};
