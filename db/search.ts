import { aliasedTable, and, type Column, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { byBytes, contains } from "./dsl.ts";
import type { SliceValues } from "./keyset.ts";
import { searchTerms } from "./schema/index.ts";
import { type Bound, type Each, each, readRow } from "./statement.ts";
import type { ReadDb } from "./store.ts";

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
	/** The text that the list can be sorted by as well; absent when it is always in order of position. */
	readonly sortKey?: string;
}

/** Term of the first row of an entry. */
export const HEAD = "";

/** Order of a list: by position, or by the sort key of its entries, ascending. */
export type SearchOrder = "asc" | "desc" | "sortKey";

/** How a list reads the rows that have some words. */
export type Search =
	/** It joins {@link foundRows} to its rows. */
	| { readonly by: "words"; readonly values: FoundValues }
	/** It reads its rows in its own order, and looks at the words of each: {@link hasWords}. */
	| { readonly by: "rows"; readonly values: WordValues };

/** Values of a statement that looks at the words of rows. */
export interface WordValues extends SearchScope {
	/** The words as they stand in those of an entry, each after a space. A row must have all. */
	readonly parts: Each<string>;
}

/** Values of a statement that reads {@link foundRows}. */
export interface FoundValues extends WordValues {
	/** Range of the words that begin with the rarest of those searched; undefined when all of them are common. */
	readonly from: string | undefined;
	readonly to: string | undefined;
	/** Ranges of other words that are looked up in the index, from and to in turn. The others are in `parts`. */
	readonly others: Each<string>;
}

/** Properties of a list that decide how it is searched. */
export interface SearchedList extends SearchScope {
	readonly order: SearchOrder;
	/** Whether it has filters besides the words. */
	readonly isFiltered: boolean;
}

/** Greater than every character of a word: the words that begin with `a` are those from `a` up to `a` with this. */
const AFTER_LETTERS = "\u{10FFFF}";

/**
 * A word of at most so many rows is followed to them, which are then sorted. Common words are soon met by reading on, even
 * if they are in every twentieth row only.
 */
const FEW = 4_096;
/** As many when there are several words: two that are common may have few rows together. */
const FEW_OF_SEVERAL = 10_000;
/** A word of so few rows is rare enough: the others are not counted. */
const RARE = 256;
/** Several words are counted up to the first number, and up to the second one when all of them have more. */
const COUNTED = 2_048;
const MAX_COUNT = 20_000;
/** Maximum number of words that are counted: the longest ones, since short ones are hardly rare. */
const MAX_COUNTED = 3;
/** Looking a word up in the words of a row costs as much as reading so many terms. */
const LOOK_COST = 6;

type Range = SearchScope & { readonly from: string; readonly to: string };
type CountedRange = Range & { readonly most: number };

const inRange = ({ orgId, collection, from, to }: Bound<Range>) =>
	and(
		eq(searchTerms.orgId, orgId),
		eq(searchTerms.collection, collection),
		gte(searchTerms.term, from),
		lt(searchTerms.term, to),
	);

const countTerms = readRow((db, { most, ...range }: Bound<CountedRange>) => {
	const bounded = sql`(select 1 from ${searchTerms} where ${inRange(range)} limit ${most}) as bounded`;
	return db.select({ count: sql<number>`cast(count(*) as integer)` }).from(bounded);
});

const rangeOf = (word: string) => ({ from: word, to: word + AFTER_LETTERS });

/** A word with the number of its terms, which counts a row twice that has two words with this beginning. */
interface CountedWord {
	readonly word: string;
	readonly count: number;
}

/** Counts words, each up to a number, until one is rare; the rarest comes first. */
async function countUpTo(most: number, db: ReadDb, { orgId, collection }: SearchScope, words: readonly string[]) {
	const counted: CountedWord[] = [];
	for (const word of words) {
		const range = { orgId, collection, ...rangeOf(word), most: most + 1 };
		const count = (await countTerms(db, range))?.count ?? 0;
		counted.push({ word, count });
		if (count <= RARE) break;
	}
	return counted.sort((a, b) => a.count - b.count);
}

/** Counts the longest words as far as it matters. */
async function countWords(db: ReadDb, scope: SearchScope, words: readonly string[]) {
	if (words.length <= 1) return countUpTo(FEW, db, scope, words);
	const longest = words.toSorted((a, b) => b.length - a.length).slice(0, MAX_COUNTED);
	const counted = await countUpTo(COUNTED, db, scope, longest);
	const isKnown = counted[0] !== undefined && counted[0].count <= COUNTED;
	return isKnown ? counted : countUpTo(MAX_COUNT, db, scope, longest);
}

const partsOf = (words: readonly string[]) => each(words.map((word) => ` ${word}`));

