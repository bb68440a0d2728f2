import { and, asc, count, eq, gt, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { deletePortion } from "#db/portions";
import { type JobRow, jobs } from "#db/schema";
import type { SealedColumn } from "#db/sealed-column";
import { type Bound, type Each, each, readRow, readRows, write, writeRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { JobPayload } from "./ports.ts";

/** Identifies one claim of one job; every later statement about the job must present it (the fence). */
export interface Lease {
	readonly jobId: string;
	readonly token: string;
}

/** When a job may run, or the lease of a worker ends, and when that was said. */
export type Schedule = Pick<JobRow, "runAtMs" | "scheduledAtMs">;

/** A literal, as in the partial index: the engines do not use that for a parameter. */
const isReady = sql`${jobs.state} = 'ready'`;

type Due = { readonly queue: string; readonly nowMs: number };
const isDue = ({ queue, nowMs }: Bound<Due>) => and(eq(jobs.queue, queue), isReady, lte(jobs.runAtMs, nowMs));

/** Condition that the attempts are used up and the worker of the last one died without reporting. */
const isExhausted = sql`${jobs.attempts} >= ${jobs.maxAttempts}`;
const ifExhausted = <T>(then: SQL, otherwise: SQL) =>
	sql<T>`case when ${isExhausted} then ${then} else ${otherwise} end`;

const insert = write((tx, row: Bound<JobRow>) => tx.insert(jobs).values(row).onConflictDoNothing());

/** A job that is due, and the organization it works for. */
export type DueJob = Pick<JobRow, "id" | "orgId">;

const listDue = readRows((db, { take, ...due }: Bound<Due & { take: number }>) =>
	db.select({ id: jobs.id, orgId: jobs.orgId }).from(jobs).where(isDue(due)).orderBy(asc(jobs.runAtMs)).limit(take),
);

const listDueOf = readRows((db, { orgId, take, ...due }: Bound<Due & { orgId: string; take: number }>) =>
	db
		.select({ id: jobs.id, orgId: jobs.orgId })
		.from(jobs)
		.where(and(isDue(due), eq(jobs.orgId, orgId)))
		.orderBy(asc(jobs.runAtMs))
		.limit(take),
);

const listDueOfInstance = readRows((db, { take, ...due }: Bound<Due & { take: number }>) =>
	db
		.select({ id: jobs.id, orgId: jobs.orgId })
		.from(jobs)
		.where(and(isDue(due), isNull(jobs.orgId)))
		// All of them are null: without the column, Postgres would sort what the index has in order.
		.orderBy(asc(jobs.orgId), asc(jobs.runAtMs))
		.limit(take),
);

const findOrganizationAfter = readRow((db, { after, ...due }: Bound<Due & { after: string }>) =>
	db
		.select({ orgId: jobs.orgId })
		.from(jobs)
		.where(and(isDue(due), gt(jobs.orgId, after)))
		.orderBy(asc(jobs.orgId), asc(jobs.runAtMs))
		.limit(1),
);

const findAny = readRow((db) => db.select({ id: jobs.id }).from(jobs).orderBy(asc(jobs.id)).limit(1));

const findByKey = readRow((db, { queue, uniqueKey }: Bound<{ queue: string; uniqueKey: string }>) =>
	db
		.select({ payload: jobs.payload, runAtMs: jobs.runAtMs })
		.from(jobs)
		.where(and(eq(jobs.queue, queue), eq(jobs.uniqueKey, uniqueKey), isReady))
		.limit(1),
);

/** Whether there is no job, not even one that has ended: nothing has happened in this database yet. */
export const hasNoJobs = async (db: ReadDb): Promise<boolean> => (await findAny(db, {})) === undefined;

type Claim = Due & { readonly token: string; readonly ids: Each<string>; readonly leaseEndsAtMs: number };
const claim = writeRows((tx, { queue, nowMs, token, ids, leaseEndsAtMs }: Bound<Claim>) => {
	const choice = tx
		.select({ id: jobs.id })
		.from(jobs)
		// Within `is true`, or the engines would look for them among all jobs that are due.
		.where(and(inArray(jobs.id, ids), sql`(${isDue({ queue, nowMs })}) is true`));
	const due = tx.$with("due").as(forUpdate(choice, { skipLocked: true }));
	return (
		tx
			.with(due)
			.update(jobs)
			.set({
				leaseToken: token,
				runAtMs: leaseEndsAtMs,
				scheduledAtMs: sql`cast(${nowMs} as bigint)`,
				state: ifExhausted(sql`'dead'`, sql`'ready'`),
				attempts: ifExhausted(sql`${jobs.attempts}`, sql`${jobs.attempts} + 1`),
				endedAtMs: ifExhausted(sql`cast(${nowMs} as bigint)`, sql`null`),
				lastError: ifExhausted(sql`'the worker died'`, sql`${jobs.lastError}`),
			})
			// Likewise.
			.where(and(inArray(jobs.id, tx.select({ id: due.id }).from(due)), sql`(${isDue({ queue, nowMs })}) is true`))
			.returning()
	);
});

/** What the holder of a lease changes in its job. */
type LeasedChange = Partial<Pick<JobRow, Outcome | "queue" | "uniqueKey" | "runAtMs" | "scheduledAtMs" | "leaseToken">>;
type Outcome = "state" | "lastError" | "progress" | "endedAtMs";
const ofLease = ({ jobId, token }: Bound<Lease>) => and(eq(jobs.id, jobId), eq(jobs.leaseToken, token), isReady);
const change = write((tx, { jobId, token, ...values }: Bound<Lease & LeasedChange>) =>
	tx.update(jobs).set(values).where(ofLease({ jobId, token })),
);
const release = write((tx, { jobId, token, nowMs }: Bound<Lease & { nowMs: number }>) =>
	tx
		.update(jobs)
		.set({ runAtMs: nowMs, scheduledAtMs: nowMs, leaseToken: null, attempts: sql`${jobs.attempts} - 1` })
		.where(ofLease({ jobId, token })),
);

/** Updates the job if the lease is still valid; returns false when another worker has it, or it has ended. */
const updateLeased = async (db: Db, { jobId, token }: Lease, values: LeasedChange): Promise<boolean> =>
	(await change(db, { jobId, token, ...values })) === 1;

/** Condition that a job is not over, and that nobody can have scheduled it yet: in the words of their index. */
const isFromFuture = ({ sinceMs }: Bound<{ sinceMs: number }>) =>
	and(isNull(jobs.endedAtMs), gt(jobs.scheduledAtMs, sinceMs));

const findFromFuture = readRow((db, since: Bound<{ sinceMs: number }>) =>
	db.select({ id: jobs.id }).from(jobs).where(isFromFuture(since)).limit(1),
);

type Reschedule = { readonly sinceMs: number; readonly nowMs: number; readonly limit: number };
const reschedule = write((tx, { sinceMs, nowMs, limit }: Bound<Reschedule>) =>
	tx
		.update(jobs)
		.set({
			runAtMs: sql`${jobs.runAtMs} - ${jobs.scheduledAtMs} + ${nowMs}`,
			scheduledAtMs: sql`cast(${nowMs} as bigint)`,
		})
		.where(
			inArray(
				jobs.id,
				tx
					.select({ id: jobs.id })
					.from(jobs)
					.where(isFromFuture({ sinceMs }))
					.orderBy(asc(jobs.scheduledAtMs))
					.limit(limit),
			),
		),
);

const countDue = readRow((db, { queues, nowMs }: Bound<{ queues: Each<string>; nowMs: number }>) =>
	db
		.select({ count: count() })
		.from(jobs)
		.where(and(inArray(jobs.queue, queues), isReady, lte(jobs.runAtMs, nowMs))),
);

const countUnfinished = readRow((db, { queues }: Bound<{ queues: Each<string> }>) =>
	db
		.select({ count: count() })
		.from(jobs)
		.where(and(inArray(jobs.queue, queues), isReady)),
);

/** Statements on the table `jobs`. It spans tenants, because workers do. */
export const jobsRepository = {
	/** Inserts a job; returns false when an unfinished one has its key. */
	insert: async (db: Db, row: JobRow): Promise<boolean> => (await insert(db, row)) === 1,

	/** Returns the payload of the unfinished job of a queue with this key. */
	async findPayload(db: ReadDb, queue: string, uniqueKey: string): Promise<JobPayload | undefined> {
		const found = await findByKey(db, { queue, uniqueKey });
		return found?.payload as JobPayload | undefined; // Only `enqueue` writes payloads.
	},

	/** Returns when the unfinished job of a queue with this key is due, in Unix ms; undefined when there is none. */
	findRunAtMs: async (db: ReadDb, queue: string, uniqueKey: string): Promise<number | undefined> =>
		(await findByKey(db, { queue, uniqueKey }))?.runAtMs,

	/** Returns up to `take` due jobs of a queue, the longest due first. A mere read, since idle workers poll often. */
	listDue: (db: ReadDb, queue: string, nowMs: number, take: number): Promise<DueJob[]> =>
		listDue(db, { queue, nowMs, take }),

	/** Returns up to `take` due jobs of an organization, or with null of the instance, the longest due first. */
	listDueOf: (db: ReadDb, queue: string, orgId: string | null, nowMs: number, take: number): Promise<DueJob[]> =>
		orgId === null ? listDueOfInstance(db, { queue, nowMs, take }) : listDueOf(db, { queue, orgId, nowMs, take }),

	/** Returns the organization next to `after`, in the order of their ids, with a job that is due. */
	findOrganizationAfter: async (db: ReadDb, queue: string, after: string, nowMs: number): Promise<string | undefined> =>
		(await findOrganizationAfter(db, { queue, after, nowMs }))?.orgId ?? undefined,

	/**
	 * Claims these jobs, as far as they are still due, for `leaseMs`, during which no other worker can claim them. Jobs whose
	 * workers died too often are returned as `dead`. Exclusive without locks: the update repeats the conditions of the
	 * selection.
	 */
	async claim(
		db: Db,
		queue: string,
		ids: readonly string[],
		{ token, nowMs, leaseMs }: { token: string; nowMs: number; leaseMs: number },
	): Promise<JobRow[]> {
		const rows = await claim(db, { queue, nowMs, token, ids: each(ids), leaseEndsAtMs: nowMs + leaseMs });
		return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
	},

	/** Marks the job as done. */
	finish: (db: Db, lease: Lease, nowMs: number) =>
		updateLeased(db, lease, { state: "done", endedAtMs: nowMs, leaseToken: null, progress: 1 }),

	/** Removes the unique key of the job. */
	freeKey: (db: Db, lease: Lease) => updateLeased(db, lease, { uniqueKey: null }),

	/** Extends the lease to `runAtMs`; `progress` null leaves the progress as it is. */
	extend: (db: Db, lease: Lease, schedule: Schedule, progress: number | null) =>
		updateLeased(db, lease, { ...schedule, ...(progress !== null && { progress }) }),

	/** Records a failed attempt; the next one may start at `runAtMs`, in that queue. */
	retry: (db: Db, lease: Lease, next: Schedule & { readonly queue: string; readonly lastError: string }) =>
		updateLeased(db, lease, { ...next, leaseToken: null }),

	/** Records the failure of the last attempt: the job is dead. */
	fail: (db: Db, lease: Lease, nowMs: number, lastError: string) =>
		updateLeased(db, lease, { state: "dead", endedAtMs: nowMs, lastError, leaseToken: null }),

	/** Releases the job as if it had never been claimed. */
	release: async (db: Db, { jobId, token }: Lease, nowMs: number): Promise<boolean> =>
		(await release(db, { jobId, token, nowMs })) === 1,

	/** Whether an unfinished job was scheduled after `sinceMs`. */
	hasScheduledAfter: async (db: ReadDb, sinceMs: number): Promise<boolean> =>
		(await findFromFuture(db, { sinceMs })) !== undefined,

	/**
	 * Reschedules up to `limit` of the unfinished jobs that were scheduled after `sinceMs`, as if that had been at `nowMs`, and
	 * returns their number.
	 */
	reschedule: (tx: Db, sinceMs: number, nowMs: number, limit: number): Promise<number> =>
		reschedule(tx, { sinceMs, nowMs, limit }),

	/** Returns the number of jobs of these queues that are due. */
	countDue: async (db: ReadDb, queues: readonly string[], nowMs: number): Promise<number> =>
		(await countDue(db, { queues: each(queues), nowMs }))?.count ?? 0,

	/** Returns the number of unfinished jobs of these queues. */
	countUnfinished: async (db: ReadDb, queues: readonly string[]): Promise<number> =>
		(await countUnfinished(db, { queues: each(queues) }))?.count ?? 0,

	/** Deletes up to `limit` of the jobs that ended at or before that instant, and returns their number. */
	deleteEnded: (tx: Db, endedAtMs: number, limit: number): Promise<number> =>
		deletePortion(tx, jobs, jobs.id, lte(jobs.endedAtMs, endedAtMs), limit),
};

/** Describes the sealed payloads of the jobs in queues: `{"sealed": "…"}`. */
export function sealedPayloads(queues: readonly string[]): SealedColumn {
	return {
		name: "jobs.payload",
		async next(db, after, limit) {
			const rows = await db
				.select({ id: jobs.id, queue: jobs.queue, payload: jobs.payload })
				.from(jobs)
				.where(after === null ? undefined : gt(jobs.id, after[0] ?? ""))
				.orderBy(asc(jobs.id))
				.limit(limit);
			return rows.map(({ id, queue, payload }) => ({
				key: [id],
				sealed: queues.includes(queue) ? sealedIn(payload) : "",
				place: { queue },
			}));
		},
		async replace(tx, { key: [id = ""] }, sealed) {
			// Nobody changes the payload of a job.
			await tx.update(jobs).set({ payload: { sealed } }).where(eq(jobs.id, id));
		},
		async forget(tx, { key: [id = ""] }) {
			await tx.delete(jobs).where(eq(jobs.id, id));
		},
	};
}

function sealedIn(payload: unknown): string {
	const isSealed = typeof payload === "object" && payload !== null && "sealed" in payload;
	return isSealed ? String(payload.sealed) : "";
}

/** Deletes up to `limit` jobs of some queues that wait, and returns their number. */
export const deleteWaiting = (tx: Db, queues: readonly string[], limit: number): Promise<number> =>
	deletePortion(tx, jobs, jobs.id, and(inArray(jobs.queue, [...queues]), isReady), limit);
