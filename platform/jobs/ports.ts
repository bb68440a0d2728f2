import type { Db } from "#db/store";

/** Members of a JSON object. An older program may have written them than the one that reads: the handler narrows them. */
export type JobPayload = Readonly<Record<string, unknown>>;

/** What a module asks to be done later. */
export interface NewJob {
	/** The queue somebody {@link Jobs.handle}s. */
	readonly queue: string;
	/** What the handler must know, JSON. Default: nothing. */
	readonly payload?: JobPayload;
	/** The organization it works for; without it the instance. */
	readonly orgId?: string;
	/** Not before, Unix ms. Default: now. */
	readonly runAtMs?: number;
	/** At most one job of the queue that has not ended carries this key. */
	readonly uniqueKey?: string;
	/** Dead after so many attempts, 1…. Default 10: about 15 minutes of retries. */
	readonly maxAttempts?: number;
}

/** A job somebody works on. */
export interface Job {
	/** `job_…`. Hand it on as the idempotency key of effects outside the database: an attempt may be a repetition. */
	readonly id: string;
	readonly queue: string;
	/** null: it works for the instance. */
	readonly orgId: string | null;
	readonly payload: JobPayload;
	/** 1 for the first. */
	readonly attempt: number;
	readonly maxAttempts: number;
	readonly createdAtMs: number;
	/**
	 * Ends the job in the transaction that holds its effects: then those happen exactly once.
	 * @throws LeaseLostError, which must leave the transaction, when another worker has the job by now
	 */
	done(tx: Db): Promise<void>;
}

/** What a handler is told besides its job. */
export interface JobContext {
	/** Aborted when the lease is lost or the process stops: end soon, by throwing `signal.reason`. */
	readonly signal: AbortSignal;
	/**
	 * Notes how far the work is, 0…1, and keeps the lease for its full length again. The lease is kept by itself too.
	 * @throws LeaseLostError when another worker has the job by now
	 */
	extend(progress: number): Promise<void>;
}

/** Does the work of one queue. Resolves: done. Rejects: another attempt, later. */
export type JobHandler = (job: Job, context: JobContext) => Promise<void>;

/** How a queue is worked on in this process. */
export interface QueueOptions {
	/** Jobs at the same time, 1…. Default 4. */
	readonly concurrency?: number;
	/** How long a worker that died keeps its jobs, in ms. Default 60,000. */
	readonly leaseMs?: number;
}

/** Background work, kept in the database: what is enqueued with a change happens if and only if the change does. */
export interface Jobs {
	/**
	 * Asks for work in the transaction of the change that needs it, and answers the job's id; undefined when one with the
	 * same `uniqueKey` waits or runs already. {@link Jobs.wake} after the commit makes it start at once.
	 */
	enqueue(tx: Db, job: NewJob): Promise<string | undefined>;
	/** Declares who works on a queue; once per queue, before {@link Jobs.start}. */
	handle(queue: string, handler: JobHandler, options?: QueueOptions): void;
	/**
	 * Work that comes again `everyMs` after it ended, on one instance at a time, failures included. Like `handle`, once
	 * per queue; the first round is due when the jobs are started.
	 */
	every(queue: string, everyMs: number, work: (context: JobContext) => Promise<void>): void;
	/** Looks for due work now, in one queue or in all. Without it work is found within a second. */
	wake(queue?: string): void;
	/** Begins to work. */
	start(): void;
	/**
	 * Claims nothing more and waits for what runs: 5 s undisturbed, then 3 s with its signal aborted. A job that gives up
	 * on the signal is free for others at once and the attempt does not count; what still runs comes back when its
	 * lease ends.
	 */
	stop(): Promise<void>;
	/** Runs everything that is due, and what that makes due, to its end; answers how many jobs it took. For tests and the CLI. */
	runDue(): Promise<number>;
	/** Jobs that could run but do not yet: the backlog. */
	countDue(): Promise<number>;
	/** Forgets the jobs of an organization, within the transaction of its purge; one that runs finds its lease lost. */
	eraseTenant(tx: Db, orgId: string): Promise<void>;
	/** Forgets jobs that ended 7 days ago. */
	purgeEnded(): Promise<void>;
}

/** Where the jobs tell what became of them. */
export interface JobsLog {
	warn(message: string, fields: JobLogFields): void;
	error(message: string, fields: JobLogFields): void;
}

/** What a line about a job says. */
export interface JobLogFields {
	readonly queue: string;
	readonly job?: string;
	readonly orgId?: string | null;
	readonly attempt?: number;
	readonly error?: unknown;
}

/** Another worker has the job: whatever the handler does must not count. */
export class LeaseLostError extends Error {
	override readonly name = "LeaseLostError";
	constructor(jobId: string) {
		super(`another worker has ${jobId} by now`);
	}
}
