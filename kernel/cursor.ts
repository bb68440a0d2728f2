import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";
import { AppError } from "./errors.ts";
import type { KeyRing } from "./key-ring.ts";

/** Maximum length of a cursor, in characters. */
export const MAX_CURSOR_LENGTH = 512;
const TAG_BYTES = 16;

/** The sort key values of the last item of a page: the position at which the next page starts. */
export type Position = readonly (string | number)[];

/** Creates and reads the opaque `cursor` of lists. */
export interface Cursors {
	/**
	 * Creates a cursor for `position` that is only valid for the same `binding`.
	 * @param binding context of the position: operation, organization, filters, sort; anything {@link canonicalJson}
	 * accepts
	 * @throws RangeError when the cursor would exceed {@link MAX_CURSOR_LENGTH}: a position has room for about 360 bytes
	 * of JSON, so sort by a shortened key (`sortKey` in `text.ts`), not by text of unbounded length
	 */
	seal(position: Position, binding: unknown): string;
	/**
	 * Returns the position a cursor holds; null without a cursor (the start of the list).
	 * @throws `invalid_cursor` when it was altered, forged, or issued for another binding
	 */
	open(cursor: string | undefined, binding: unknown): Position | null;
}

/**
 * Creates cursors authenticated with the first key (HMAC-SHA-256, truncated to 128 bits), so that a client cannot forge
 * one. Those of the older keys are still accepted.
 */
export function createCursors([key, ...olderKeys]: KeyRing): Cursors {
	// Encoding both as one JSON text leaves no ambiguity about where the position ends and the binding starts.
	const computeTag = (position: unknown, binding: unknown, by = key): Buffer =>
		createHmac("sha256", by)
			.update(canonicalJson([position, binding]))
			.digest()
			.subarray(0, TAG_BYTES);

	return {
		seal(position, binding) {
			const payload = Buffer.from(JSON.stringify(position));
			const cursor = Buffer.concat([computeTag(position, binding), payload]).toString("base64url");
			if (cursor.length > MAX_CURSOR_LENGTH) throw new RangeError("The position is too long for a cursor.");
			return cursor;
		},
		open(cursor, binding) {
			if (cursor === undefined) return null;
			const bytes = decode(cursor);
			const position = parsePosition(bytes.subarray(TAG_BYTES));
			const tag = bytes.subarray(0, TAG_BYTES);
			const isOurs = (by: Uint8Array) => timingSafeEqual(computeTag(position, binding, by), tag);
			if (position === undefined || !(isOurs(key) || olderKeys.some(isOurs))) throw invalidCursor();
			return position;
		},
	};
}

const invalidCursor = (): AppError =>
	new AppError(
		"invalid_cursor",
		"cursor was altered, or belongs to different filters or a different sort order: start again without it, or repeat the request that returned it.",
		{
			fieldErrors: [
				{
					path: "/cursor",
					code: "invalid",
					message: "must be the nextCursor of a page of this list with the same filters and sort order",
				},
			],
		},
	);

/**
 * Decodes a cursor. Each byte sequence has exactly one accepted spelling: non-canonical base64url, which Buffer would
 * accept, is rejected.
 */
function decode(cursor: string): Buffer {
	const bytes = cursor.length > MAX_CURSOR_LENGTH ? undefined : Buffer.from(cursor, "base64url");
	if (!bytes || bytes.length <= TAG_BYTES || bytes.toString("base64url") !== cursor) throw invalidCursor();
	return bytes;
}

/** Parses a position; undefined for bytes that {@link Cursors.seal} never writes. */
function parsePosition(payload: Buffer): Position | undefined {
	try {
		const position: unknown = JSON.parse(payload.toString());
		const isPosition = Array.isArray(position) && position.every((part) => ["string", "number"].includes(typeof part));
		return isPosition && Buffer.from(JSON.stringify(position)).equals(payload) ? position : undefined;
	} catch {
		return undefined;
	}
}
