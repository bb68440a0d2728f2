import type { LRUCache } from "lru-cache";
import { createLruCache } from "./lru-cache.ts";

/** A cached value. `isStale` becomes true as soon as the entry is dropped, so that holders of the entry can tell. */
export interface Cached<T> {
	readonly value: T;
	isStale: boolean;
}

interface Entry<T> extends Cached<T> {
	readonly dependsOn: readonly string[];
}

/**
 * A cache of values by key, invalidated by the id of anything they depend on (an organization, a user, a session). A
 * value that was being read during an invalidation is not kept, since it may be older than the change. Reads and
 * invalidations may interleave in any order.
 */
export class DependencyCache<T> {
	readonly #entries: LRUCache<string, Entry<T>>;
	readonly #keysById = new Map<string, Set<string>>();
	readonly #isEnabled: boolean;
	#generation = 0;

	/**
	 * @param isEnabled false where others change the database without notifying us: nothing is kept then
	 * @param maxEntries maximum number of entries; beyond it, the least recently used entry is dropped
	 */
	constructor(isEnabled: boolean, maxEntries: number) {
		this.#isEnabled = isEnabled;
		this.#entries = createLruCache(maxEntries, (entry, key) => this.#unlink(entry, key));
	}

	/** Returns the entry for `key`, undefined when there is none. */
	get(key: string): Cached<T> | undefined {
		return this.#entries.get(key);
	}

	/**
	 * Reads a value and keeps it until one of the ids it depends on is invalidated.
	 * @param dependsOn returns the ids, known beforehand or taken from the value; null ones are ignored
	 */
	async load(
		key: string,
		read: () => Promise<T>,
		dependsOn: (value: T) => readonly (string | null)[],
	): Promise<Cached<T>> {
		const generation = this.#generation;
		const value = await read();
		if (!this.#isEnabled || generation !== this.#generation) return { value, isStale: true };
		const entry = { value, isStale: false, dependsOn: dependsOn(value).filter((id) => id !== null) };
		this.#entries.set(key, entry); // two concurrent readers of one key: the later one wins
		for (const id of entry.dependsOn) this.#link(id, key);
		return entry;
	}

	/** Drops every value that depends on one of `ids`. */
	invalidate(ids: readonly string[]): void {
		this.#generation++;
		for (const id of ids) for (const key of this.#keysById.get(id) ?? []) this.#entries.delete(key);
	}

	/** Drops every value, e.g. when messages of other instances may have been missed. */
	clear(): void {
		this.#generation++;
		this.#entries.clear();
	}

	/** Number of entries and of the ids that lead to them, for the test that nothing leaks. */
	get size(): { readonly entries: number; readonly ids: number } {
		return { entries: this.#entries.size, ids: this.#keysById.size };
	}

	#link(id: string, key: string): void {
		const keys = this.#keysById.get(id);
		if (keys) keys.add(key);
		else this.#keysById.set(id, new Set([key]));
	}

	/** Called for every entry that is removed, whatever the reason. */
	#unlink(entry: Entry<T>, key: string): void {
		entry.isStale = true;
		// Sessions are short-lived while their organization stays: the index entries of a dropped value must go with it.
		for (const id of entry.dependsOn) {
			const keys = this.#keysById.get(id);
			keys?.delete(key);
			if (keys?.size === 0) this.#keysById.delete(id);
		}
	}
}
