import type { SizeName } from "../../scripts/grow/plan.ts";
import { median } from "../support/load.ts";
import { type Case, nameOf } from "./case.ts";
import type { Worker } from "./worker.ts";

/** What was measured of a case. */
export interface Comparison {
	readonly name: string;
	/** Median processor time of one call, in µs. */
	readonly micros: Partial<Record<SizeName, number>>;
	/** Median of the ratio of two rounds, one after the other: the largest size by the smallest. */
	readonly ratio: number;
	/** Rows of the page at each size; the same, or the times do not compare. */
	readonly rows: readonly number[];
	/** Longest time for which the event loop was busy with one thing, in ms. */
	readonly stallMs: number;
	readonly stalledAt: SizeName | null;
	/** Reasons why it could not be measured. */
	readonly failures: readonly string[];
}

const ROUNDS = 7;
/** Further rounds for what seems to cost more, or stalled: on a busy machine that may be an accident. */
const MORE_ROUNDS = 10;
const SUSPICIOUS = 1.35;
/** Time on the clock after which a case is left with the rounds it has, in ms. */
const PATIENCE_MS = 12_000;

/** What one size takes, round after round. */
class Track {
	readonly worker: Worker;
	readonly micros: number[] = [];
	readonly failures: string[] = [];
	rows: number | null = null;
	stallMs = 0;
	#count = 1;

	constructor(worker: Worker) {
		this.worker = worker;
	}

	async warmUp(name: string): Promise<void> {
		const { count = 1, failure } = await this.worker.ask({ kind: "warm-up", name });
		this.#count = count;
		this.#note(failure);
	}

	async round(name: string): Promise<void> {
		const report = await this.worker.ask({ kind: "round", name, count: this.#count });
		this.#note(report.failure);
		this.micros.push(report.micros ?? Number.NaN);
		this.stallMs = Math.max(this.stallMs, report.stallMs ?? 0);
		this.rows ??= report.rows ?? null;
	}

	#note(failure: string | undefined): void {
		if (failure !== undefined) this.failures.push(`${this.worker.size}: ${failure}`);
	}
}

/**
 * Measures a case at all sizes in turn, round after round: whatever else the machine does meanwhile slows all of them, and
 * their ratio stays.
 */
export async function compare(workers: readonly Worker[], each: Case): Promise<Comparison> {
	const name = nameOf(each);
	const tracks = workers.map((worker) => new Track(worker));
	for (const track of tracks) await track.warmUp(name);
	const failures = () => tracks.flatMap((track) => track.failures);
	const [first, last] = [tracks[0], tracks.at(-1)];
	const ratios: number[] = [];
	const startedMs = performance.now();
	const isEnough = (n: number): boolean =>
		failures().length > 0 ||
		n >= ROUNDS + MORE_ROUNDS ||
		(n >= ROUNDS && median(ratios) < SUSPICIOUS) ||
		(n > 0 && performance.now() - startedMs > PATIENCE_MS);
	for (let n = 0; !isEnough(n); n++) {
		for (const track of tracks) await track.round(name);
		ratios.push((last?.micros.at(-1) ?? Number.NaN) / (first?.micros.at(-1) ?? Number.NaN));
	}
	const stalled = [...tracks].sort((a, b) => b.stallMs - a.stallMs)[0];
	return {
		name,
		micros: Object.fromEntries(tracks.map(({ worker, micros }) => [worker.size, median(micros)])),
		ratio: median(ratios),
		rows: tracks.flatMap(({ rows }) => rows ?? []),
		stallMs: stalled?.stallMs ?? 0,
		stalledAt: stalled?.worker.size ?? null,
		failures: failures(),
	};
}
