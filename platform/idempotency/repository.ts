import { and, eq, gt, lte, sql } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import { idempotencyKeys } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { Db } from "#db/store";

/** A stored outcome. */
export type IdempotencyRow = typeof idempotencyKeys.$inferSelect;

const findOutcome = readRow((db, { scope, nowMs }: Bound<{ scope: string; nowMs: number }>) =>
	db
		.select()
		.from(idempotencyKeys)
		.where(and(eq(idempotencyKeys.scope, scope), gt(idempotencyKeys.expiresAtMs, nowMs)))
		.limit(1),
);
const insertOutcome = write((tx, row: Bound<IdempotencyRow>) =>
	tx
		.insert(idempotencyKeys)
		.values(row)
		.onConflictDoUpdate({
			target: idempotencyKeys.scope,
			set: {
				fingerprint: sql`excluded.fingerprint`,
				orgId: sql`excluded.org_id`,
				resultSealed: sql`excluded.result_sealed`,
				createdAtMs: sql`excluded.created_at_ms`,
				expiresAtMs: sql`excluded.expires_at_ms`,
			},
			setWhere: lte(idempotencyKeys.expiresAtMs, sql`excluded.created_at_ms`),
		}),
);

/** Statements on the outcomes of idempotent requests. */
export const idempotencyRepository = {
	/** Returns the outcome for `scope` that has not expired. */
	find: (tx: Db, scope: string, nowMs: number): Promise<IdempotencyRow | undefined> =>
		findOutcome(tx, { scope, nowMs }),

	/**
	 * Stores an outcome; returns false when the key is taken, because another instance was first. An expired key is
	 * overwritten.
	 */
	async insert(tx: Db, row: IdempotencyRow): Promise<boolean> {
		return (await insertOutcome(tx, row)) === 1;
	},

	/** Deletes up to `limit` outcomes of an organization and returns their number. */
	deleteByOrganization: (tx: Db, orgId: string, limit: number): Promise<number> =>
		deletePortion(tx, idempotencyKeys, idempotencyKeys.scope, eq(idempotencyKeys.orgId, orgId), limit),

	/** Deletes up to `limit` of the outcomes that expired by then, and returns their number. */
	deleteExpired: (tx: Db, nowMs: number, limit: number): Promise<number> =>
		deletePortion(tx, idempotencyKeys, idempotencyKeys.scope, lte(idempotencyKeys.expiresAtMs, nowMs), limit),
};
