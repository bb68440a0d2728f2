import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";
import { AppError } from "./errors.ts";

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
	 * The position a cursor holds; null without a cursor: from the start.
	 * @throws `invalid_cursor` when altered, made by others, or made for another binding
	 */
	open(cursor: string | undefined, binding: unknown): Position | null;
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
		open(cursor, binding) {
			if (cursor === undefined) return null;
			const bytes = decode(cursor);
			const position = parsePosition(bytes.subarray(TAG_BYTES));
			if (position === undefined || !timingSafeEqual(tagOf(position, binding), bytes.subarray(0, TAG_BYTES))) {
				throw invalidCursor();
			}
			return position;
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
