import { and, asc, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import { eachItem, itemAt } from "#db/dsl";
import { deletePortion } from "#db/portions";
import { type Meter, type UsageGroup, usageRecords } from "#db/schema";
import { type Bound, readRow, readRows, write, writeRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Span, Usage } from "../ports.ts";

/** Use of one meter of an organization in a span of time. */
export type MeterSpan = Span & { readonly orgId: string; readonly meter: Meter };

const isWithin = ({ orgId, meter, fromMs, toMs }: Bound<MeterSpan>) =>
	and(
		eq(usageRecords.orgId, orgId),
		eq(usageRecords.meter, meter),
		gte(usageRecords.occurredAtMs, fromMs),
		lt(usageRecords.occurredAtMs, toMs),
	);

const insert = writeRows((tx, { orgId, rows }: Bound<{ orgId: string; rows: string }>) =>
	tx
		.insert(usageRecords)
		.select(
			// `where true`, or SQLite takes ON CONFLICT for the condition of a join.
			sql`select ${orgId}, ${itemAt(0, "text")}, ${itemAt(1, "text")}, ${itemAt(2, "bigint")}, ${itemAt(3, "bigint")}, ${itemAt(4, "text")}, ${itemAt(5, "text")} from ${eachItem(rows)} where true`,
		)
		.onConflictDoNothing()
		.returning({ meter: usageRecords.meter, subject: usageRecords.subject }),
);

/** Inserts those records whose subjects are not recorded yet, and returns these. */
export async function insertRecords(tx: Db, orgId: string, usages: readonly Usage[]): Promise<Usage[]> {
	const known = new Map<string, Usage>();
	for (const usage of usages) {
		const key = `${usage.meter} ${usage.subject}`;
		if (!known.has(key)) known.set(key, usage);
	}
	const distinct = Array.from(known, ([, usage]) => usage);
	const rows = JSON.stringify(
		distinct.map(({ meter, subject, quantity, occurredAtMs, workspaceId, userId }) => [
			meter,
			subject,
			quantity,
			occurredAtMs,
			workspaceId ?? null,
			userId ?? null,
		]),
	);
	const inserted = await insert(tx, { orgId, rows });
	if (inserted.length === distinct.length) return distinct;
	return inserted.flatMap(({ meter, subject }) => known.get(`${meter} ${subject}`) ?? []);
}

type RecordKey = { readonly orgId: string; readonly meter: Meter; readonly subject: string };

const isRecord = ({ orgId, meter, subject }: Bound<RecordKey>) =>
	and(eq(usageRecords.orgId, orgId), eq(usageRecords.meter, meter), eq(usageRecords.subject, subject));

const find = readRow((db, key: Bound<RecordKey>) =>
	db.select({ quantity: usageRecords.quantity }).from(usageRecords).where(isRecord(key)).limit(1),
);

/** Returns the quantity of a record; undefined when there is none. */
export const quantityOf = async (db: ReadDb, key: RecordKey): Promise<number | undefined> =>
	(await find(db, key))?.quantity;

/** Replaces the quantity of a record. */
export const setQuantity = write((tx, { quantity, ...key }: Bound<RecordKey & { quantity: number }>) =>
	tx.update(usageRecords).set({ quantity }).where(isRecord(key)),
);

/** Moves a record to another time. */
export const moveRecord = write((tx, { occurredAtMs, ...key }: Bound<RecordKey & { occurredAtMs: number }>) =>
	tx.update(usageRecords).set({ occurredAtMs }).where(isRecord(key)),
);

const quantity = sql<number>`coalesce(sum(${usageRecords.quantity}), 0)`.mapWith(Number);

const sum = readRow((db, span: Bound<MeterSpan>) => db.select({ quantity }).from(usageRecords).where(isWithin(span)));

/** Returns what the records of a span of time add up to. */
export const sumOfRecords = async (db: ReadDb, span: MeterSpan): Promise<number> =>
	(await sum(db, span))?.quantity ?? 0;

/** Returns the changes of a level in a span of time, in their order. */
export const changesIn = readRows((db, span: Bound<MeterSpan>) =>
	db
		.select({ quantity: usageRecords.quantity })
		.from(usageRecords)
		.where(isWithin(span))
		.orderBy(asc(usageRecords.occurredAtMs), asc(usageRecords.subject)),
);

const sharesBy = (group: typeof usageRecords.workspaceId | typeof usageRecords.userId) =>
	readRows((db, span: Bound<MeterSpan>) =>
		db
			.select({ groupId: sql<string>`${group}`, quantity })
			.from(usageRecords)
			.where(and(isWithin(span), isNotNull(group)))
			.groupBy(group),
	);

/** Return what each workspace, or person, has used in a span of time, by the records. */
export const sharesOfRecords = {
	workspace: sharesBy(usageRecords.workspaceId),
	user: sharesBy(usageRecords.userId),
} satisfies Record<UsageGroup, unknown>;

/** Deletes up to `limit` records of an organization and returns their number. */
export const deleteRecords = (tx: Db, orgId: string, limit: number): Promise<number> =>
	deletePortion(tx, usageRecords, [usageRecords.meter, usageRecords.subject], eq(usageRecords.orgId, orgId), limit);
