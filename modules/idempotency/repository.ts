import { and, eq, gt, inArray, lte } from "drizzle-orm";
import { idempotencyKeys } from "#db/schema";
import type { Db } from "#db/store";

/** A remembered outcome, sealed. */
export type IdempotencyRow = typeof idempotencyKeys.$inferSelect;

/** Small enough not to hold up other writers. */
const REMOVED_AT_ONCE = 1_000;

export const idempotencyRepository = {
	/** The outcome under `scope` that is not yet expired. */
	async find(db: Db, scope: string, nowMs: number): Promise<IdempotencyRow | undefined> {
		const [row] = await db
			.select()
			.from(idempotencyKeys)
			.where(and(eq(idempotencyKeys.scope, scope), gt(idempotencyKeys.expiresAtMs, nowMs)))
			.limit(1);
		return row;
	},

	/** Stores an outcome; false when the key is taken, which means another instance was first. An expired key is overwritten. */
	async insert(db: Db, row: IdempotencyRow): Promise<boolean> {
		const { scope: _, ...values } = row;
		const stored = await db
			.insert(idempotencyKeys)
			.values(row)
			.onConflictDoUpdate({
				target: idempotencyKeys.scope,
				set: values,
				setWhere: lte(idempotencyKeys.expiresAtMs, row.createdAtMs),
			})
			.returning({ scope: idempotencyKeys.scope });
		return stored.length === 1;
	},

	/** Deletes some of the outcomes that expired by then; true when there may be more. */
	async removeExpired(db: Db, nowMs: number): Promise<boolean> {
		const expired = db
			.select({ scope: idempotencyKeys.scope })
			.from(idempotencyKeys)
			.where(lte(idempotencyKeys.expiresAtMs, nowMs))
			.limit(REMOVED_AT_ONCE);
		const removed = await db
			.delete(idempotencyKeys)
			.where(inArray(idempotencyKeys.scope, expired))
			.returning({ scope: idempotencyKeys.scope });
		return removed.length === REMOVED_AT_ONCE;
	},
};
