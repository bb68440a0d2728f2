import { and, eq, sql } from "drizzle-orm";
import { eachText } from "#db/dsl";
import { type SearchTermRow, searchTerms } from "#db/schema";
import { type EntryKey, HEAD } from "#db/search";
import { type Bound, readRow, write } from "#db/statement";
import type { Db } from "#db/store";

/** Values of the rows of an entry. */
interface EntryValues extends Omit<EntryKey, "sortKey"> {
	/** The terms of its rows, a JSON array. */
	readonly terms: string;
	/** All words, each after a space. */
	readonly words: string;
	readonly sortKey: string | undefined;
}

const insertEntry = write((tx, entry: Bound<EntryValues>) => {
	const { orgId, collection, position, id, terms, words, sortKey } = entry;
	const texts = sql`case when item.value = '' then ${words} else ${sortKey ?? sql`null`} end`;
	const rows = sql`select ${orgId}, ${collection}, item.value, cast(${position} as bigint), ${id}, ${texts} from ${eachText(terms)} where true`;
	return tx.insert(searchTerms).select(rows).onConflictDoNothing();
});

const termsOf = (words: readonly string[]): string => JSON.stringify([HEAD, ...words]);
const joined = (words: readonly string[]): string => words.map((word) => ` ${word}`).join("");

const readWords = readRow((db, { orgId, collection, position, id }: Bound<Omit<EntryKey, "sortKey">>) =>
	db
		.select({ words: searchTerms.words })
		.from(searchTerms)
		.where(
			and(
				eq(searchTerms.orgId, orgId),
				eq(searchTerms.collection, collection),
				eq(searchTerms.term, HEAD),
				eq(searchTerms.position, position),
				eq(searchTerms.id, id),
			),
		)
		.limit(1),
);

type TermsKey = Omit<EntryKey, "sortKey"> & { readonly terms: string };
const deleteTerms = write((tx, { orgId, collection, position, id, terms }: Bound<TermsKey>) =>
	tx
		.delete(searchTerms)
		.where(
			and(
				eq(searchTerms.orgId, orgId),
				eq(searchTerms.collection, collection),
				sql`${searchTerms.term} in (select item.value from ${eachText(terms)})`,
				eq(searchTerms.position, position),
				eq(searchTerms.id, id),
			),
		),
);

/** Adds a row to the index, by its words. */
export async function addToSearch(tx: Db, { sortKey, ...key }: EntryKey, words: readonly string[]): Promise<void> {
	await insertEntry(tx, { ...key, terms: termsOf(words), words: joined(words), sortKey });
}

/** Deletes an entry, given all of its words, each after a space. */
async function remove(tx: Db, { sortKey: _sortKey, ...key }: EntryKey, words: string): Promise<void> {
	await deleteTerms(tx, { ...key, terms: termsOf(words.split(" ").slice(1)) });
}

/** Returns the rows of an entry as they are stored, for databases that are made from nothing. */
export function entryTerms({ sortKey, ...key }: EntryKey, words: readonly string[]): SearchTermRow[] {
	const textOf = (term: string) => (term === HEAD ? joined(words) : (sortKey ?? null));
	return [HEAD, ...words].map((term) => ({ ...key, term, words: textOf(term) }));
}

/** Returns all words of an entry, each after a space; undefined when there is none. */
const findWords = async (tx: Db, { sortKey: _sortKey, ...key }: EntryKey): Promise<string | undefined> =>
	(await readWords(tx, key))?.words ?? undefined;

/**
 * Adds a row to the index, or gives it these words in place of those it has.
 * @param before its key with the position and the sort key it had
 */
export async function updateSearch(tx: Db, before: EntryKey, key: EntryKey, words: readonly string[]): Promise<void> {
	const known = await findWords(tx, before);
	if (known === joined(words) && before.position === key.position && before.sortKey === key.sortKey) return;
	if (known !== undefined) await remove(tx, before, known);
	await addToSearch(tx, key, words);
}

/** Adds a row to the index, replacing its previous entry. */
export async function indexAnew(tx: Db, key: EntryKey, words: readonly string[]): Promise<void> {
	await removeFromSearch(tx, key);
	await addToSearch(tx, key, words);
}

/** Removes a row from the index. */
export async function removeFromSearch(tx: Db, key: EntryKey): Promise<void> {
	const known = await findWords(tx, key);
	if (known !== undefined) await remove(tx, key, known);
}
