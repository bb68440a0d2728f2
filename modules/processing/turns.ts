import type { Db, Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { type Job, type JobContext, type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import { findRunnable } from "./repository.ts";

/** Lease of a turn in ms: how long the work of a killed process waits for another. */
const LEASE_MS = 20_000;

/** Queue of the turns: at most one of each organization. */
const TURNS = "processing.turns";

/**
 * How a turn ended: `done`: the job it worked on has ended or waits; `yielded`: there is more of it to do; or the delay
 * in ms after which the organization's next turn may begin.
 */
export type TurnResult = "done" | "yielded" | number;

/** Dependencies of {@link createTurns}. */
export interface TurnsDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly jobs: Jobs;
	/** Number of organizations whose recordings this process works on at once, 1…. */
	readonly concurrency: number;
}

/** See {@link createTurns}. */
export type Turns = ReturnType<typeof createTurns>;

/**
 * Creates the turns, by which the processing of recordings is fair: an organization with work has one turn in the queue,
 * works for a while on its oldest job, and queues again behind the others. However many recordings it has uploaded,
 * everybody else waits for no more than one turn of each organization.
 */
export function createTurns({ store, clock, jobs, concurrency }: TurnsDeps) {
	/** Queues the next turn of an organization, in the transaction that gives it work; it may have one already. */
	async function enqueue(tx: Db, orgId: string, delayMs = 0): Promise<void> {
		await jobs.enqueue(tx, {
			queue: TURNS,
			orgId,
			uniqueKey: orgId,
			runAtMs: clock.nowMs() + delayMs,
			maxAttempts: UNLIMITED_ATTEMPTS,
		});
	}

	return {
		enqueue,

		/** Starts the next turn at once, if one is due. */
		wake: () => jobs.wake(TURNS),

		/** Registers the work of a turn. */
		handle(work: (orgId: string, context: JobContext) => Promise<TurnResult>): void {
			const take = async (job: Job, context: JobContext) => {
				const { orgId } = job;
				if (orgId === null) return;
				const result = await work(orgId, context);
				await store.writing("processing.turn").tx(async (tx) => {
					await job.done(tx);
					if (await findRunnable(tx, orgId)) await enqueue(tx, orgId, typeof result === "number" ? result : 0);
				});
				jobs.wake(TURNS);
			};
			jobs.handle(TURNS, take, { concurrency, leaseMs: LEASE_MS });
		},
	};
}
