import { and, asc, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { deleteBatch } from "#db/delete-batch";
import { forUpdate } from "#db/dsl";
import { type JobRow, jobs } from "#db/schema";
import type { Db, ReadDb } from "#db/store";

/** Names one claim of one job; every later statement about the job must show it (the fence). */
export interface Lease {
	readonly jobId: string;
	readonly token: string;
}

const isDue = (queue: string, nowMs: number) =>
	and(eq(jobs.queue, queue), eq(jobs.state, "ready"), lte(jobs.runAtMs, nowMs));

/** Its attempts are used up, and the worker of the last one died without a word. */
const isSpent = sql`${jobs.attempts} >= ${jobs.maxAttempts}`;
const ifSpent = <T>(then: SQL, otherwise: SQL) => sql<T>`case when ${isSpent} then ${then} else ${otherwise} end`;

/** Changes the job if the lease still holds; false when another worker has it, or it has ended. */
async function whileLeased(db: Db, { jobId, token }: Lease, change: Partial<JobRow> | { attempts: SQL }) {
	const changed = await db
		.update(jobs)
		.set(change)
		.where(and(eq(jobs.id, jobId), eq(jobs.leaseToken, token), eq(jobs.state, "ready")))
		.returning({ id: jobs.id });
	return changed.length === 1;
}

/** The table `jobs`. It spans tenants, because workers do. */
export const jobsRepository = {
	/** Adds a job; false when one with its key has not ended yet. */
	async insert(db: Db, row: JobRow): Promise<boolean> {
		const inserted = await db.insert(jobs).values(row).onConflictDoNothing().returning({ id: jobs.id });
		return inserted.length === 1;
	},

	/** Whether a queue has work that could be claimed. Only a read: an idle worker asks often. */
	async hasDue(db: ReadDb, queue: string, nowMs: number): Promise<boolean> {
		const found = await db.select({ id: jobs.id }).from(jobs).where(isDue(queue, nowMs)).limit(1);
		return found.length > 0;
	},

	/**
	 * Takes up to `limit` due jobs, oldest first, for `leaseMs`: nobody else sees them before. Those whose workers died
	 * too often come back `dead`. Exclusive without locks: the update asks again for what the choice asked for.
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
				state: ifSpent(sql`'dead'`, sql`'ready'`),
				attempts: ifSpent(sql`${jobs.attempts}`, sql`${jobs.attempts} + 1`),
				endedAtMs: ifSpent(sql`cast(${nowMs} as bigint)`, sql`null`),
				lastError: ifSpent(sql`'the worker died'`, sql`${jobs.lastError}`),
			})
			.where(and(inArray(jobs.id, db.select({ id: due.id }).from(due)), isDue(queue, nowMs)))
			.returning();
		return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
	},

	/** The job is done. */
	finish: (db: Db, lease: Lease, nowMs: number) =>
		whileLeased(db, lease, { state: "done", endedAtMs: nowMs, leaseToken: null, progress: 1 }),

	/** The worker keeps the job until then; `progress` null leaves that as it is. */
	extend: (db: Db, lease: Lease, untilMs: number, progress: number | null) =>
		whileLeased(db, lease, { runAtMs: untilMs, ...(progress !== null && { progress }) }),

	/** The attempt failed; the next may begin at `runAtMs`. */
	retry: (db: Db, lease: Lease, runAtMs: number, lastError: string) =>
		whileLeased(db, lease, { runAtMs, lastError, leaseToken: null }),

	/** The last attempt failed. */
	bury: (db: Db, lease: Lease, nowMs: number, lastError: string) =>
		whileLeased(db, lease, { state: "dead", endedAtMs: nowMs, lastError, leaseToken: null }),

	/** The worker gives the job back as if it had never had it. */
	release: (db: Db, lease: Lease, nowMs: number) =>
		whileLeased(db, lease, { runAtMs: nowMs, leaseToken: null, attempts: sql`${jobs.attempts} - 1` }),

	/** Jobs of these queues that could be claimed now. */
	countDue: (db: ReadDb, queues: readonly string[], nowMs: number): Promise<number> =>
		db.$count(jobs, and(inArray(jobs.queue, [...queues]), eq(jobs.state, "ready"), lte(jobs.runAtMs, nowMs))),

	/** Deletes an organization's jobs: one that runs finds its lease lost. */
	async removeOf(db: Db, orgId: string): Promise<void> {
		await db.delete(jobs).where(eq(jobs.orgId, orgId));
	},

	/** Deletes some of the jobs that ended at or before that instant; true when there may be more. */
	async purge(db: Db, endedAtMs: number): Promise<boolean> {
		return deleteBatch(db, jobs, jobs.id, lte(jobs.endedAtMs, endedAtMs));
	},
};
