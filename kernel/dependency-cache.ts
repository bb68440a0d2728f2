import type { Dependencies, DependsOn, Tracked } from "./dependencies.ts";
import { type CacheFigures, SizedCache } from "./sized-cache.ts";

/** Options of {@link DependencyCache}. */
export interface DependencyCacheOptions<T> {
	/** Maximum size of all entries in bytes. */
	readonly maxBytes: number;
	/** Returns the bytes of memory that a value takes. */
	readonly weigh: (value: T) => number;
}

/** Bytes of a {@link Tracked} besides its value. */
export const TRACKED_BYTES = 72;

/**
 * A cache of values by key, invalidated by the id of anything they depend on (an organization, a user, a session). A
 * value that was being read during an invalidation is not kept, since it may be older than the change. Reads and
 * invalidations may interleave in any order. A stale value is dropped when it is asked for, or as the least recently
 * used one.
 */
export class DependencyCache<T> {
	readonly #entries: SizedCache<Tracked<T>>;
	readonly #dependencies: Dependencies;

	constructor(dependencies: Dependencies, { maxBytes, weigh }: DependencyCacheOptions<T>) {
		this.#dependencies = dependencies;
		this.#entries = new SizedCache({
			maxBytes,
			weigh: ({ value }) => TRACKED_BYTES + weigh(value),
			isStale: (entry) => entry.isStale,
		});
	}

	/** Returns the entry for `key`, undefined when there is none. */
	get(key: string): Tracked<T> | undefined {
		return this.#entries.get(key);
	}

	/**
	 * Reads a value and keeps it until one of the ids it depends on is invalidated.
	 * @param dependsOn returns the ids, known beforehand or taken from the value
	 */
	async load(key: string, read: () => Promise<T>, dependsOn: (value: T) => DependsOn): Promise<Tracked<T>> {
		const mark = this.#dependencies.mark();
		const value = await read();
		const entry = this.#dependencies.track(mark, value, dependsOn(value));
		if (!entry.isStale) this.#entries.set(key, entry); // two concurrent readers of one key: the later one wins
		return entry;
	}

	/** Drops all values. */
	clear(): void {
		this.#entries.clear();
	}

	/** How the cache has been used. */
	get figures(): CacheFigures {
		return this.#entries.figures;
	}
}
