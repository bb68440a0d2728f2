import { and, asc, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { deletePortion } from "#db/portions";
import { type JobRow, jobs } from "#db/schema";
import type { Db, ReadDb } from "#db/store";

/** Identifies one claim of one job; every later statement about the job must present it (the fence). */
export interface Lease {
	readonly jobId: string;
	readonly token: string;
}

/** A literal, as in the partial index: the engines do not use that for a parameter. */
const isReady = sql`${jobs.state} = 'ready'`;

const isDue = (queue: string, nowMs: number) => and(eq(jobs.queue, queue), isReady, lte(jobs.runAtMs, nowMs));

/** Condition that the attempts are used up and the worker of the last one died without reporting. */
const isExhausted = sql`${jobs.attempts} >= ${jobs.maxAttempts}`;
const ifExhausted = <T>(then: SQL, otherwise: SQL) =>
	sql<T>`case when ${isExhausted} then ${then} else ${otherwise} end`;

/** Updates the job if the lease is still valid; returns false when another worker has it, or it has ended. */
async function updateLeased(db: Db, { jobId, token }: Lease, change: Partial<JobRow> | { attempts: SQL }) {
	const changed = await db
		.update(jobs)
		.set(change)
		.where(and(eq(jobs.id, jobId), eq(jobs.leaseToken, token), isReady))
		.returning({ id: jobs.id });
	return changed.length === 1;
}

/** Statements on the table `jobs`. It spans tenants, because workers do. */
export const jobsRepository = {
	/** Inserts a job; returns false when an unfinished one has its key. */
	async insert(db: Db, row: JobRow): Promise<boolean> {
		const inserted = await db.insert(jobs).values(row).onConflictDoNothing().returning({ id: jobs.id });
		return inserted.length === 1;
	},

	/** Whether a queue has a job to be claimed. A mere read, since idle workers poll often. */
	async hasDue(db: ReadDb, queue: string, nowMs: number): Promise<boolean> {
		const found = await db.select({ id: jobs.id }).from(jobs).where(isDue(queue, nowMs)).limit(1);
		return found.length > 0;
	},

	/**
	 * Claims up to `limit` due jobs, oldest first, for `leaseMs`, during which no other worker can claim them. Jobs whose
	 * workers died too often are returned as `dead`. Exclusive without locks: the update repeats the conditions of the
	 * selection.
	 */
	async claim(
		db: Db,
		queue: string,
		{ token, limit, nowMs, leaseMs }: { token: string; limit: number; nowMs: number; leaseMs: number },
	): Promise<JobRow[]> {
		const choice = db
			.select({ id: jobs.id })
			.from(jobs)
			.where(isDue(queue, nowMs))
			.orderBy(asc(jobs.runAtMs))
			.limit(limit);
		const due = db.$with("due").as(forUpdate(choice, { skipLocked: true }));
		const rows = await db
			.with(due)
			.update(jobs)
			.set({
				leaseToken: token,
				runAtMs: nowMs + leaseMs,
				state: ifExhausted(sql`'dead'`, sql`'ready'`),
				attempts: ifExhausted(sql`${jobs.attempts}`, sql`${jobs.attempts} + 1`),
				endedAtMs: ifExhausted(sql`cast(${nowMs} as bigint)`, sql`null`),
				lastError: ifExhausted(sql`'the worker died'`, sql`${jobs.lastError}`),
			})
			.where(and(inArray(jobs.id, db.select({ id: due.id }).from(due)), isDue(queue, nowMs)))
			.returning();
		return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
	},

	/** Marks the job as done. */
	finish: (db: Db, lease: Lease, nowMs: number) =>
		updateLeased(db, lease, { state: "done", endedAtMs: nowMs, leaseToken: null, progress: 1 }),

	/** Extends the lease to `untilMs`; `progress` null leaves the progress as it is. */
	extend: (db: Db, lease: Lease, untilMs: number, progress: number | null) =>
		updateLeased(db, lease, { runAtMs: untilMs, ...(progress !== null && { progress }) }),

	/** Records a failed attempt; the next one may start at `runAtMs`. */
	retry: (db: Db, lease: Lease, runAtMs: number, lastError: string) =>
		updateLeased(db, lease, { runAtMs, lastError, leaseToken: null }),

	/** Records the failure of the last attempt: the job is dead. */
	fail: (db: Db, lease: Lease, nowMs: number, lastError: string) =>
		updateLeased(db, lease, { state: "dead", endedAtMs: nowMs, lastError, leaseToken: null }),

	/** Releases the job as if it had never been claimed. */
	release: (db: Db, lease: Lease, nowMs: number) =>
		updateLeased(db, lease, { runAtMs: nowMs, leaseToken: null, attempts: sql`${jobs.attempts} - 1` }),

	/** Returns the number of jobs of these queues that are due. */
	countDue: (db: ReadDb, queues: readonly string[], nowMs: number): Promise<number> =>
		db.$count(jobs, and(inArray(jobs.queue, [...queues]), isReady, lte(jobs.runAtMs, nowMs))),

	/** Deletes up to `limit` of an organization's jobs and returns their number; a running one loses its lease. */
	deleteByOrganization: (tx: Db, orgId: string, limit: number): Promise<number> =>
		deletePortion(tx, jobs, jobs.id, eq(jobs.orgId, orgId), limit),

	/** Deletes up to `limit` of the jobs that ended at or before that instant, and returns their number. */
	deleteEnded: (tx: Db, endedAtMs: number, limit: number): Promise<number> =>
		deletePortion(tx, jobs, jobs.id, lte(jobs.endedAtMs, endedAtMs), limit),
};
