import type { SteadyMs } from "#kernel/clock";
import type { Logger } from "#kernel/logger";

/** Something outside this process that it needs, and whose outages are recognized. */
export interface Dependency {
	/** Name in the log: `postgres`. */
	readonly name: string;
	/** Returns why it cannot be used, in a few words, when an error says that; null for any other error. */
	readonly outageOf: (error: unknown) => string | null;
	/** Whether it works. Asked once a second during an outage, and never while an answer is awaited. */
	readonly works: () => boolean | Promise<boolean>;
}

/** Interval in ms at which it is asked whether an outage is over. */
const LOOK_MS = 1_000;
/** Interval in ms at which the failures of an outage are reported. */
const REPORT_MS = 30_000;

interface Outage {
	readonly sinceMs: number;
	readonly timer: ReturnType<typeof setInterval>;
	reason: string;
	/** Operations that have failed so far; as of the last look, and of the last report. */
	count: number;
	countAtLook: number;
	countAtReport: number;
	reportedAtMs: number;
	isLooking: boolean;
}

/**
 * Reports the outages of dependencies in place of everything that fails for them: one line says which one and why, then
 * one every 30 s how many operations have failed, while any do, and one that it is available again. An outage is over
 * when the dependency works and nothing has failed for a second.
 */
export class Outages {
	readonly #log: Pick<Logger, "info" | "warn">;
	readonly #nowMs: SteadyMs;
	readonly #dependencies: Dependency[] = [];
	readonly #outages = new Map<Dependency, Outage>();

	constructor(log: Pick<Logger, "info" | "warn">, nowMs: SteadyMs) {
		this.#log = log;
		this.#nowMs = nowMs;
	}

	/** Recognizes a dependency from here on. Returns what notes that it was lost, though no operation has failed. */
	watch(dependency: Dependency): (reason: string) => void {
		this.#dependencies.push(dependency);
		return (reason) => this.#note(dependency, reason, 0);
	}

	/** Counts an error that a dependency is the reason of. Returns whether it is one. */
	absorbs(error: unknown): boolean {
		for (const dependency of this.#dependencies) {
			const reason = dependency.outageOf(error);
			if (reason === null) continue;
			this.#note(dependency, reason, 1);
			return true;
		}
		return false;
	}

	#note(dependency: Dependency, reason: string, failed: number): void {
		const known = this.#outages.get(dependency);
		if (known !== undefined) {
			known.count += failed;
			known.reason = reason;
			return;
		}
		const sinceMs = this.#nowMs();
		const timer = setInterval(() => this.#look(dependency, outage), LOOK_MS);
		timer.unref();
		const counts = { count: failed, countAtLook: -1, countAtReport: failed };
		const outage: Outage = { sinceMs, timer, reason, ...counts, reportedAtMs: sinceMs, isLooking: false };
		this.#outages.set(dependency, outage);
		this.#log.warn(`${dependency.name} is unavailable: ${reason}`, { component: dependency.name });
	}

	#look(dependency: Dependency, outage: Outage): void {
		this.#report(dependency, outage);
		if (!outage.isLooking) void this.#endIfOver(dependency, outage);
	}

	#report({ name: component }: Dependency, outage: Outage): void {
		const { count, countAtReport, reportedAtMs, sinceMs, reason } = outage;
		const nowMs = this.#nowMs();
		if (nowMs - reportedAtMs < REPORT_MS || count === countAtReport) return;
		outage.reportedAtMs = nowMs;
		outage.countAtReport = count;
		const fields = { component, reason, durationMs: Math.round(nowMs - sinceMs), count };
		this.#log.warn(`${component} is still unavailable; failed operations: ${count - countAtReport}`, fields);
	}

	async #endIfOver(dependency: Dependency, outage: Outage): Promise<void> {
		outage.isLooking = true;
		const works = await Promise.resolve()
			.then(dependency.works)
			.catch(() => false);
		outage.isLooking = false;
		const isQuiet = outage.count === outage.countAtLook;
		outage.countAtLook = outage.count;
		if (!works || !isQuiet) return;
		clearInterval(outage.timer);
		this.#outages.delete(dependency);
		const { count, sinceMs } = outage;
		const durationMs = Math.round(this.#nowMs() - sinceMs);
		const message = `${dependency.name} is available again after ${Math.round(durationMs / 1000)} s; failed operations: ${count}`;
		this.#log.info(message, { component: dependency.name, durationMs, count });
	}
}
