import { and, asc, type Column, eq, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { SelectedFields, SQLiteTable } from "drizzle-orm/sqlite-core";
import { forShare } from "#db/dsl";
import { type Keyset, keyset, type SliceValues, sliceValues } from "#db/keyset";
import {
	type EntryKey,
	type FoundValues,
	found,
	foundOrder,
	foundRows,
	hasOtherWords,
	hasWords,
	prepareSearch,
	type SearchOrder,
	type WordValues,
} from "#db/search";
import { type Bound, type Each, each, readRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";
import { PLATFORM } from "#platform/unit-of-work";
import type { SearchSource } from "../ports.ts";
import { addToSearch, removeFromSearch, updateSearch } from "../repository.ts";

/** Filters of a list; null does not filter. */
interface Filters {
	/** Beginnings of words, see `searchedWords`. */
	readonly words: readonly string[] | null;
}

type ValuesOf<F> = {
	readonly [K in Exclude<keyof F, "words">]: Exclude<F[K], null> | (null extends F[K] ? undefined : never);
} & { readonly orgId: string };

/** Parameters of the conditions of filters `F`; undefined for those that are null. */
export type FilterValues<F> = Bound<ValuesOf<F>>;

/** Values of a statement that reads a list in its own order: its filters, its slice, and the words where some are searched. */
export type ListValues<F> = ValuesOf<F> & SliceValues & Partial<WordValues>;

type Named<T extends SQLiteTable> = Extract<keyof T["$inferSelect"], string>;

/** What is special about a list with search. */
interface Declaration<T extends SQLiteTable, C, Texts, F, Sort extends string> {
	/** Name of the list in the index, such as `member`. */
	readonly collection: string;
	/** Column of the id of a row; default: `id`. */
	readonly id?: Named<T>;
	/** Column of the instant by which the list is ordered. */
	readonly position: Named<T>;
	/** Column of the text that the list can be sorted by as well. */
	readonly sortKey?: Named<T>;
	/** The orders of the list, by their names. */
	readonly orders: Readonly<Record<Sort, SearchOrder>>;
	/** What is read of a row, with what its words are made of; default: all columns of the table. */
	readonly columns?: C;
	/** Another table that is read with each row, because its words are made of it. */
	readonly joined?: { readonly table: SQLiteTable; readonly on: SQL };
	/** Condition for rows that are in the index; default: all are. */
	readonly indexed?: SQL;
	/** Returns the words by which a row is found. */
	readonly words: (texts: Texts) => readonly string[];
	/** Returns the condition for rows to be listed, wherever they are found: by their words, or in an order of the list. */
	readonly filters: (values: FilterValues<F>) => SQL | undefined;
}

/** Columns of a row, by their names. */
type Columns = Readonly<Record<string, Column>>;

/**
 * Declares a list with search: the rows of a table in orders that the index has as well, each found by its words. Rows of a
 * table without organizations are indexed for {@link PLATFORM}. Whoever writes a row calls `add`, `update` or `remove` in the
 * same transaction, and the module contributes `source`.
 */
export function searchedList<
	T extends SQLiteTable,
	Texts,
	F extends Filters,
	Sort extends string,
	C extends SelectedFields = T["_"]["columns"],
>(table: T, list: Declaration<T, C, Texts, F, Sort>) {
	type Stored = T["$inferSelect"];
	type Row = SelectResultFields<C>;

	// The builder's types cannot follow a table that is a type parameter: the rows are those of `C` in any case.
	const plain: SQLiteTable = table;
	const own = getTableColumns(plain);
	const { collection, id = "id", position, sortKey, joined, columns = own } = list;

	function columnOf(name: string | undefined, of: Columns = own): Column {
		const column = of[name ?? ""];
		if (column === undefined) throw new Error(`the list ${collection} has no column ${name}`);
		return column;
	}

	/** Creates something for each order of the list. */
	const bySort = <V>(create: (order: SearchOrder, sort: Sort) => V) =>
		Object.fromEntries(
			Object.entries<SearchOrder>(list.orders).map(([sort, order]) => [sort, create(order, sort as Sort)]),
		) as Readonly<Record<Sort, V>>;

	const orders = bySort((order) => {
		const first = order === "sortKey" ? sortKey : position;
		const key = { [String(first)]: columnOf(first), [id]: columnOf(id) };
		return keyset(order === "desc" ? "desc" : "asc", key) as Keyset<unknown> as Keyset<Stored>;
	});

	function entryOf(row: Stored): EntryKey {
		const { orgId = PLATFORM, ...values }: Readonly<Record<string, unknown>> = row;
		const entry = { orgId, collection, position: values[position], id: values[id] };
		return (sortKey === undefined ? entry : { ...entry, sortKey: values[sortKey] }) as EntryKey;
	}

	const rowsFrom = (db: ReadDb, source?: SQL) => {
		const rows = source ? db.select(columns).from(source).crossJoin(plain) : db.select(columns).from(plain);
		return joined ? rows.crossJoin(joined.table) : rows;
	};
	const ofTenant = (orgId: SQLWrapper) => own.orgId && eq(own.orgId, orgId);

	const hasWordsOf = (
		{ orgId, collection, parts }: Bound<{ readonly orgId: string } & Partial<WordValues>>,
		of: Columns = own,
	): SQL | undefined =>
		collection && parts && hasWords({ orgId, collection, parts }, columnOf(position, of), columnOf(id, of));

	const inOrder = <V extends ListValues<F>>(sort: Sort, condition: (values: Bound<V>) => SQL | undefined) =>
		readRows((db, values: Bound<V>) => {
			const { orgId, after, take, ...words } = values as Bound<SliceValues & { orgId: string } & Partial<WordValues>>;
			return rowsFrom(db)
				.where(
					and(
						ofTenant(orgId),
						joined?.on,
						condition(values),
						hasWordsOf({ orgId, ...words }),
						orders[sort].after(after),
					),
				)
				.orderBy(...orders[sort].by)
				.limit(take);
		}) as (db: ReadDb, values: V) => Promise<Row[]>;
	const listed = bySort((_order, sort) =>
		inOrder<ListValues<F>>(sort, list.filters as (values: Bound<ListValues<F>>) => SQL | undefined),
	);

	const foundIn = bySort((order) =>
		readRows((db, values: Bound<SliceValues & FoundValues>) =>
			rowsFrom(db, foundRows(values, order))
				.where(
					and(
						hasOtherWords(values),
						ofTenant(values.orgId),
						eq(columnOf(id), found.id),
						joined?.on,
						list.filters(values as unknown as FilterValues<F>),
					),
				)
				.orderBy(foundOrder(order))
				.limit(values.take),
		),
	);

	const keyNames = own.orgId ? ["orgId", id] : [id];
	const key = keyNames.map((name) => columnOf(name));
	const toIndex = readRows((tx, { after, take }: Bound<{ after: Each<string>; take: number }>) =>
		forShare(
			rowsFrom(tx)
				.where(and(sql`${key} > ${after}`, joined?.on, list.indexed))
				.orderBy(...key.map((column) => asc(column)))
				.limit(take),
			joined?.table ?? plain,
		),
	);

	return {
		/** The orders of the list, by their names. */
		orders,

		/** What the index is built from. */
		source: {
			collection,
			async read(tx, after, take) {
				const rows = await toIndex(tx, { after: each(after ?? key.map(() => "")), take });
				return rows.map((row) => ({
					key: keyNames.map((name) => String(row[name])),
					entry: entryOf(row as Stored),
					words: list.words(row as Texts),
				}));
			},
		} satisfies SearchSource,

		/** Adds a new row to the index. */
		add: (tx: Db, row: Stored & Texts): Promise<void> => addToSearch(tx, entryOf(row), list.words(row)),

		/** Brings the index up to date with a change of a row: its words, or its place in the list. */
		async update(tx: Db, before: Stored & Texts, after: Stored & Texts): Promise<void> {
			const [from, to, words] = [entryOf(before), entryOf(after), list.words(after)];
			const isSame = list.words(before).join() === words.join() && from.sortKey === to.sortKey;
			if (!isSame || from.position !== to.position) await updateSearch(tx, from, to, words);
		},

		/** Gives a row the words of these texts, whatever it had. */
		rename: (tx: Db, row: Stored, texts: Texts): Promise<void> =>
			updateSearch(tx, entryOf(row), entryOf(row), list.words(texts)),

		/** Removes a row from the index. */
		remove: (tx: Db, row: Stored): Promise<void> => removeFromSearch(tx, entryOf(row)),

		/** Creates the statement that reads the rows that match a condition, in an order of the list: for `readInOrder`. */
		inOrder,

		/**
		 * Returns the condition that a row has the words of a search, for other statements of the list; undefined without words.
		 * @param of the columns of the table under another name
		 */
		hasWords: hasWordsOf,

		/**
		 * Reads a slice of the list.
		 * @param orgId {@link PLATFORM} for a table without organizations
		 * @param readInOrder reads the rows that match the filters, and have the words if there are some, in this order; default:
		 * one statement with the condition of the declaration
		 */
		async read(
			db: ReadDb,
			orgId: string,
			{ words, ...filters }: F,
			sort: Sort,
			slice: Slice,
			readInOrder: (values: ListValues<F>) => Promise<Row[]> = (values) => listed[sort](db, values),
		): Promise<Row[]> {
			const set = Object.entries(filters).filter(([, value]) => value !== null);
			const values = { orgId, ...Object.fromEntries(set), ...sliceValues(slice) } as ListValues<F>;
			if (words === null) return readInOrder(values);
			const searched = { orgId, collection, order: list.orders[sort], isFiltered: set.length > 0 };
			const search = await prepareSearch(db, searched, words);
			if (search === null) return [];
			if (search.by === "rows") return readInOrder({ ...values, ...search.values });
			return (await foundIn[sort](db, { ...values, ...search.values })) as Row[];
		},
	};
}
