import type { Db, ReadDb } from "#db/store";
import type { Cleanup } from "./cleanups.ts";

/** The `maxAttempts` of work that is never given up. */
export const UNLIMITED_ATTEMPTS = 2_000_000_000;

/**
 * Payload of a job, a JSON object. It may have been written by an older version of the program than the one that reads
 * it: the handler narrows it.
 */
export type JobPayload = Readonly<Record<string, unknown>>;

/** A job to be enqueued. */
export interface NewJob {
	/** Name of a queue with a handler, see {@link Jobs.handle}. */
	readonly queue: string;
	/** Data for the handler, JSON. Default: none. */
	readonly payload?: JobPayload;
	/** The organization it works for, with which it takes turns; null: the instance, whose queues are listed in a test. */
	readonly orgId: string | null;
	/** Earliest start, Unix ms. Default: now. */
	readonly runAtMs?: number;
	/** At most one unfinished job of the queue has this key. */
	readonly uniqueKey?: string;
	/** Number of attempts after which it is dead, 1…. Default 10: about 15 minutes of retries. */
	readonly maxAttempts?: number;
}

/** A job being worked on. */
export interface Job {
	/** `tsk_…`. Pass it as the idempotency key of effects outside the database: an attempt may repeat an earlier one. */
	readonly id: string;
	readonly queue: string;
	/** Null when it works for the instance. */
	readonly orgId: string | null;
	readonly payload: JobPayload;
	/** 1 for the first. */
	readonly attempt: number;
	readonly maxAttempts: number;
	readonly createdAtMs: number;
	/**
	 * Finishes the job in the transaction that contains its effects, so that they happen exactly once.
	 * @throws LeaseLostError, which must abort the transaction, when another worker has taken the job over
	 */
	done(tx: Db): Promise<void>;
	/**
	 * Gives up its `uniqueKey`, so that another job with the key can be enqueued while this one runs: what changes after this
	 * transaction is for the next one. Lock in it what is changed with that other job.
	 * @throws LeaseLostError when another worker has taken the job over
	 */
	freeKey(tx: Db): Promise<void>;
}

/** Context of a job handler. */
export interface JobContext {
	/** Aborted when the lease is lost or the process stops: return soon, by throwing `signal.reason`. */
	readonly signal: AbortSignal;
	/**
	 * Stores the progress of the work, 0…1, and renews the lease. The lease is renewed automatically too.
	 * @throws LeaseLostError when another worker has taken the job over
	 */
	extend(progress: number): Promise<void>;
}

/** Handles the jobs of one queue. Resolves: done. Rejects: retried later. */
export type JobHandler = (job: Job, context: JobContext) => Promise<void>;

/** Options of a queue in this process. */
export interface QueueOptions {
	/** Maximum number of concurrent jobs, 1…. Default 4. */
	readonly concurrency?: number;
	/** Maximum number of concurrent jobs of one organization, 1…. Default: half of `concurrency`, so that others find a slot. */
	readonly share?: number;
	/**
	 * Jobs that have been running for `afterMs` do not count, up to `concurrency` of them, so that a few that hang do not
	 * hold up the others. Default: every job counts.
	 */
	readonly slow?: { readonly afterMs: number; readonly concurrency: number };
	/** Time after which the jobs of a dead worker become due again, in ms. Default 60,000. */
	readonly leaseMs?: number;
	/**
	 * Whether its jobs do what nobody can undo, so that they run only once their time has come for certain: see
	 * `createSettledTime`. Their handlers check the deadline again. Default false.
	 */
	readonly settled?: boolean;
}

/**
 * Background jobs, stored in the database: a job enqueued with a change is run if and only if the change is committed.
 * The organizations with jobs in a queue take turns, one job each: however many one of them has enqueued, the others wait
 * for one of its jobs. Within an organization, the one that is due first is first.
 */
export interface Jobs {
	/**
	 * Enqueues a job in the transaction of the change that needs it and returns its id; undefined when one with the same
	 * `uniqueKey` is waiting or running already. Call {@link Jobs.wake} after the commit to start it immediately.
	 */
	enqueue(tx: Db, job: NewJob): Promise<string | undefined>;
	/** Returns the payload of the unfinished job with this key; undefined when there is none. */
	findPayload(db: ReadDb, queue: string, uniqueKey: string): Promise<JobPayload | undefined>;
	/** Returns when recurring work runs next, in Unix ms; undefined before it was started for the first time. */
	nextRoundAtMs(queue: string): Promise<number | undefined>;
	/** Registers the handler of a queue; once per queue, before {@link Jobs.start}. */
	handle(queue: string, handler: JobHandler, options?: QueueOptions): void;
	/**
	 * Registers recurring work, which runs again `everyMs` after it ended or failed, on one instance at a time. Once per
	 * queue, like `handle`; the first run is due when the jobs are started.
	 */
	every(queue: string, everyMs: number, work: (context: JobContext) => Promise<void>): void;
	/** Polls for due jobs immediately, in one queue or in all. Otherwise jobs are found within a second. */
	wake(queue?: string): void;
	/** Starts the workers. */
	start(): void;
	/**
	 * Claims no more jobs and waits for running ones: 5 s undisturbed, then 3 s with their signal aborted. A job that
	 * stops on the signal is immediately free for others and the attempt does not count; a job that keeps running becomes
	 * due again when its lease ends.
	 */
	stop(): Promise<void>;
	/**
	 * Runs everything that is due, including jobs enqueued meanwhile, to completion; returns the number of jobs run. For
	 * tests and the CLI.
	 * @param name only the jobs of this queue; default: of all
	 */
	runDue(name?: string): Promise<number>;
	/** Returns the number of jobs that are due but not running: the backlog. */
	countDue(): Promise<number>;
	/** Returns the number of unfinished jobs of these queues: waiting for their time, due or running. */
	countUnfinished(queues: readonly string[]): Promise<number>;
	/**
	 * Brings jobs back that a clock scheduled which was ahead: they run as long from now as they would have from then. Acts on
	 * what it finds twice in a row, in case it is now that the clock is behind.
	 */
	bringBack(): Promise<void>;
	/** Deletes jobs that ended 7 days ago. */
	readonly deleteEnded: Cleanup;
}

/** Log of the jobs. */
export interface JobsLog {
	warn(message: string, fields: JobLogFields): void;
	error(message: string, fields: JobLogFields): void;
}

/** Fields of a log line about a job. */
export interface JobLogFields {
	readonly queue: string;
	readonly job?: string;
	readonly orgId?: string | null;
	readonly attempt?: number;
	readonly error?: unknown;
}

/** Thrown by a handler whose job failed and shall be tried again, later as usual, by the handler of another queue. */
export class RetryElsewhereError extends Error {
	override readonly name = "RetryElsewhereError";
	/** Name of that queue. */
	readonly queue: string;
	constructor(message: string, { queue, cause }: { readonly queue: string; readonly cause: Error }) {
		super(message, { cause });
		this.queue = queue;
	}
}

/** Thrown when another worker has taken the job over: the effects of the handler must not be committed. */
export class LeaseLostError extends Error {
	override readonly name = "LeaseLostError";
	constructor(jobId: string) {
		super(`another worker has taken over ${jobId}`);
	}
}
