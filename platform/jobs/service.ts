import type { Store } from "#db/store";
import { type Clock, DAY_MS, MINUTE_MS } from "#kernel/clock";
import type { NewId } from "#kernel/ids";
import type { Jobs, JobsLog, NewJob } from "./ports.ts";
import { Queue } from "./queue.ts";
import { jobsRepository as repository } from "./repository.ts";

/** What {@link createJobs} is made of. */
export interface JobsDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly log: JobsLog;
	/** For tests of `stop`: its two waits in ms. Default 5,000 and 3,000. */
	readonly patience?: { readonly undisturbedMs: number; readonly abortedMs: number };
}

const CONCURRENCY = 4;
const LEASE_MS = MINUTE_MS;
const MAX_ATTEMPTS = 10;
/** Work that comes again is never given up. */
const UNLIMITED_ATTEMPTS = 2_000_000_000;
/** The key of the one round of recurring work that is ahead. */
const NEXT_ROUND = "next-round";
/** How long ended jobs can be looked at. */
const KEPT_MS = 7 * DAY_MS;
const PATIENCE = { undisturbedMs: 5_000, abortedMs: 3_000 };

/** Background work over one database; any number of processes may share it. */
export function createJobs(deps: JobsDeps): Jobs {
	const { store, clock, newId } = deps;
	const { undisturbedMs, abortedMs } = deps.patience ?? PATIENCE;
	const queues = new Map<string, Queue>();
	/** Puts the first round of recurring work into its queue, by queue. */
	const firstRounds = new Map<string, () => Promise<void>>();

	const enqueue: Jobs["enqueue"] = async (tx, job) => {
		const id = newId("job");
		const isNew = await repository.insert(tx, toRow(id, job, clock.nowMs()));
		return isNew ? id : undefined;
	};

	const handle: Jobs["handle"] = (name, handler, { concurrency = CONCURRENCY, leaseMs = LEASE_MS } = {}) => {
		if (queues.has(name)) throw new Error(`the queue ${name} has a handler already`);
		queues.set(name, new Queue(name, deps, { handler, concurrency, leaseMs }));
	};

	return {
		enqueue,
		handle,

		every(queue, everyMs, work) {
			const round = { queue, uniqueKey: NEXT_ROUND, maxAttempts: UNLIMITED_ATTEMPTS };
			firstRounds.set(queue, async () => void (await enqueue(store.writing("job.repeat").db, round)));
			handle(
				queue,
				async (job, context) => {
					await work(context);
					await store.writing("job.repeat").tx(async (tx) => {
						await job.done(tx);
						await enqueue(tx, { ...round, runAtMs: clock.nowMs() + everyMs });
					});
				},
				{ concurrency: 1 },
			);
		},

		wake(name) {
			for (const queue of queues.values()) if (name === undefined || queue.name === name) queue.wake();
		},

		start() {
			for (const queue of queues.values()) queue.start(firstRounds.get(queue.name) ?? (() => Promise.resolve()));
		},

		async stop() {
			const stopped = Promise.all([...queues.values()].map((queue) => queue.stop()));
			if (await endsWithin(stopped, undisturbedMs)) return;
			for (const queue of queues.values()) queue.abort();
			await endsWithin(stopped, abortedMs);
		},

		async runDue() {
			for (let total = 0; ; ) {
				let ran = 0;
				for (const queue of queues.values()) ran += await queue.runDue();
				if (ran === 0) return total;
				total += ran;
			}
		},

		countDue: () => repository.countDue(store.db, [...queues.keys()], clock.nowMs()),

		eraseTenant: repository.removeOf,

		async purgeEnded() {
			const { db } = store.writing("purge");
			while (await repository.purge(db, clock.nowMs() - KEPT_MS));
		},
	};
}

const toRow = (id: string, job: NewJob, nowMs: number) => ({
	id,
	orgId: job.orgId ?? null,
	queue: job.queue,
	uniqueKey: job.uniqueKey ?? null,
	payload: job.payload ?? {},
	state: "ready" as const,
	attempts: 0,
	maxAttempts: job.maxAttempts ?? MAX_ATTEMPTS,
	runAtMs: job.runAtMs ?? nowMs,
	leaseToken: null,
	lastError: null,
	progress: null,
	createdAtMs: nowMs,
	endedAtMs: null,
});

/** Whether it settles before `ms` are over. */
async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
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
