import { inPortions } from "#db/portions";
import type { Db, Store } from "#db/store";
import { type Clock, DAY_MS, MINUTE_MS } from "#kernel/clock";
import type { NewId } from "#kernel/ids";
import { type Jobs, type JobsLog, type NewJob, UNLIMITED_ATTEMPTS } from "./ports.ts";
import { Queue } from "./queue.ts";
import { jobsRepository as repository } from "./repository.ts";

export interface JobsDeps {
	readonly store: Store;
	readonly clock: Clock;
	/** For the queues whose jobs run when their time has come for certain. */
	readonly settledClock: Clock;
	readonly newId: NewId;
	readonly log: JobsLog;
	/** For tests of `stop`: its two timeouts in ms. Default 5,000 and 3,000. */
	readonly stopTimeouts?: { readonly drainMs: number; readonly abortMs: number };
}

const CONCURRENCY = 4;
const LEASE_MS = MINUTE_MS;
const MAX_ATTEMPTS = 10;
/** Unique key of the next run of recurring work. */
const RECURRING_KEY = "next-round";
/** Retention of ended jobs. */
const RETENTION_MS = 7 * DAY_MS;
/**
 * How far ahead a job must have been scheduled to have come from a clock that was wrong, in ms. A database has one server on
 * SQLite; on Postgres the clocks of several may differ, though their tokens allow for half a minute only.
 */
const AHEAD_MS = { sqlite: MINUTE_MS, postgres: 15 * MINUTE_MS };
const STOP_TIMEOUTS = { drainMs: 5_000, abortMs: 3_000 };

/** Creates the background jobs of one database; any number of processes may share it. */
export function createJobs(deps: JobsDeps): Jobs {
	const { store, clock, settledClock, newId } = deps;
	const { drainMs, abortMs } = deps.stopTimeouts ?? STOP_TIMEOUTS;
	const queues = new Map<string, Queue>();
	const settledQueues = new Set<string>();
	/** Whether jobs from the future were there at the last look. */
	let hadAhead = false;
	/** Functions that enqueue the first run of recurring work, by queue. */
	const enqueueFirst = new Map<string, () => Promise<void>>();

	const enqueue: Jobs["enqueue"] = async (tx, job) => {
		const id = newId("tsk");
		const isNew = await repository.insert(tx, toRow(id, job, clock.nowMs()));
		return isNew ? id : undefined;
	};

	const handle: Jobs["handle"] = (name, handler, options = {}) => {
		const { concurrency = CONCURRENCY, leaseMs = LEASE_MS, settled = false, slow, share } = options;
		if (queues.has(name)) throw new Error(`the queue ${name} has a handler already`);
		if (settled) settledQueues.add(name);
		const timed = settled ? { ...deps, clock: settledClock } : deps;
		queues.set(
			name,
			new Queue(name, timed, { handler, concurrency, leaseMs, ...(slow && { slow }), ...(share && { share }) }),
		);
	};

	return {
		enqueue,
		findPayload: (db, queue, uniqueKey) => repository.findPayload(db, queue, uniqueKey),
		nextRoundAtMs: (queue) => repository.findRunAtMs(store.db, queue, RECURRING_KEY),
		handle,

		every(queue, everyMs, work) {
			const job = { queue, orgId: null, uniqueKey: RECURRING_KEY, maxAttempts: UNLIMITED_ATTEMPTS };
			enqueueFirst.set(queue, async () => void (await enqueue(store.writing("job.repeat").db, job)));
			handle(
				queue,
				async (current, context) => {
					await work(context);
					await store.writing("job.repeat").tx(async (tx) => {
						await current.done(tx);
						await enqueue(tx, { ...job, runAtMs: clock.nowMs() + everyMs });
					});
				},
				{ concurrency: 1 },
			);
		},

		wake(name) {
			for (const queue of queues.values()) if (name === undefined || queue.name === name) queue.wake();
		},

		start() {
			for (const queue of queues.values()) queue.start(enqueueFirst.get(queue.name) ?? (() => Promise.resolve()));
		},

		async stop() {
			const stopped = Promise.all([...queues.values()].map((queue) => queue.stop()));
			if (await settlesWithin(stopped, drainMs)) return;
			for (const queue of queues.values()) queue.abort();
			await settlesWithin(stopped, abortMs);
		},

		async runDue(name) {
			for (let total = 0; ; ) {
				let ran = 0;
				for (const queue of queues.values()) if (name === undefined || queue.name === name) ran += await queue.runDue();
				if (ran === 0) return total;
				total += ran;
			}
		},

		async countDue() {
			const usual = [...queues.keys()].filter((name) => !settledQueues.has(name));
			const due = await repository.countDue(store.db, usual, clock.nowMs());
			return due + (await repository.countDue(store.db, [...settledQueues], settledClock.nowMs()));
		},

		countUnfinished: (names) => repository.countUnfinished(store.db, names),

		async bringBack() {
			const sinceMs = clock.nowMs() + AHEAD_MS[store.dialect];
			const hasAhead = await repository.hasScheduledAfter(store.db, sinceMs);
			const isSeenTwice = hasAhead && hadAhead;
			hadAhead = hasAhead;
			if (!isSeenTwice) return;
			await inPortions<Db>(store.writing("job.bring_back").tx, (tx, limit) =>
				repository.reschedule(tx, sinceMs, clock.nowMs(), limit),
			);
			for (const queue of queues.values()) queue.wake();
		},

		deleteEnded: (within, nowMs) => within((tx, limit) => repository.deleteEnded(tx, nowMs - RETENTION_MS, limit)),
	};
}

const toRow = (id: string, job: NewJob, nowMs: number) => ({
	id,
	orgId: job.orgId,
	queue: job.queue,
	uniqueKey: job.uniqueKey ?? null,
	payload: job.payload ?? {},
	state: "ready" as const,
	attempts: 0,
	maxAttempts: job.maxAttempts ?? MAX_ATTEMPTS,
	runAtMs: job.runAtMs ?? nowMs,
	scheduledAtMs: nowMs,
	leaseToken: null,
	lastError: null,
	progress: null,
	createdAtMs: nowMs,
	endedAtMs: null,
});

/** Whether `work` settles within `ms`. */
async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<false>((resolve) => {
		timer = setTimeout(resolve, ms, false);
	});
	try {
		return await Promise.race([work.then(() => true), late]);
	} finally {
		clearTimeout(timer);
	}
}
