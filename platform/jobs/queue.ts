import { INSTALLATION, roundRobin, shareOf } from "#kernel/fair-queue";
import { randomToken } from "#kernel/secrets";
import { Attempt, type AttemptDeps, StoppingError } from "./attempt.ts";
import type { JobHandler, QueueOptions } from "./ports.ts";
import { type DueJob, jobsRepository as repository } from "./repository.ts";

/** Polling interval of an idle queue. Only short timers are used: one of more than 24.8 days would fire immediately. */
const POLL_MS = 1_000;

/** As many due jobs are looked at together; where there are more, each organization is looked at. */
const WINDOW = 32;
/** How often other jobs are chosen when other processes were faster. */
const CHOICES = 3;

const EVERY_JOB_COUNTS = { afterMs: 0, concurrency: 0 };

/** The options of a queue with its handler. */
type QueueSettings = Required<Pick<QueueOptions, "concurrency" | "leaseMs">> &
	Pick<QueueOptions, "slow" | "share"> & { readonly handler: JobHandler };

/**
 * One queue in this process: claims due jobs, a few at a time, and runs the handler on them. Organizations take turns, one
 * job each, and none has more than its share of the slots.
 */
export class Queue {
	readonly name: string;
	readonly #deps: AttemptDeps;
	readonly #handler: JobHandler;
	readonly #concurrency: number;
	readonly #share: number;
	readonly #leaseMs: number;
	readonly #slow: NonNullable<QueueOptions["slow"]>;
	readonly #running = new Map<Attempt, Promise<void>>();
	readonly #sleeper = new Sleeper();
	/** The organization that was served last. */
	#last = INSTALLATION;
	#isStarted = false;
	#loop: Promise<void> = Promise.resolve();

	/**
	 * Creates a queue. `leaseMs`: duration of a claim; `concurrency`: maximum number of concurrent jobs; `share`: of one
	 * organization.
	 */
	constructor(
		name: string,
		deps: AttemptDeps,
		{ handler, concurrency, leaseMs, share = shareOf(concurrency), slow = EVERY_JOB_COUNTS }: QueueSettings,
	) {
		this.name = name;
		this.#deps = deps;
		this.#handler = handler;
		this.#concurrency = concurrency;
		this.#share = share;
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
			if (claimed === 0 || this.#freeSlots <= 0) await this.#sleeper.sleep(POLL_MS);
		}
	}

	/** How many more jobs may be started. */
	get #freeSlots(): number {
		return this.#concurrency - this.#placesOf([...this.#running.keys()], this.#slow.concurrency);
	}

	/** How many more jobs of an organization may be started. What the instance does for itself has no share. */
	#roomOf(party: string): number {
		if (party === INSTALLATION) return this.#concurrency;
		const running = [...this.#running.keys()].filter((attempt) => partyOf(attempt) === party);
		return this.#share - this.#placesOf(running, shareOf(this.#slow.concurrency));
	}

	/** How many slots attempts take, of which up to `hanging` slow ones take none. */
	#placesOf(attempts: readonly Attempt[], hanging: number): number {
		const slow = attempts.filter(({ runningMs }) => runningMs >= this.#slow.afterMs).length;
		return attempts.length - Math.min(slow, hanging);
	}

	/** Claims and starts as many due jobs as the concurrency allows; returns how many. */
	async #claim(): Promise<number> {
		const { store, clock, log } = this.#deps;
		for (const attempt of this.#running.keys()) await attempt.keepIfOver();
		const nowMs = clock.nowMs();
		const lease = { token: randomToken(16), nowMs, leaseMs: this.#leaseMs };
		for (let choice = 1; ; choice++) {
			const chosen = await this.#choose(nowMs);
			if (chosen.length === 0) return 0;
			const ids = chosen.map(({ id }) => id);
			const rows = await repository.claim(store.writing("job.lease").db, this.name, ids, lease);
			this.#last = partyOf(chosen.at(-1) ?? { orgId: null });
			for (const row of rows) {
				if (row.state === "ready") this.#startAttempt(new Attempt(this.#deps, row, this.#leaseMs));
				else
					log.error("a job was abandoned: every worker that took it died", {
						queue: this.name,
						job: row.id,
						attempt: row.attempts,
					});
			}
			if (rows.length > 0 || choice === CHOICES) return rows.length;
		}
	}

	/** Returns the jobs that are next, as many as there are slots. */
	async #choose(nowMs: number): Promise<DueJob[]> {
		const limit = this.#freeSlots;
		if (limit <= 0) return [];
		const oldest = await repository.listDue(this.#deps.store.db, this.name, nowMs, WINDOW);
		const due = oldest.length < WINDOW ? oldest : await this.#eachWithDue(nowMs, limit);
		return roundRobin(due, { partyOf, last: this.#last, limit, roomOf: (party) => this.#roomOf(party) });
	}

	/** Returns the oldest due jobs of as many organizations as there are slots, beginning after the one that was last. */
	async #eachWithDue(nowMs: number, limit: number): Promise<DueJob[]> {
		const { db } = this.#deps.store;
		const due = await repository.listDueOf(db, this.name, null, nowMs, limit);
		const seen = new Set<string>();
		let parties = due.length > 0 ? 1 : 0;
		for (let after = this.#last; parties < limit; ) {
			const next = await repository.findOrganizationAfter(db, this.name, after, nowMs);
			if (next === undefined && after === INSTALLATION) break;
			after = next ?? INSTALLATION;
			if (next === undefined) continue;
			if (seen.has(next)) break;
			seen.add(next);
			const room = Math.min(limit, this.#roomOf(next));
			if (room <= 0) continue;
			due.push(...(await repository.listDueOf(db, this.name, next, nowMs, room)));
			parties++;
		}
		return due;
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

const partyOf = ({ orgId }: { readonly orgId: string | null }): string => orgId ?? INSTALLATION;

/**
 * Lets a loop sleep until it is woken or the time is up. A wake-up while nothing sleeps ends the next sleep
 * immediately.
 */
class Sleeper {
	#isWoken = false;
	#resume: (() => void) | null = null;

	/** Ends the current sleep, or the next one. */
	wake(): void {
		this.#isWoken = true;
		this.#resume?.();
	}

	/** Sleeps for at most `ms`. Only one caller at a time. */
	async sleep(ms: number): Promise<void> {
		if (!this.#isWoken) {
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, ms);
				this.#resume = () => {
					clearTimeout(timer);
					resolve();
				};
			});
			this.#resume = null;
		}
		this.#isWoken = false;
	}
}
