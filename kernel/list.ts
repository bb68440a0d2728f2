import type { Cursors, Position } from "./cursor.ts";
import { invalidParameter } from "./field-errors.ts";
import type { Selector } from "./field-mask.ts";
import { text } from "./texts.ts";

/** Number of items of a page when the caller names no limit. */
export const DEFAULT_LIMIT = 50;
/** Maximum number of items of a page. */
export const MAX_LIMIT = 200;

/** Query parameters of every list, unparsed. */
export interface ListQuery {
	readonly limit?: string | undefined;
	readonly cursor?: string | undefined;
	readonly fields?: string | undefined;
}

/**
 * The context a cursor of a list is valid for: the list, the tenant, the filters, the sort. A cursor of another binding
 * is rejected.
 */
export interface ListBinding {
	/** Name of the list. */
	readonly list: string;
	/** Anything {@link canonicalJson} accepts. */
	readonly [part: string]: unknown;
}

/** The sort order of a list. */
export interface Order<Row> {
	positionOf(row: Row): Position;
}

/** The part of a list to be read by a repository. */
export interface Slice {
	/** The position before the first row; null: the start of the list. */
	readonly after: Position | null;
	/** Maximum number of rows to read. */
	readonly take: number;
}

/** A page of a list. */
export interface Page<T> {
	readonly items: T[];
	readonly page: {
		readonly limit: number;
		/** Cursor of the next page; null on the last page. */
		readonly nextCursor: string | null;
		readonly hasMore: boolean;
	};
}

/** The page a client requests: the slice to read, and how to build the page from its rows. */
export interface PageRequest<T, Shown> extends Slice {
	/**
	 * Builds the page from the rows that were read.
	 * @param rows the slice: one row more than the page shows, if there is one, which only tells that there is a next
	 * page
	 * @param order the order in which they were read
	 * @param view maps a row to its representation, before `fields` selects from it
	 * @param stoppedAt the position up to which rows were looked for, where that ended before the page was full; default:
	 * all were looked at
	 */
	page<Row>(
		rows: readonly Row[],
		order: Order<NoInfer<Row>>,
		view: (row: Row) => T,
		stoppedAt?: Position | null,
	): Page<Shown>;
	/**
	 * Reads a member that is stored apart from the rows, for the whole page at once; an empty map unless `fields` selects
	 * it.
	 * @param rows the slice
	 * @param read returns the member of each of these rows by the row's key, in one statement
	 */
	readMember<Row, Member>(
		name: string,
		rows: readonly Row[],
		read: (shown: readonly Row[]) => Promise<ReadonlyMap<string, Member>>,
	): Promise<ReadonlyMap<string, Member>>;
}

/**
 * Parses the parameters of a list. A list takes three steps: parse the request, read its slice, build the page.
 * @param selector parses `fields`
 * @throws `invalid_request` `invalid_fields` `invalid_cursor`, the first that applies in this order
 */
export function pageRequest<T, Shown>(
	cursors: Cursors,
	query: ListQuery,
	selector: Selector<T, Shown>,
	binding: ListBinding,
): PageRequest<T, Shown> {
	const limit = parseLimit(query.limit);
	const show = selector.parse(query.fields);
	const after = cursors.open(query.cursor, binding);
	return {
		after,
		take: limit + 1,
		page(rows, order, view, stoppedAt = null) {
			const shown = rows.slice(0, limit);
			const last = shown.at(-1);
			const end = rows.length > limit && last !== undefined ? order.positionOf(last) : stoppedAt;
			const nextCursor = end === null ? null : cursors.seal(end, binding);
			return { items: shown.map((row) => show(view(row))), page: { limit, nextCursor, hasMore: end !== null } };
		},
		async readMember(name, rows, read) {
			return rows.length > 0 && show.shows(name) ? await read(rows.slice(0, limit)) : new Map();
		},
	};
}

/** Returns a list as a single page, whatever its length. */
export const singlePage = <T>(items: T[]): Page<T> => ({
	items,
	page: { limit: DEFAULT_LIMIT, nextCursor: null, hasMore: false },
});

/**
 * Parses the page size: {@link DEFAULT_LIMIT} when absent, {@link MAX_LIMIT} when larger.
 * @param raw the query parameter, undefined when absent
 * @throws `invalid_request` naming `limit` for anything but an integer from 1
 */
function parseLimit(raw: string | undefined): number {
	if (raw === undefined) return DEFAULT_LIMIT;
	if (/^[1-9]\d*$/.test(raw)) return Math.min(Number(raw), MAX_LIMIT);
	const message = text("must be {expected}", {
		expected: text("a whole number from {minimum} to {maximum}", { minimum: 1, maximum: MAX_LIMIT }),
	});
	throw invalidParameter("/limit", "invalid_format", message);
}
