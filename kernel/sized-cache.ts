import { LRUCache } from "lru-cache";
import { stringBytes } from "./heap-size.ts";

/** Options of {@link SizedCache}. */
export interface SizedCacheOptions<Value> {
	/** Maximum size of all entries in bytes. */
	readonly maxBytes: number;
	/** Returns the bytes of memory that a value takes, without its key and its place in the cache. */
	readonly weigh: (value: Value) => number;
	/** Whether a value must no longer be used; it is dropped when it is found. */
	readonly isStale?: (value: Value) => boolean;
}

/** How a cache has been used since the start of the process, and how full it is. */
export interface CacheFigures {
	readonly hits: number;
	readonly misses: number;
	readonly evictions: number;
	readonly entries: number;
	readonly bytes: number;
}

/** Bytes that lru-cache takes per entry. */
const ENTRY_BYTES = 120;
/** A table of a few thousand entries is enlarged within a millisecond, one of 100,000 in ten. */
const MAX_PART_BYTES = 2 * 1024 * 1024;

/**
 * A cache of values by text, limited in bytes: for what is added, the least recently used entries are dropped, one at
 * a time. It takes memory as it fills. A large one consists of parts, each with its share of the keys, so that no table
 * ever grows large: the engine enlarges a table all at once.
 */
export class SizedCache<Value extends object> {
	readonly #options: SizedCacheOptions<Value>;
	readonly #partCount: number;
	#parts: LRUCache<string, Value>[];
	#hits = 0;
	#misses = 0;
	#evictions = 0;

	constructor(options: SizedCacheOptions<Value>) {
		this.#options = options;
		this.#partCount = 2 ** Math.ceil(Math.log2(Math.max(1, options.maxBytes / MAX_PART_BYTES)));
		this.#parts = this.#createParts();
	}

	/** Returns the value of `key`, undefined when there is none. */
	get(key: string): Value | undefined {
		const value = this.#partOf(key).get(key);
		if (value !== undefined && this.#options.isStale?.(value) !== true) {
			this.#hits++;
			return value;
		}
		this.#misses++;
		if (value !== undefined) this.delete(key);
		return undefined;
	}

	/** Returns the same, without counting it as a use. */
	peek(key: string): Value | undefined {
		return this.#partOf(key).peek(key);
	}

	/** Stores a value; one that is larger than the cache is not kept. */
	set(key: string, value: Value): void {
		this.#partOf(key).set(key, value);
	}

	/** Drops a value. */
	delete(key: string): void {
		this.#partOf(key).delete(key);
	}

	/** Drops all values. The library would walk them; like this they are left to the garbage collector. */
	clear(): void {
		this.#parts = this.#createParts();
	}

	/** How the cache has been used. */
	get figures(): CacheFigures {
		return {
			hits: this.#hits,
			misses: this.#misses,
			evictions: this.#evictions,
			entries: this.#parts.reduce((sum, part) => sum + part.size, 0),
			bytes: this.#parts.reduce((sum, part) => sum + part.calculatedSize, 0),
		};
	}

	/** Keys end in random characters or digits of a hash. */
	#partOf(key: string): LRUCache<string, Value> {
		const end = key.length;
		const index = (Math.imul(key.charCodeAt(end - 2), 31) + key.charCodeAt(end - 1)) & (this.#partCount - 1);
		return this.#parts[index] as LRUCache<string, Value>;
	}

	#createParts(): LRUCache<string, Value>[] {
		const { maxBytes, weigh } = this.#options;
		// Without `max`: given that, the library would allocate room for every entry at once.
		const options: LRUCache.Options<string, Value, unknown> = {
			maxSize: Math.floor(maxBytes / this.#partCount),
			sizeCalculation: (value, key) => ENTRY_BYTES + stringBytes(key) + weigh(value),
			dispose: (_value, _key, reason) => {
				if (reason === "evict") this.#evictions++;
			},
		};
		return Array.from({ length: this.#partCount }, () => new LRUCache(options));
	}
}
