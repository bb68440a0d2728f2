import type { JobRow } from "#db/schema";
import type { Db, Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { backoffMs } from "./backoff.ts";
import {
	type Job,
	type JobHandler,
	type JobPayload,
	type JobsLog,
	LeaseLostError,
	RetryElsewhereError,
} from "./ports.ts";
import { jobsRepository as repository } from "./repository.ts";

export interface AttemptDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly log: JobsLog;
}

/** Reason of a handler's abort signal when the process stops. */
export class StoppingError extends Error {
	override readonly name = "StoppingError";
}

/** Maximum length of an error stored for operators. */
const MAX_ERROR_CHARS = 2_000;

/** One attempt at a claimed job, from the claim to its outcome. */
export class Attempt {
	readonly #deps: AttemptDeps;
	readonly #row: JobRow;
	readonly #leaseMs: number;
	readonly #lease: { readonly jobId: string; readonly token: string };
	readonly #abort = new AbortController();
	readonly #startedAt = performance.now();
	/** Whether the handler has finished the job in a transaction that may not be committed yet. */
	#isFinishing = false;
	#leasedUntilMs: number;

	/** Creates an attempt for a claimed `row`. */
	constructor(deps: AttemptDeps, row: JobRow, leaseMs: number) {
		this.#deps = deps;
		this.#row = row;
		this.#leaseMs = leaseMs;
		this.#lease = { jobId: row.id, token: row.leaseToken ?? "" };
		this.#leasedUntilMs = row.runAtMs;
	}

	/** The organization it works for; null: the instance. */
	get orgId(): string | null {
		return this.#row.orgId;
	}

	/** How long it has been running, in ms. */
	get runningMs(): number {
		return performance.now() - this.#startedAt;
	}

	/** Aborts the signal of the handler. */
	abort(reason: Error): void {
		this.#abort.abort(reason);
	}

	/**
	 * Runs the handler and stores its outcome. Never rejects: if the outcome cannot be stored, the job becomes due again
	 * when the lease ends.
	 */
	async run(handler: JobHandler): Promise<void> {
		const heartbeat = setInterval(() => void this.#keepLease(), this.#leaseMs / 3);
		try {
			await handler(this.#job(), { signal: this.#abort.signal, extend: (progress) => this.#extend(progress) });
			if (!this.#isFinishing) await this.#finish(this.#db);
		} catch (error) {
			await this.#handleFailure(error);
		} finally {
			clearInterval(heartbeat);
		}
	}

	get #db(): Db {
		return this.#deps.store.writing("job.lease").db;
	}

	#job(): Job {
		const { id, queue, orgId, attempts: attempt, maxAttempts, createdAtMs } = this.#row;
		const payload = this.#row.payload as JobPayload; // Only `enqueue` writes payloads.
		const done = async (tx: Db) => {
			this.#isFinishing = true;
			await this.#finish(tx);
		};
		const freeKey = async (tx: Db) => {
			if (!(await repository.freeKey(tx, this.#lease))) throw new LeaseLostError(id);
		};
		return { id, queue, orgId, payload, attempt, maxAttempts, createdAtMs, done, freeKey };
	}

	async #finish(db: Db): Promise<void> {
		const ended = await repository.finish(db, this.#lease, this.#deps.clock.nowMs());
		if (!ended) throw new LeaseLostError(this.#lease.jobId);
	}

	async #extend(progress: number | null): Promise<void> {
		const nowMs = this.#deps.clock.nowMs();
		const runAtMs = nowMs + this.#leaseMs;
		const kept = await repository.extend(this.#db, this.#lease, { runAtMs, scheduledAtMs: nowMs }, progress);
		if (!kept) throw new LeaseLostError(this.#lease.jobId);
		this.#leasedUntilMs = runAtMs;
	}

	/** Renews a lease that has run out: its worker is here, so it is the clock that was set ahead. */
	async keepIfOver(): Promise<void> {
		if (this.#deps.clock.nowMs() >= this.#leasedUntilMs) await this.#keepLease();
	}

	/** Renews the lease. A database that is briefly unavailable does no harm as long as the lease lasts. */
	async #keepLease(): Promise<void> {
		try {
			await this.#extend(null);
		} catch (error) {
			const isLost = error instanceof LeaseLostError || this.#deps.clock.nowMs() >= this.#leasedUntilMs;
			if (isLost && !this.#isFinishing) this.abort(new LeaseLostError(this.#lease.jobId));
		}
	}

	async #handleFailure(error: unknown): Promise<void> {
		const { log } = this.#deps;
		const { id, queue, orgId, attempts, maxAttempts } = this.#row;
		const line = { queue, job: id, orgId, attempt: attempts, error };
		try {
			if (error instanceof LeaseLostError)
				log.warn("a job outlasted its lease and was taken over by another worker", line);
			else if (!(await this.#recordFailure(error))) log.warn("a job failed after it had ended", line);
			else if (this.#isStopping) return;
			else if (attempts >= maxAttempts) log.error("a job failed and will not be tried again", line);
			else log.warn("a job failed and will be tried again", line);
		} catch (lost) {
			log.warn("a job's failure could not be recorded; the job runs again when its lease expires", {
				...line,
				error: lost,
			});
		}
	}

	get #isStopping(): boolean {
		return this.#abort.signal.reason instanceof StoppingError;
	}

	#recordFailure(error: unknown): Promise<boolean> {
		const { clock } = this.#deps;
		const { attempts, maxAttempts } = this.#row;
		const nowMs = clock.nowMs();
		const text = String(error).slice(0, MAX_ERROR_CHARS);
		if (this.#isStopping) return repository.release(this.#db, this.#lease, nowMs);
		if (attempts >= maxAttempts) return repository.fail(this.#db, this.#lease, nowMs, text);
		const queue = error instanceof RetryElsewhereError ? error.queue : this.#row.queue;
		const schedule = { runAtMs: nowMs + backoffMs(attempts), scheduledAtMs: nowMs };
		return repository.retry(this.#db, this.#lease, { ...schedule, queue, lastError: text });
	}
}
