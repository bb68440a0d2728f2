import { and, asc, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import { type Meter, type UsageGroup, type UsageRecordRow, usageRecords } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write, writeRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { personOf, type Span, type Usage } from "../ports.ts";

/** Use of one meter of an organization in a span of time. */
export type MeterSpan = Span & { readonly orgId: string; readonly meter: Meter };

const isWithin = ({ orgId, meter, fromMs, toMs }: Bound<MeterSpan>) =>
	and(
		eq(usageRecords.orgId, orgId),
		eq(usageRecords.meter, meter),
		gte(usageRecords.occurredAtMs, fromMs),
		lt(usageRecords.occurredAtMs, toMs),
	);

type Columns = { readonly [C in Exclude<keyof UsageRecordRow, "orgId" | "meter">]: Each<UsageRecordRow[C]> };
type Batch = Columns & { readonly orgId: string; readonly meter: Meter };

const insertBatch = writeRows((tx, { orgId, meter, ...columns }: Bound<Batch>) => {
	const { subject, quantity, occurredAtMs, workspaceId, userId } = columns as Bound<Columns>;
	const rows = subject.map((_subject, at) => ({
		orgId,
		meter,
		subject: subject[at],
		quantity: quantity[at],
		occurredAtMs: occurredAtMs[at],
		workspaceId: workspaceId[at],
		userId: userId[at],
	}));
	return tx
		.insert(usageRecords)
		.values(rows as never)
		.onConflictDoNothing()
		.returning({ subject: usageRecords.subject });
});

/** Sizes of batches, so that a statement is compiled for each and not for every number of rows. */
const BATCH_SIZES = [128, 32, 8, 4, 2, 1];

const bySubject = (one: Usage, other: Usage): number => {
	if (one.subject === other.subject) return 0;
	return one.subject < other.subject ? -1 : 1;
};

/**
 * Inserts those records of one meter whose subjects are not recorded yet, and returns these; of several with one subject the
 * first. In the order of the table: it takes half the time, and two who insert the same do not wait for each other in turn.
 */
export async function insertRecords(
	tx: Db,
	orgId: string,
	meter: Meter,
	usages: readonly Usage[],
): Promise<readonly Usage[]> {
	const sorted = usages.toSorted(bySubject);
	const batches: ReturnType<typeof insertBatch>[] = [];
	for (let from = 0; from < sorted.length; ) {
		const size = BATCH_SIZES.find((count) => count <= sorted.length - from) ?? 1;
		const batch = sorted.slice(from, from + size);
		batches.push(
			insertBatch(tx, {
				orgId,
				meter,
				subject: each(batch.map(({ subject }) => subject)),
				quantity: each(batch.map(({ quantity }) => quantity)),
				occurredAtMs: each(batch.map(({ occurredAtMs }) => occurredAtMs)),
				workspaceId: each(batch.map(({ workspaceId }) => workspaceId ?? null)),
				userId: each(batch.map(personOf)),
			}),
		);
		from += size;
	}
	const inserted = (await Promise.all(batches)).flat();
	if (inserted.length === sorted.length) return sorted;
	const fresh = new Set(inserted.map(({ subject }) => subject));
	return sorted.filter(({ subject }) => fresh.delete(subject));
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
