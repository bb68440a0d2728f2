import type { Cursors, Position } from "./cursor.ts";
import { AppError } from "./errors.ts";
import type { Selector } from "./field-mask.ts";

/** Items of a page when the caller names no limit. */
export const DEFAULT_LIMIT = 50;
/** Items of a page at most. */
export const MAX_LIMIT = 200;

/** The parameters that every list takes, as they come. */
export interface ListQuery {
	readonly limit?: string | undefined;
	readonly cursor?: string | undefined;
	readonly fields?: string | undefined;
}

/** What a cursor of a list holds good for: the list, the tenant, the filters, the sort. Another binding refuses it. */
export interface ListBinding {
	/** Name of the list. */
	readonly list: string;
	/** Anything {@link canonicalJson} takes. */
	readonly [part: string]: unknown;
}

/** The order of a list: where a row stands in it. */
export interface Order<Row> {
	positionOf(row: Row): Position;
}

/** The part of a list that a repository reads. */
export interface Slice {
	/** The position before the first row; null: from the start. */
	readonly after: Position | null;
	/** Rows to read at most. */
	readonly take: number;
}

/** One page of a list. */
export interface Page<T> {
	readonly items: T[];
	readonly page: {
		readonly limit: number;
		/** Where the next page starts; null on the last page. */
		readonly nextCursor: string | null;
		readonly hasMore: boolean;
	};
}

/** The page a client asks for: the slice to read, and what to make of its rows. */
export interface PageRequest<T, Shown> extends Slice {
	/**
	 * Makes the page of the rows that were read.
	 * @param rows the slice: one more than the page shows, when there is one, which only tells that there is more
	 * @param order the order they were read in
	 * @param view what a row shows, before `fields` chooses from it
	 */
	page<Row>(rows: readonly Row[], order: Order<NoInfer<Row>>, view: (row: Row) => T): Page<Shown>;
}

/**
 * Reads the parameters of a list. A list is three steps: ask for the page, read its slice, make the page.
 * @param selector reads `fields`
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
		page(rows, order, view) {
			const shown = rows.slice(0, limit);
			const last = shown.at(-1);
			const hasMore = rows.length > limit && last !== undefined;
			const nextCursor = hasMore ? cursors.seal(order.positionOf(last), binding) : null;
			return { items: shown.map((row) => show(view(row))), page: { limit, nextCursor, hasMore } };
		},
	};
}

/** A list so short that it comes on one page, whatever its length. */
export const onlyPage = <T>(items: T[]): Page<T> => ({
	items,
	page: { limit: DEFAULT_LIMIT, nextCursor: null, hasMore: false },
});

/**
 * The page size a client asks for: {@link DEFAULT_LIMIT} when it names none, {@link MAX_LIMIT} when it names more.
 * @param raw the query parameter, undefined when absent
 * @throws `invalid_request` naming `limit` for anything but a whole number from 1
 */
function parseLimit(raw: string | undefined): number {
	if (raw === undefined) return DEFAULT_LIMIT;
	if (/^[1-9]\d*$/.test(raw)) return Math.min(Number(raw), MAX_LIMIT);
	const message = `must be a whole number from 1 to ${MAX_LIMIT}`;
	throw new AppError("invalid_request", `limit ${message}.`, {
		fieldErrors: [{ path: "/limit", code: "invalid_format", message }],
	});
}
