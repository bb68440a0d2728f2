import { type SteadyMs, systemSteadyMs } from "./clock.ts";

/**
 * The ids a value depends on (an organization, a user, a session, a key), three at most; null and undefined ones are
 * ignored.
 */
export type DependsOn = readonly [Id?, Id?, Id?];
type Id = string | null;

/**
 * Number of counters that the ids are spread over, 1 MiB of them. Two ids with the same one are invalidated together,
 * which costs a read that was not needed; with so many counters that is rare, even with caches full of entries.
 */
const COUNTERS = 2 ** 18;
/** The counter of everything: {@link Dependencies.clear} advances it, and it stands for ids that are absent. */
const EVERYTHING = 0;

/** A moment before a value is read. */
export interface Mark {
	/** Number of changes so far. */
	readonly changes: number;
	/** By the steady clock. */
	readonly atMs: number;
}

/** Options of {@link Dependencies}. */
export interface DependenciesOptions {
	/** False where others change the database without notifying us: every value is stale at once. */
	readonly isCoherent: boolean;
	/** Age in ms, from before it was read, at which a value is stale that expires. Default: none does. */
	readonly maxAgeMs?: number;
	/** Default: the steady clock of this process. */
	readonly nowMs?: SteadyMs;
}

/**
 * Knows whether any of the things that cached values depend on has changed since a value was read. An id is not stored
 * anywhere: it has a counter that each invalidation advances, and a value keeps the sum of its counters. So an
 * invalidation takes the same time however many values depend on the id, there is nothing to unlink when a value is
 * dropped, and a value that has left its cache is as reliable as one in it.
 */
export class Dependencies {
	readonly #counters = new Uint32Array(COUNTERS);
	readonly #maxAgeMs: number;
	readonly #nowMs: SteadyMs;
	#isCoherent: boolean;
	#changes = 0;

	constructor({ isCoherent, maxAgeMs = Number.POSITIVE_INFINITY, nowMs = systemSteadyMs }: DependenciesOptions) {
		this.#isCoherent = isCoherent;
		this.#maxAgeMs = maxAgeMs;
		this.#nowMs = nowMs;
	}

	/** Whether every change is heard of. */
	get isCoherent(): boolean {
		return this.#isCoherent;
	}

	/** Says whether every change is heard of from here on. Makes every value stale. */
	setCoherent(isCoherent: boolean): void {
		this.#isCoherent = isCoherent;
		this.clear();
	}

	/** Returns a mark, to be taken before a value is read and handed to {@link track}. */
	mark(): Mark {
		return { changes: this.#changes, atMs: this.#nowMs() };
	}

	/**
	 * Returns the value as one that knows whether it is stale. It is from the beginning if anything was invalidated since
	 * the mark, because it may be older than that change.
	 * @param expires whether its age makes it stale; false for a value whose age its user looks after. Default: true
	 */
	track<T>({ changes, atMs }: Mark, value: T, [first, second, third]: DependsOn, expires = true): Tracked<T> {
		const counters = [counterOf(first), counterOf(second), counterOf(third)] as const;
		const isCurrent = this.#isCoherent && changes === this.#changes;
		const staleAtMs = expires ? atMs + this.#maxAgeMs : Number.POSITIVE_INFINITY;
		return new Tracked(value, this.#counters, counters, isCurrent, staleAtMs, this.#nowMs);
	}

	/** Makes every value stale that depends on one of `ids`. */
	invalidate(ids: readonly string[]): void {
		this.#changes++;
		for (const id of ids) this.#advance(counterOf(id));
	}

	/** Makes every value stale, e.g. when messages of other instances may have been missed. */
	clear(): void {
		this.#changes++;
		this.#advance(EVERYTHING);
	}

	#advance(counter: number): void {
		this.#counters[counter] = (this.#counters[counter] ?? 0) + 1;
	}
}

/** A value read from the database that knows whether it may be out of date. */
export class Tracked<T> {
	readonly value: T;
	readonly #counters: Uint32Array;
	readonly #first: number;
	readonly #second: number;
	readonly #third: number;
	readonly #sum: number;
	readonly #staleAtMs: number;
	readonly #nowMs: SteadyMs;

	/** Created by {@link Dependencies.track}. */
	constructor(
		value: T,
		counters: Uint32Array,
		[first, second, third]: readonly [number, number, number],
		isCurrent: boolean,
		staleAtMs: number,
		nowMs: SteadyMs,
	) {
		this.value = value;
		this.#counters = counters;
		this.#first = first;
		this.#second = second;
		this.#third = third;
		this.#staleAtMs = staleAtMs;
		this.#nowMs = nowMs;
		// NaN equals nothing, not even itself.
		this.#sum = isCurrent ? this.#sumNow() : Number.NaN;
	}

	/** Whether anything the value depends on has changed since it was read, or may have. Once true, it stays true. */
	get isStale(): boolean {
		if (this.#sumNow() !== this.#sum) return true;
		return this.#staleAtMs !== Number.POSITIVE_INFINITY && this.#nowMs() >= this.#staleAtMs;
	}

	/** Returns the sum of the counters, which only ever grow. */
	#sumNow(): number {
		const counters = this.#counters;
		return (
			(counters[EVERYTHING] ?? 0) +
			(counters[this.#first] ?? 0) +
			(counters[this.#second] ?? 0) +
			(counters[this.#third] ?? 0)
		);
	}
}

/** Returns the counter of an id: FNV-1a over its characters. */
function counterOf(id: Id | undefined): number {
	if (id === null || id === undefined) return EVERYTHING;
	let hash = 0x811c9dc5;
	for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
	return ((hash >>> 0) % (COUNTERS - 1)) + 1;
}
