import type { EntryKey } from "#db/search";
import type { Db } from "#db/store";

/** A row to be indexed. */
export interface SearchableRow {
	/** Its place among the rows of the source: what {@link SearchSource.read} continues after. */
	readonly key: readonly string[];
	readonly entry: EntryKey;
	/** The words by which it is found, of `#kernel/search-words`. */
	readonly words: readonly string[];
}

/** The rows of one collection, in all organizations: what the index is built from. */
export interface SearchSource {
	readonly collection: string;
	/**
	 * Reads up to `take` rows in the order of their keys, and locks what their texts come from until the transaction ends.
	 * @param tx a transaction across tenants
	 * @param after key to continue after; null: from the start
	 */
	read(tx: Db, after: readonly string[] | null, take: number): Promise<readonly SearchableRow[]>;
}