/** Decides how a list is searched; null when it has no such row, as for a search without words. */
export async function prepareSearch(db: ReadDb, list: SearchedList, words: readonly string[]): Promise<Search | null> {
	const { orgId, collection, order, isFiltered } = list;
	const counted = await countWords(db, list, words);
	const [rarest] = counted;
	if (rarest === undefined || rarest.count === 0) return null;
	const isSorted = order === "sortKey";
	if (rarest.count > (words.length === 1 ? FEW : FEW_OF_SEVERAL)) {
		const common = { orgId, collection, parts: partsOf(words) };
		// Filters have indexes of their own, which find few rows sooner than common words do, and so has the sort key.
		if (isFiltered || isSorted) return { by: "rows", values: common };
		return { by: "words", values: { ...common, from: undefined, to: undefined, others: each([]) } };
	}
	// Those that were not counted to their end are looked up in the rows of the rarest.
	const limit = Math.min(rarest.count <= COUNTED ? COUNTED : MAX_COUNT, rarest.count * LOOK_COST);
	const others = counted.slice(1).filter(({ count }) => count <= limit);
	const looked = words.filter((word) => word !== rarest.word && !others.some((other) => other.word === word));
	const ranges = others.flatMap(({ word }) => Object.values(rangeOf(word)));
	const values = { orgId, collection, parts: partsOf(looked), ...rangeOf(rarest.word), others: each(ranges) };
	return { by: "words", values };
}

/** Columns of {@link foundRows}. */
export const found = { position: sql<number>`found.position`, id: sql<string>`found.id` };

/** A limit of no effect but one: a sub-query with a limit is read in its order, and only as far as is needed. */
const UNLIMITED = sql.raw("1000000000");

const { term, position, id } = searchTerms;

/** Returns the conditions that a term's row has words in the other ranges as well. */
function inOthers({ orgId, collection, others }: Bound<FoundValues>): SQL[] {
	const conditions: SQL[] = [];
	for (let at = 0; at < others.length; at += 2) {
		const [from, to] = others.slice(at);
		if (from === undefined || to === undefined) throw new Error("a range has two ends");
		const ids = sql`select ${id} from ${searchTerms} where ${inRange({ orgId, collection, from, to })}`;
		// `is true` keeps Postgres from making it a join, which without statistics compares each row with each.
		conditions.push(sql`(${id} in (${ids})) is true`);
	}
	return conditions;
}

/**
 * Returns the source `found` of a statement: the rows that are found after some place, in order. Where a word leads to
 * them others may remain to be looked at: {@link hasOtherWords}.
 */
export function foundRows(values: Bound<FoundValues & SliceValues>, order: SearchOrder): SQL {
	const { orgId, collection, from, to, parts, after } = values;
	const isSorted = order === "sortKey";
	const direction = order === "desc" ? sql` desc` : sql``;
	const beyond = order === "desc" ? sql`<` : sql`>`;
	const isAfter = after && sql`(${position}, ${id}) ${beyond} (${after[0]}, ${after[1]})`;
	const byPosition = sql`${position}${direction}, ${id}${direction}`;
	if (from !== undefined && to !== undefined) {
		const sortKey = byBytes(searchTerms.words);
		const isNext = isSorted ? after && sql`(${sortKey}, ${id}) > (${after[0]}, ${after[1]})` : isAfter;
		const isMatch = and(inRange({ orgId, collection, from, to }), ...inOthers(values), isNext);
		const by = isSorted ? sql`sort_key, ${id}` : byPosition;
		return sql`(select distinct ${sortKey} as sort_key, ${position}, ${id} from ${searchTerms} where ${isMatch} order by ${by} limit ${UNLIMITED}) as found`;
	}
	const hasParts = parts.map((part) => contains(searchTerms.words, part));
	const isEntry = and(
		eq(searchTerms.orgId, orgId),
		eq(searchTerms.collection, collection),
		eq(term, HEAD),
		isAfter,
		...hasParts,
	);
	return sql`(select ${position}, ${id} from ${searchTerms} where ${isEntry} order by ${byPosition} limit ${UNLIMITED}) as found`;
}

/** Returns the order of a list that joins {@link foundRows}, for `orderBy`. */
export const foundOrder = (order: SearchOrder): SQL =>
	({
		asc: sql`found.position, found.id`,
		desc: sql`found.position desc, found.id desc`,
		sortKey: sql`found.sort_key, found.id`,
	})[order];

/** Returns the condition that a row of {@link foundRows} has the other words; undefined where all were looked at. */
export const hasOtherWords = (values: Bound<FoundValues>): SQL | undefined =>
	values.from === undefined ? undefined : hasWords(values, found.position, found.id);

const entry = aliasedTable(searchTerms, "entry");

/** Returns the condition that the row with this position and id has the words of a search; undefined without words. */
export function hasWords(
	{ orgId, collection, parts }: Bound<WordValues>,
	ownPosition: SQL | Column,
	ownId: SQL | Column,
): SQL | undefined {
	if (parts.length === 0) return undefined;
	const isEntry = and(
		eq(entry.orgId, orgId),
		eq(entry.collection, collection),
		eq(entry.term, HEAD),
		eq(entry.position, ownPosition),
		eq(entry.id, ownId),
	);
	// A value rather than EXISTS, which planners turn into a join with all entries.
	return sql`(select ${and(...parts.map((part) => contains(entry.words, part)))} from ${searchTerms} as ${entry} where ${isEntry})`;
}
