import { randomToken } from "#kernel/secrets";
import { Attempt, type AttemptDeps, StoppingError } from "./attempt.ts";
import type { JobHandler, QueueOptions } from "./ports.ts";
import { jobsRepository as repository } from "./repository.ts";
import { Sleeper } from "./sleeper.ts";

/** Polling interval of an idle queue. Only short timers are used: one of more than 24.8 days would fire immediately. */
const POLL_MS = 1_000;

const EVERY_JOB_COUNTS = { afterMs: 0, concurrency: 0 };

/** The options of a queue with its handler. */
type QueueSettings = Required<Pick<QueueOptions, "concurrency" | "leaseMs">> &
	Pick<QueueOptions, "slow"> & { readonly handler: JobHandler };

/** One queue in this process: claims due jobs, a few at a time, and runs the handler on them. */
export class Queue {
	readonly name: string;
	readonly #deps: AttemptDeps;
	readonly #handler: JobHandler;
	readonly #concurrency: number;
	readonly #leaseMs: number;
	readonly #slow: NonNullable<QueueOptions["slow"]>;
	readonly #running = new Map<Attempt, Promise<void>>();
	readonly #sleeper = new Sleeper();
	#isStarted = false;
	#loop: Promise<void> = Promise.resolve();

	/** Creates a queue. `leaseMs`: duration of a claim; `concurrency`: maximum number of concurrent jobs. */
	constructor(
		name: string,
		deps: AttemptDeps,
		{ handler, concurrency, leaseMs, slow = EVERY_JOB_COUNTS }: QueueSettings,
	) {
		this.name = name;
		this.#deps = deps;
		this.#handler = handler;
		this.#concurrency = concurrency;
		this.#leaseMs = leaseMs;
		this.#slow = slow;
	}

	/** Polls immediately. */
	wake(): void {
		this.#sleeper.wake();
	}

	/** Starts polling once `prepare` has succeeded; it is retried until it does. */
	start(prepare: () => Promise<void>): void {
		if (this.#isStarted) return;
		this.#isStarted = true;
		this.#loop = this.#poll(prepare);
	}

	/** Stops claiming jobs. Resolves once no job is running. */
	async stop(): Promise<void> {
		this.#isStarted = false;
		this.#sleeper.wake();
		await this.#loop;
		await this.#waitForRunning();
	}

	/** Aborts the running jobs. */
	abort(): void {
		for (const attempt of this.#running.keys()) attempt.abort(new StoppingError("the process stops"));
	}

	/** Runs due jobs until there are none; returns the number of jobs run. */
	async runDue(): Promise<number> {
		for (let ran = 0; ; ) {
			const claimed = await this.#claim();
			if (claimed === 0) return ran;
			ran += claimed;
			await this.#waitForRunning();
		}
	}

	async #poll(prepare: () => Promise<void>): Promise<void> {
		let isReady = false;
		while (this.#isStarted) {
			let claimed = 0;
			try {
				if (!isReady) await prepare();
				isReady = true;
				claimed = await this.#claim();
			} catch (error) {
				this.#deps.log.warn("a queue cannot be read", { queue: this.name, error });
			}
			if (claimed === 0 || this.#freePlaces <= 0) await this.#sleeper.sleep(POLL_MS);
		}
	}

	/** How many more jobs may be started. */
	get #freePlaces(): number {
		const { afterMs, concurrency } = this.#slow;
		const slow = [...this.#running.keys()].filter(({ runningMs }) => runningMs >= afterMs).length;
		return this.#concurrency - (this.#running.size - Math.min(slow, concurrency));
	}

	/** Claims and starts as many due jobs as the concurrency allows; returns how many. */
	async #claim(): Promise<number> {
		const { store, clock, log } = this.#deps;
		const limit = this.#freePlaces;
		for (const attempt of this.#running.keys()) await attempt.keepIfOver();
		const nowMs = clock.nowMs();
		if (limit <= 0 || !(await repository.hasDue(store.db, this.name, nowMs))) return 0;

		const lease = { token: randomToken(16), limit, nowMs, leaseMs: this.#leaseMs };
		const rows = await repository.claim(store.writing("job.lease").db, this.name, lease);
		for (const row of rows) {
			if (row.state === "ready") this.#startAttempt(new Attempt(this.#deps, row, this.#leaseMs));
			else
				log.error("a job was abandoned: every worker that took it died", {
					queue: this.name,
					job: row.id,
					attempt: row.attempts,
				});
		}
		return rows.length;
	}

	#startAttempt(attempt: Attempt): void {
		const ended = attempt.run(this.#handler).finally(() => {
			this.#running.delete(attempt);
			this.#sleeper.wake();
		});
		this.#running.set(attempt, ended);
	}

	async #waitForRunning(): Promise<void> {
		await Promise.all(this.#running.values());
	}
}
