import { aliasedTable, and, type Column, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { contains, eachText } from "#db/dsl";
import { deletePortion } from "#db/portions";
import { type SearchTermRow, searchTerms } from "#db/schema";
import { type Bound, type Each, each, readRow, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Position } from "#kernel/cursor";
import { wordsOf } from "#kernel/search-words";

/** What is searched: one kind of row of one tenant. */
export interface SearchScope {
	readonly orgId: string;
	/** Name of the kind, such as `member`. */
	readonly collection: string;
}

/** Identifies the entry of a row. */
export interface EntryKey extends SearchScope {
	/** Place of the row in its list, which never changes: Unix ms. */
	readonly position: number;
	/** Id of the row. */
	readonly id: string;
}

/** Term of the first row of an entry. */
const HEAD = "";
/** Greater than every character of a word: the words that begin with `a` are those from `a` up to `a` with this. */
const AFTER_LETTERS = "\u{10FFFF}";

const entry = aliasedTable(searchTerms, "entry");

const insertEntry = write((tx, { orgId, collection, position, id, terms, words }: Bound<EntryKey & EntryText>) =>
	tx
		.insert(searchTerms)
		.select(
			sql`select ${orgId}, ${collection}, item.value, cast(${position} as bigint), ${id}, case when item.value = '' then ${words} end from ${eachText(terms)} where true`,
		)
		.onConflictDoNothing(),
);

/** The words of an entry in the forms that are stored. */
interface EntryText {
	/** The terms of its rows, a JSON array. */
	readonly terms: string;
	/** All words, each after a space. */
	readonly words: string;
}

const termsOf = (words: readonly string[]): string => JSON.stringify([HEAD, ...words]);
const joined = (words: readonly string[]): string => words.map((word) => ` ${word}`).join("");

const readWords = readRow((db, { orgId, collection, position, id }: Bound<EntryKey>) =>
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

const deleteTerms = write((tx, { orgId, collection, position, id, terms }: Bound<EntryKey & { terms: string }>) =>
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

const rowKey = [searchTerms.collection, searchTerms.term, searchTerms.position, searchTerms.id];

const add = async (tx: Db, key: EntryKey, words: readonly string[]): Promise<void> =>
	void (await insertEntry(tx, { ...key, terms: termsOf(words), words: joined(words) }));

/** Returns the rows of an entry as they are stored, for databases that are made from nothing. */
export function entryTerms(key: EntryKey, texts: readonly string[]): SearchTermRow[] {
	const words = wordsOf(texts);
	return [HEAD, ...words].map((term) => ({ ...key, term, words: term === HEAD ? joined(words) : null }));
}

/** Deletes an entry unless it has exactly these words; returns whether it has not, or no longer. */
async function removeOther(tx: Db, key: EntryKey, words: string | null): Promise<boolean> {
	const known = (await readWords(tx, key))?.words;
	if (known == null) return true;
	if (known === words) return false;
	await deleteTerms(tx, { ...key, terms: termsOf(known.split(" ").slice(1)) });
	return true;
}

/** Adds a row to the index, by the words of its texts. Nothing happens when it is there. */
export const addToSearch = (tx: Db, key: EntryKey, texts: readonly string[]): Promise<void> =>
	add(tx, key, wordsOf(texts));

/** Adds a row to the index, or gives it the words of these texts in place of those it has. */
export async function updateSearch(tx: Db, key: EntryKey, texts: readonly string[]): Promise<void> {
	const words = wordsOf(texts);
	if (await removeOther(tx, key, joined(words))) await add(tx, key, words);
}

/** Removes a row from the index. */
export async function removeFromSearch(tx: Db, key: EntryKey): Promise<void> {
	await removeOther(tx, key, null);
}

/** Removes up to `limit` terms of an organization from the index, and returns their number. */
export const eraseTenant = (tx: Db, orgId: string, limit: number): Promise<number> =>
	deletePortion(tx, searchTerms, rowKey, eq(searchTerms.orgId, orgId), limit);

/** How a list reads the rows that have some words. */
export type Search =
	/** It joins {@link foundRows} to its rows. */
	| { readonly by: "words"; readonly values: FoundValues }
	/** It reads its rows in its own order, and looks at the words of each: {@link hasWords}. */
	| { readonly by: "rows"; readonly values: WordValues };

/** Values of a statement that looks at the words of rows. */
export interface WordValues extends SearchScope {
	/** Parts of {@link EntryText.words}, all of which a row must have. */
	readonly parts: Each<string>;
}

/** Values of a statement that reads {@link foundRows}. */
export interface FoundValues extends WordValues {
	/** Range of the words that begin with the rarest of those searched; undefined when all of them are common. */
	readonly from: string | undefined;
	readonly to: string | undefined;
}

/** Properties of a list that decide how it is searched. */
export interface SearchedList extends SearchScope {
	/** Whether it is read in the order of {@link EntryKey.position}. */
	readonly isByPosition: boolean;
	/** Whether it has filters besides the words. */
	readonly isFiltered: boolean;
}

/**
 * A word of at most so many rows is followed to them, which are then sorted; common words are soon met by reading on, even
 * where they are in every tenth row only.
 */
const FEW = 4_096;
/** As many when there are several words: two that are common may have few rows together. */
const FEW_OF_SEVERAL = 10_000;
/** As many when the rows have to be read to sort them. */
const FEW_TO_SORT = 2_000;
/** A word of so few rows is rare enough: the others are not counted. */
const RARE = 256;
/** Maximum number of words that are counted: the longest ones, since short ones are hardly rare. */
const MAX_COUNTED = 3;

type Range = SearchScope & { readonly from: string; readonly to: string };

const inRange = ({ orgId, collection, from, to }: Bound<Range>) =>
	and(
		eq(searchTerms.orgId, orgId),
		eq(searchTerms.collection, collection),
		gte(searchTerms.term, from),
		lt(searchTerms.term, to),
	);

const countTerms = readRow((db, range: Bound<Range>) =>
	db
		.select({ count: sql<number>`cast(count(*) as integer)` })
		.from(
			sql`(select 1 from ${searchTerms} where ${inRange(range)} limit ${sql.raw(String(FEW_OF_SEVERAL + 1))}) as bounded`,
		),
);

const rangeOf = (word: string) => ({ from: word, to: word + AFTER_LETTERS });

/** Finds the rarest of some words; undefined without any. */
async function findRarest(db: ReadDb, { orgId, collection }: SearchScope, words: readonly string[]) {
	let rarest: { readonly word: string; readonly count: number } | undefined;
	const longestFirst = words.toSorted((a, b) => b.length - a.length);
	for (const word of longestFirst.slice(0, MAX_COUNTED)) {
		const count = (await countTerms(db, { orgId, collection, ...rangeOf(word) }))?.count ?? 0;
		if (rarest === undefined || count < rarest.count) rarest = { word, count };
		if (count <= RARE) break;
	}
	return rarest;
}

/** Decides how a list is searched; null when it has no such row, as for a search without words. */
export async function prepareSearch(db: ReadDb, list: SearchedList, words: readonly string[]): Promise<Search | null> {
	const { orgId, collection, isByPosition, isFiltered } = list;
	const rarest = await findRarest(db, list, words);
	if (rarest === undefined || rarest.count === 0) return null;
	const limit = isByPosition ? (words.length === 1 ? FEW : FEW_OF_SEVERAL) : FEW_TO_SORT;
	const isCommon = rarest.count > limit;
	const others = isCommon ? words : words.filter((word) => word !== rarest.word);
	const values = { orgId, collection, parts: each(others.map((word) => ` ${word}`)) };
	// Filters have indexes of their own, which find few rows sooner than common words do.
	if (isCommon && (isFiltered || !isByPosition)) return { by: "rows", values };
	const range = isCommon ? { from: undefined, to: undefined } : rangeOf(rarest.word);
	return { by: "words", values: { ...values, ...range } };
}

/** Values of the place after which a list by position continues. */
export interface AfterValues {
	readonly afterPosition: number;
	readonly afterId: string;
}

/** Returns the place after which a list by position continues; null: it starts. */
export const afterValues = (direction: "asc" | "desc", after: Position | null): AfterValues => {
	const [position = direction === "asc" ? -1 : Number.MAX_SAFE_INTEGER, id = ""] = after ?? [];
	return { afterPosition: Number(position), afterId: String(id) };
};

/** Columns of {@link foundRows}. */
export const found = { position: sql<number>`found.position`, id: sql<string>`found.id` };

const ordered = (direction: "asc" | "desc", position: SQL | Column, id: SQL | Column): SQL =>
	direction === "asc" ? sql`${position}, ${id}` : sql`${position} desc, ${id} desc`;

/** Returns the order of {@link foundRows}, for `orderBy`. */
export const foundOrder = (direction: "asc" | "desc"): SQL => ordered(direction, found.position, found.id);

/** A limit of no effect but one: a sub-query with a limit is read in its order, and only as far as is needed. */
const UNLIMITED = sql.raw("1000000000");

/**
 * Returns the source `found` of a statement: position and id of the rows that are found after some place, in order. Where
 * a rare word leads to them the others remain to be looked at: {@link hasOtherWords}.
 */
export function foundRows(values: Bound<FoundValues & AfterValues>, direction: "asc" | "desc"): SQL {
	const { orgId, collection, from, to, parts, afterPosition, afterId } = values;
	const { position, id } = searchTerms;
	const beyond = direction === "asc" ? sql`>` : sql`<`;
	const after = sql`(${position}, ${id}) ${beyond} (${afterPosition}, ${afterId})`;
	const order = ordered(direction, position, id);
	if (from !== undefined && to !== undefined)
		return sql`(select distinct ${position}, ${id} from ${searchTerms} where ${inRange({ orgId, collection, from, to })} and ${after} order by ${order} limit ${UNLIMITED}) as found`;
	const isEntry = and(
		eq(searchTerms.orgId, orgId),
		eq(searchTerms.collection, collection),
		eq(searchTerms.term, HEAD),
		after,
		...parts.map((part) => contains(searchTerms.words, part)),
	);
	return sql`(select ${position}, ${id} from ${searchTerms} where ${isEntry} order by ${order} limit ${UNLIMITED}) as found`;
}

/** Returns the condition that a row of {@link foundRows} has the other words; undefined where all were looked at. */
export const hasOtherWords = (values: Bound<FoundValues>): SQL | undefined =>
	values.from === undefined ? undefined : hasWords(values, found.position, found.id);

/** Returns the condition that the row with this position and id has the words of a search; undefined without words. */
export function hasWords(
	{ orgId, collection, parts }: Bound<WordValues>,
	position: SQL | Column,
	id: SQL | Column,
): SQL | undefined {
	if (parts.length === 0) return undefined;
	const isEntry = and(
		eq(entry.orgId, orgId),
		eq(entry.collection, collection),
		eq(entry.term, HEAD),
		eq(entry.position, position),
		eq(entry.id, id),
	);
	// A value rather than EXISTS, which planners turn into a join with all entries.
	return sql`(select ${and(...parts.map((part) => contains(entry.words, part)))} from ${searchTerms} as ${entry} where ${isEntry})`;
}
