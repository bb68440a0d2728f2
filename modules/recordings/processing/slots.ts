import type { ProcessingJobRow, ProcessingType } from "#db/schema/index";
import type { Db } from "#db/store";
import { type Job, type JobContext, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import { findRunnable } from "./repository.ts";

/** Lease of a slot in ms: how long the work of a killed process waits for another. */
const LEASE_MS = 20_000;

/** Returns the queue of the slots of a kind: at most one of each organization. */
const queueOf = (type: ProcessingType) => `processing.${type}`;

/**
 * How a slot ended: `done`: the job it worked on has ended or waits; `yielded`: there is more of it to do; or the delay
 * in ms after which the organization's next slot may begin.
 */
export type SlotResult = "done" | "yielded" | number;

export interface SlotsDeps extends Pick<Core, "store" | "clock" | "jobs"> {
	/** Number of organizations whose jobs of one kind this process works on at once, 1…. */
	readonly concurrency: number;
}

/** Whose slot it is, at jobs of which kind. */
export type Slot = Pick<ProcessingJobRow, "orgId" | "type">;

export type Slots = ReturnType<typeof createSlots>;

/**
 * Creates the slots, by which processing is fair: an organization with work of a kind has one slot in the queue of that
 * kind, works for a while on its oldest job, and queues again behind the others. However many recordings it has
 * uploaded, everybody else waits for no more than one slot of each organization. What takes seconds does not wait for
 * what takes hours, because each kind has a queue of its own.
 */
export function createSlots({ store, clock, jobs, concurrency }: SlotsDeps) {
	/** Queues the next slot of an organization, in the transaction that gives it work; it may have one already. */
	async function enqueue(tx: Db, { orgId, type }: Slot, delayMs = 0): Promise<void> {
		await jobs.enqueue(tx, {
			queue: queueOf(type),
			orgId,
			uniqueKey: orgId,
			runAtMs: clock.nowMs() + delayMs,
			maxAttempts: UNLIMITED_ATTEMPTS,
		});
	}

	return {
		enqueue,

		/** Starts the next slot of a kind at once, if one is due. */
		wake: (type: ProcessingType) => jobs.wake(queueOf(type)),

		/** Registers the work of the slots of a kind. */
		handle(type: ProcessingType, work: (slot: Slot, context: JobContext) => Promise<SlotResult>): void {
			const take = async (job: Job, context: JobContext) => {
				const { orgId } = job;
				if (orgId === null) return;
				const result = await work({ orgId, type }, context);
				await store.writing("processing.slot").tx(async (tx) => {
					await job.done(tx);
					const delayMs = typeof result === "number" ? result : 0;
					if (await findRunnable(tx, orgId, type)) await enqueue(tx, { orgId, type }, delayMs);
				});
				jobs.wake(queueOf(type));
			};
			jobs.handle(queueOf(type), take, { concurrency, leaseMs: LEASE_MS });
		},
	};
}
