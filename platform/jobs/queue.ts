import { randomToken } from "#kernel/secrets";
import { Alarm } from "./alarm.ts";
import { Attempt, type AttemptDeps, StoppingError } from "./attempt.ts";
import type { JobHandler } from "./ports.ts";
import { jobsRepository as repository } from "./repository.ts";

/** How often an idle queue looks for work. Short timers only: one of more than 24.8 days would fire at once. */
const POLL_MS = 1_000;

/** One queue in this process: claims what is due, a few at a time, and hands it to the handler. */
export class Queue {
	readonly name: string;
	readonly #deps: AttemptDeps;
	readonly #handler: JobHandler;
	readonly #concurrency: number;
	readonly #leaseMs: number;
	readonly #running = new Map<Attempt, Promise<void>>();
	readonly #alarm = new Alarm();
	#isOn = false;
	#loop: Promise<void> = Promise.resolve();

	/** `leaseMs`: how long a claim lasts; `concurrency`: how many jobs run at once. */
	constructor(
		name: string,
		deps: AttemptDeps,
		{ handler, concurrency, leaseMs }: { handler: JobHandler; concurrency: number; leaseMs: number },
	) {
		this.name = name;
		this.#deps = deps;
		this.#handler = handler;
		this.#concurrency = concurrency;
		this.#leaseMs = leaseMs;
	}

	/** Looks for work now. */
	wake(): void {
		this.#alarm.ring();
	}

	/** Begins to work, after `prepare` has succeeded: it is asked again until it does. */
	start(prepare: () => Promise<void>): void {
		if (this.#isOn) return;
		this.#isOn = true;
		this.#loop = this.#work(prepare);
	}

	/** Claims nothing more. Resolves once nothing runs. */
	async stop(): Promise<void> {
		this.#isOn = false;
		this.#alarm.ring();
		await this.#loop;
		await this.#settle();
	}

	/** Asks what runs to give up. */
	abort(): void {
		for (const attempt of this.#running.keys()) attempt.abort(new StoppingError("the process stops"));
	}

	/** Runs what is due until nothing is; answers how many jobs were taken. */
	async runDue(): Promise<number> {
		for (let ran = 0; ; ) {
			const claimed = await this.#claim();
			if (claimed === 0) return ran;
			ran += claimed;
			await this.#settle();
		}
	}

	async #work(prepare: () => Promise<void>): Promise<void> {
		let isReady = false;
		while (this.#isOn) {
			let claimed = 0;
			try {
				if (!isReady) await prepare();
				isReady = true;
				claimed = await this.#claim();
			} catch (error) {
				this.#deps.log.warn("a queue cannot be read", { queue: this.name, error });
			}
			if (claimed === 0 || this.#running.size >= this.#concurrency) await this.#alarm.sleep(POLL_MS);
		}
	}

	/** Starts as many due jobs as there are hands free; answers how many. */
	async #claim(): Promise<number> {
		const { store, clock, log } = this.#deps;
		const limit = this.#concurrency - this.#running.size;
		const nowMs = clock.nowMs();
		if (limit <= 0 || !(await repository.hasDue(store.db, this.name, nowMs))) return 0;

		const lease = { token: randomToken(16), limit, nowMs, leaseMs: this.#leaseMs };
		const rows = await repository.claim(store.writing("job.lease").db, this.name, lease);
		for (const row of rows) {
			if (row.state === "ready") this.#begin(new Attempt(this.#deps, row, this.#leaseMs));
			else log.error("a job is dead: its workers died", { queue: this.name, job: row.id, attempt: row.attempts });
		}
		return rows.length;
	}

	#begin(attempt: Attempt): void {
		const ended = attempt.run(this.#handler).finally(() => {
			this.#running.delete(attempt);
			this.#alarm.ring();
		});
		this.#running.set(attempt, ended);
	}

	async #settle(): Promise<void> {
		await Promise.all(this.#running.values());
	}
}
