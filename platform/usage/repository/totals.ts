import { and, asc, desc, eq, gte, lt, sql } from "drizzle-orm";
import { eachItem, itemAt } from "#db/dsl";
import { type Meter, type UsageGrain, type UsageGroup, usageLevels, usageShares, usageTotals } from "#db/schema";
import { type Bound, readRow, readRows, write, writeRow } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { MeterSpan } from "./records.ts";

type Rows = Bound<{ orgId: string; rows: string }>;

/** The stored value, or the new one if that is greater; neither engine has a function for it that the other has. */
const greater = (stored: unknown, added: unknown) =>
	sql`case when ${added} > ${stored} then ${added} else ${stored} end`;

const totalKey = [usageTotals.orgId, usageTotals.meter, usageTotals.grain, usageTotals.startMs];

/** Adds to totals: `[meter, grain, start, quantity]` each, in one order for everybody, so that nobody waits in a circle. */
export const addTotals = write((tx, { orgId, rows }: Rows) =>
	tx
		.insert(usageTotals)
		.select(
			sql`select ${orgId}, ${itemAt(0, "text")}, ${itemAt(1, "text")}, ${itemAt(2, "bigint")}, ${itemAt(3, "bigint")}, null from ${eachItem(rows)} where true`,
		)
		.onConflictDoUpdate({
			target: totalKey,
			set: { quantity: sql`${usageTotals.quantity} + excluded.quantity` },
		}),
);

/** Raises the totals of a level: `[meter, grain, start, most there was, level now]` each. */
export const raiseTotals = write((tx, { orgId, rows }: Rows) =>
	tx
		.insert(usageTotals)
		.select(
			sql`select ${orgId}, ${itemAt(0, "text")}, ${itemAt(1, "text")}, ${itemAt(2, "bigint")}, ${itemAt(3, "bigint")}, ${itemAt(4, "bigint")} from ${eachItem(rows)} where true`,
		)
		.onConflictDoUpdate({
			target: totalKey,
			set: { quantity: greater(usageTotals.quantity, sql`excluded.quantity`), level: sql`excluded.level` },
		}),
);

/** Adds to shares: `[meter, kind, start, group, quantity]` each, in one order for everybody. */
export const addShares = write((tx, { orgId, rows }: Rows) =>
	tx
		.insert(usageShares)
		.select(
			sql`select ${orgId}, ${itemAt(0, "text")}, ${itemAt(1, "text")}, ${itemAt(2, "bigint")}, ${itemAt(3, "text")}, ${itemAt(4, "bigint")} from ${eachItem(rows)} where true`,
		)
		.onConflictDoUpdate({
			target: [usageShares.orgId, usageShares.meter, usageShares.kind, usageShares.startMs, usageShares.groupId],
			set: { quantity: sql`${usageShares.quantity} + excluded.quantity` },
		}),
);

type LevelKey = { readonly orgId: string; readonly meter: Meter };

const raise = writeRow((tx, row: Bound<LevelKey & { level: number; changedAtMs: number }>) =>
	tx
		.insert(usageLevels)
		.values(row)
		.onConflictDoUpdate({
			target: [usageLevels.orgId, usageLevels.meter],
			set: {
				level: sql`${usageLevels.level} + excluded.level`,
				changedAtMs: greater(usageLevels.changedAtMs, sql`excluded.changed_at_ms`),
			},
		})
		.returning({ level: usageLevels.level, changedAtMs: usageLevels.changedAtMs }),
);

/** Changes a level by `quantity`, and returns it as it is then, with the time of the change. */
export async function changeLevel(tx: Db, key: LevelKey, quantity: number, atMs: number) {
	const changed = await raise(tx, { ...key, level: quantity, changedAtMs: atMs });
	if (changed === undefined) throw new Error("an upsert returns a row");
	return changed;
}

const level = readRow((db, { orgId, meter }: Bound<LevelKey>) =>
	db
		.select({ level: usageLevels.level })
		.from(usageLevels)
		.where(and(eq(usageLevels.orgId, orgId), eq(usageLevels.meter, meter)))
		.limit(1),
);

/** Returns a level as it is now. */
export const levelNow = async (db: ReadDb, key: LevelKey): Promise<number> => (await level(db, key))?.level ?? 0;

const isOf = ({ orgId, meter, grain }: Bound<LevelKey & { grain: UsageGrain }>) =>
	and(eq(usageTotals.orgId, orgId), eq(usageTotals.meter, meter), eq(usageTotals.grain, grain));

const before = readRow((db, { atMs, ...key }: Bound<LevelKey & { grain: UsageGrain; atMs: number }>) =>
	db
		.select({ level: usageTotals.level })
		.from(usageTotals)
		.where(and(isOf(key), lt(usageTotals.startMs, atMs)))
		.orderBy(desc(usageTotals.startMs))
		.limit(1),
);

/** Returns a level at the start of a quarter of an hour. */
export const levelBefore = async (db: ReadDb, key: LevelKey, atMs: number): Promise<number> =>
	(await before(db, { ...key, grain: "quarter", atMs }))?.level ?? 0;

const within = readRow((db, { fromMs, toMs, ...key }: Bound<MeterSpan & { grain: UsageGrain }>) =>
	db
		.select({
			sum: sql<number>`coalesce(sum(${usageTotals.quantity}), 0)`.mapWith(Number),
			most: sql<number>`coalesce(max(${usageTotals.quantity}), 0)`.mapWith(Number),
		})
		.from(usageTotals)
		.where(and(isOf(key), gte(usageTotals.startMs, fromMs), lt(usageTotals.startMs, toMs))),
);

/** Returns what the totals of a span of time add up to, and the greatest of them; the span begins and ends with totals. */
export const totalsIn = async (
	db: ReadDb,
	span: MeterSpan,
	grain: UsageGrain,
): Promise<{ sum: number; most: number }> => (await within(db, { ...span, grain })) ?? { sum: 0, most: 0 };

const list = readRows((db, { fromMs, toMs, ...key }: Bound<MeterSpan & { grain: UsageGrain }>) =>
	db
		.select({ startMs: usageTotals.startMs, quantity: usageTotals.quantity, level: usageTotals.level })
		.from(usageTotals)
		.where(and(isOf(key), gte(usageTotals.startMs, fromMs), lt(usageTotals.startMs, toMs)))
		.orderBy(asc(usageTotals.startMs)),
);

/** Returns the totals of a span of time, in their order. */
export const listTotals = (db: ReadDb, span: MeterSpan, grain: UsageGrain) => list(db, { ...span, grain });

type KindSpan = MeterSpan & { readonly kind: UsageGroup };

/** Returns what each workspace, or person, has used on the days of a span of time. */
export const sharesOfDays = readRows((db, { orgId, meter, kind, fromMs, toMs }: Bound<KindSpan>) =>
	db
		.select({ groupId: usageShares.groupId, quantity: sql<number>`sum(${usageShares.quantity})`.mapWith(Number) })
		.from(usageShares)
		.where(
			and(
				eq(usageShares.orgId, orgId),
				eq(usageShares.meter, meter),
				eq(usageShares.kind, kind),
				gte(usageShares.startMs, fromMs),
				lt(usageShares.startMs, toMs),
			),
		)
		.groupBy(usageShares.groupId),
);
