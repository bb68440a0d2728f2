import { hash } from "node:crypto";
import { AppError } from "./errors.ts";

/**
 * The next entity tag of a list (RFC 9110 §8.8.3) with the commas and blanks before it, or a remainder that holds none.
 */
const NEXT_TAG = /[ \t,]*(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?=,|$)|$)/y;
/** An entity tag of this service: the version, optionally followed by the variant. */
const OUR_TAG = /^"(0|[1-9]\d{0,15})(?:-[\w-]{11})?"$/;

/** A representation and the inputs of its entity tag. */
export interface Versioned<T> {
	readonly data: T;
	/** Version of the resource: an integer from 0 that grows with every change. */
	readonly version: number;
	/** Anything else the bytes depend on, such as the requested `fields`; undefined: nothing. */
	readonly variant?: string | undefined;
}

/**
 * Returns the strong entity tag of a representation, quotes included: `"7"`, or `"7-Q8x…"` for a variant.
 * @param version of the resource, an integer from 0 that grows with every change
 * @param variant anything else the bytes depend on, e.g. the requested `fields`; any text, shown only as a hash
 */
export function entityTag(version: number, variant?: string): string {
	if (variant === undefined) return `"${version}"`;
	return `"${version}-${hash("sha256", variant, "base64url").slice(0, 11)}"`;
}

/**
 * Whether an `If-None-Match` header matches `etag`, so that the response is 304. Weak comparison, lists and `*` as
 * specified in RFC 9110 §13.1.2. An ill-formed header matches nothing: the client gets the full response.
 */
export function matchesIfNoneMatch(ifNoneMatch: string, etag: string): boolean {
	if (ifNoneMatch.trim() === "*") return true;
	const opaque = (tag: string): string => (tag.startsWith("W/") ? tag.slice(2) : tag);
	return parseTagList(ifNoneMatch).some((tag) => opaque(tag) === opaque(etag));
}

/**
 * Parses an `If-Match` header into the versions it names, `"*"` for any. Strong comparison: weak tags, tags of another
 * form and ill-formed headers match nothing (an empty list, which no version satisfies). The variant is ignored: the
 * condition is about the resource.
 */
export function parseIfMatch(ifMatch: string): readonly number[] | "*" {
	if (ifMatch.trim() === "*") return "*";
	return parseTagList(ifMatch)
		.flatMap((tag) => OUR_TAG.exec(tag)?.[1] ?? [])
		.map(Number);
}

/**
 * Asserts that `If-Match` is absent (null) or names the current `version`.
 * @throws `precondition_failed` with the current tag in `meta.etag`
 */
export function assertIfMatch(ifMatch: string | null, version: number): void {
	if (ifMatch === null) return;
	const named = parseIfMatch(ifMatch);
	if (named === "*" || named.includes(version)) return;
	throw new AppError(
		"precondition_failed",
		"If-Match does not name the current version (an ETag in double quotes, or *): read the resource again, then retry.",
		{ meta: { etag: entityTag(version) } },
	);
}

/** Parses the entity tags of a header; none when any part of it is ill-formed. */
function parseTagList(header: string): string[] {
	const tags: string[] = [];
	NEXT_TAG.lastIndex = 0;
	while (NEXT_TAG.lastIndex < header.length) {
		const found = NEXT_TAG.exec(header);
		if (!found) return [];
		if (found[1] !== undefined) tags.push(found[1]);
	}
	return tags;
}
