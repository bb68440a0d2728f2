import { LRUCache } from "lru-cache";

/** A cached value. `isStale` turns true the moment it is dropped, so that whoever kept the entry can tell. */
export interface Cached<T> {
	readonly value: T;
	isStale: boolean;
}

interface Entry<T> extends Cached<T> {
	readonly restsOn: readonly string[];
}

/**
 * Values by key, dropped by the id of anything they rest on (an organization, a user, a session). A value that was being read while
 * something was dropped is not kept: it may be older than the drop. Reads and drops may interleave in any order.
 */
export class DependencyCache<T> {
	readonly #entries: LRUCache<string, Entry<T>>;
	readonly #keysById = new Map<string, Set<string>>();
	readonly #isEnabled: boolean;
	#generation = 0;

	/**
	 * @param isEnabled false where others change the database without telling us: then nothing is kept
	 * @param maxEntries entries kept at most; for one more, the one asked for longest ago is dropped
	 */
	constructor(isEnabled: boolean, maxEntries: number) {
		this.#isEnabled = isEnabled;
		this.#entries = new LRUCache({ max: maxEntries, dispose: (entry, key) => this.#unlink(entry, key) });
	}

	/** The entry under `key`, undefined when there is none. */
	get(key: string): Cached<T> | undefined {
		return this.#entries.get(key);
	}

	/**
	 * Reads a value and keeps it until one of the ids it rests on is invalidated.
	 * @param restsOn the ids, known beforehand or told by the value itself; null ones are passed over
	 */
	async load(
		key: string,
		read: () => Promise<T>,
		restsOn: (value: T) => readonly (string | null)[],
	): Promise<Cached<T>> {
		const generation = this.#generation;
		const value = await read();
		if (!this.#isEnabled || generation !== this.#generation) return { value, isStale: true };
		const entry = { value, isStale: false, restsOn: restsOn(value).filter((id) => id !== null) };
		this.#entries.set(key, entry); // two readers of one key: the later keeps
		for (const id of entry.restsOn) this.#link(id, key);
		return entry;
	}

	/** Drops every value that rests on one of `ids`. */
	invalidate(ids: readonly string[]): void {
		this.#generation++;
		for (const id of ids) for (const key of this.#keysById.get(id) ?? []) this.#entries.delete(key);
	}

	/** Drops everything, e.g. when messages of other instances may have been missed. */
	clear(): void {
		this.#generation++;
		this.#entries.clear();
	}

	/** Entries kept and ids that lead to them, for the test that nothing is left behind. */
	get size(): { readonly entries: number; readonly ids: number } {
		return { entries: this.#entries.size, ids: this.#keysById.size };
	}

	#link(id: string, key: string): void {
		const keys = this.#keysById.get(id);
		if (keys) keys.add(key);
		else this.#keysById.set(id, new Set([key]));
	}

	/** Called with every entry that leaves, whatever drives it out. */
	#unlink(entry: Entry<T>, key: string): void {
		entry.isStale = true;
		// Sessions come and go while their organization stays: what leads to a dropped entry goes with it.
		for (const id of entry.restsOn) {
			const keys = this.#keysById.get(id);
			keys?.delete(key);
			if (keys?.size === 0) this.#keysById.delete(id);
		}
	}
}
