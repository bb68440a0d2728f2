import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";
import { AppError } from "./errors.ts";

/** Items of a page when the caller names no limit. */
export const DEFAULT_LIMIT = 50;
/** Items of a page at most. */
export const MAX_LIMIT = 200;
/** Characters of a cursor at most. */
export const MAX_CURSOR_LENGTH = 512;
const TAG_BYTES = 16;

/** The sort key values of the last item of a page: where the next one starts. */
export type Position = readonly (string | number)[];

/** Makes and reads the opaque `cursor` of lists. */
export interface Cursors {
	/**
	 * A cursor for `position` that only works with the same `binding`.
	 * @param binding what the position means: operation, organization, filters, sort; anything {@link canonicalJson} takes
	 * @throws RangeError when it would pass {@link MAX_CURSOR_LENGTH}: a position has room for about 360 bytes of JSON,
	 * so sort by a shortened key (`sortKey` in `text.ts`), not by a text of any length
	 */
	seal(position: Position, binding: unknown): string;
	/**
	 * The position a cursor holds; null without a cursor: from the start. It has the shape that was sealed with the same binding,
	 * which the caller names as `P`.
	 * @throws `invalid_cursor` when altered, made by others, or made for another binding
	 */
	open<P extends Position>(cursor: string | undefined, binding: unknown): P | null;
}

/** Cursors authenticated under `key` (HMAC-SHA-256, 128 bits of it): a client can neither read much nor invent one. */
export function createCursors(key: Uint8Array): Cursors {
	// The pair in one JSON text leaves no doubt where the position ends and the binding starts.
	const tagOf = (position: unknown, binding: unknown): Buffer =>
		createHmac("sha256", key)
			.update(canonicalJson([position, binding]))
			.digest()
			.subarray(0, TAG_BYTES);

	return {
		seal(position, binding) {
			const payload = Buffer.from(JSON.stringify(position));
			const cursor = Buffer.concat([tagOf(position, binding), payload]).toString("base64url");
			if (cursor.length > MAX_CURSOR_LENGTH) throw new RangeError("The position is too long for a cursor.");
			return cursor;
		},
		open<P extends Position>(cursor: string | undefined, binding: unknown): P | null {
			if (cursor === undefined) return null;
			const bytes = decode(cursor);
			const position = parsePosition(bytes.subarray(TAG_BYTES));
			if (position === undefined || !timingSafeEqual(tagOf(position, binding), bytes.subarray(0, TAG_BYTES))) {
				throw invalidCursor();
			}
			return position as P;
		},
	};
}

const invalidCursor = (): AppError =>
	new AppError(
		"invalid_cursor",
		"cursor was altered or belongs to other filters or another sort: start again without it, or repeat the request that gave it.",
		{
			fieldErrors: [
				{
					path: "/cursor",
					code: "invalid",
					message: "must be a nextCursor of this list with the same filters and sort",
				},
			],
		},
	);

/** The bytes of a cursor. One byte sequence has one spelling: what Buffer would overlook is refused. */
function decode(cursor: string): Buffer {
	const bytes = cursor.length > MAX_CURSOR_LENGTH ? undefined : Buffer.from(cursor, "base64url");
	if (!bytes || bytes.length <= TAG_BYTES || bytes.toString("base64url") !== cursor) throw invalidCursor();
	return bytes;
}

/** The position as it was written, undefined for bytes that {@link Cursors.seal} never writes. */
function parsePosition(payload: Buffer): Position | undefined {
	try {
		const position: unknown = JSON.parse(payload.toString());
		const isPosition = Array.isArray(position) && position.every((part) => ["string", "number"].includes(typeof part));
		return isPosition && Buffer.from(JSON.stringify(position)).equals(payload) ? position : undefined;
	} catch {
		return undefined;
	}
}

/**
 * The page size a client asks for: {@link DEFAULT_LIMIT} when it names none, {@link MAX_LIMIT} when it names more.
 * @param raw the query parameter, undefined when absent
 * @throws `invalid_request` naming `limit` for anything but a whole number from 1
 */
export function parseLimit(raw: string | undefined): number {
	if (raw === undefined) return DEFAULT_LIMIT;
	if (/^[1-9]\d*$/.test(raw)) return Math.min(Number(raw), MAX_LIMIT);
	const message = `must be a whole number from 1 to ${MAX_LIMIT}`;
	throw new AppError("invalid_request", `limit ${message}.`, {
		fieldErrors: [{ path: "/limit", code: "invalid_format", message }],
	});
}

/** One page of a list. */
export interface Page<T> {
	readonly items: readonly T[];
	readonly page: {
		readonly limit: number;
		/** Where the next page starts; null on the last page. */
		readonly nextCursor: string | null;
		readonly hasMore: boolean;
	};
}

/**
 * Makes a page of `limit` items from the `limit + 1` rows a repository was asked for: the extra row only tells that
 * there is more.
 * @param toCursor seals the position of the last item shown; called only when there is a next page
 */
export function pageOf<T>(rows: readonly T[], limit: number, toCursor: (last: T) => string): Page<T> {
	const items = rows.slice(0, limit);
	const last = items.at(-1);
	const hasMore = rows.length > limit && last !== undefined;
	return { items, page: { limit, nextCursor: hasMore ? toCursor(last) : null, hasMore } };
}
