import type { Db, ReadDb } from "../store.ts";

/**
 * Where a document is among all: the time it belongs to, and its number at that time. Together they are 63 bits, so that
 * both engines order documents by one integer.
 */
export interface Place {
	/** Eighths of a second since 1970, 0…2^35 - 1. */
	readonly tick: number;
	/** 0…2^28 - 1. */
	readonly number: number;
}

/** A document to be indexed. */
export interface IndexedDocument extends Place {
	/** Number of the tenant, see {@link tenantNumber}. */
	readonly tenant: number;
	/** Its tokens in their order, separated by a space. */
	readonly tokens: string;
}

/** One thing that a document must have: tokens that follow each other; of the last one, its beginning is enough. */
export interface Phrase {
	/** At least one. */
	readonly tokens: readonly string[];
	readonly isPrefix: boolean;
}

/** What a search asks for. */
export interface WordQuery {
	readonly tenant: number;
	/** A document has all of these, at least one. */
	readonly all: readonly Phrase[];
	/** A document has none of these. */
	readonly none: readonly Phrase[];
	/** A document has one of these tokens; null: no condition. */
	readonly anyOf: readonly string[] | null;
}

/** Documents up to one, newest first. */
export interface WordSlice {
	/** The first place that counts, inclusive. */
	readonly from: Place;
	/** The place before which documents are, exclusive. */
	readonly before: Place;
	/** Maximum number of documents. */
	readonly take: number;
}

/** An index of the words of documents, newest first. The same on both engines: words are made by the program. */
export interface WordIndex {
	/** Whether the words of removed documents stay in the file until it is rewritten, see {@link WordIndex.compact}. */
	readonly keepsRemoved: boolean;

	/** Stores documents, replacing those that have the same places. */
	put(tx: Db, documents: readonly IndexedDocument[]): Promise<void>;

	/** Removes up to `limit` documents of a tenant that have a token, and returns their number. */
	removePortion(tx: Db, tenant: number, token: string, limit: number): Promise<number>;

	/** Returns the places of documents that match, newest first. */
	find(db: ReadDb, query: WordQuery, slice: WordSlice): Promise<Place[]>;

	/**
	 * Goes on merging what was written, for about 5 ms.
	 * @param step `tidy`: as far as keeps searches fast, or to the end of a rewrite that was begun; `rewrite`: begins to
	 * write the whole index again, after which nothing is left of what was removed before
	 * @returns whether there was something to do
	 */
	compact(tx: Db, step: "tidy" | "rewrite"): Promise<boolean>;
}
