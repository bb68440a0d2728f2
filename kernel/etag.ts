import { createHash } from "node:crypto";
import { AppError } from "./errors.ts";

/** The next entity tag of a list (RFC 9110 §8.8.3) with the commas and blanks before it, or the rest that holds none. */
const NEXT_TAG = /[ \t,]*(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?=,|$)|$)/y;
/** A tag of ours: the version, then perhaps the variant. */
const OUR_TAG = /^"(0|[1-9]\d{0,15})(?:-[\w-]{11})?"$/;

/** A representation, and what its entity tag is made of. */
export interface Versioned<T> {
	readonly data: T;
	/** Of the resource: a whole number from 0 that grows with every change. */
	readonly version: number;
	/** What else the bytes depend on, such as the `fields` asked for; undefined: nothing. */
	readonly variant?: string | undefined;
}

/**
 * The strong entity tag of a representation, quotes included: `"7"`, or `"7-Q8x…"` for a variant.
 * @param version of the resource, a whole number from 0 that grows with every change
 * @param variant what else the bytes depend on, e.g. the `fields` asked for; any text, shown only as a hash
 */
export function entityTag(version: number, variant?: string): string {
	if (variant === undefined) return `"${version}"`;
	return `"${version}-${createHash("sha256").update(variant).digest("base64url").slice(0, 11)}"`;
}

/**
 * Whether an `If-None-Match` names `etag`, so that the answer is 304. Weak comparison, lists and `*` as in RFC 9110
 * §13.1.2. An ill-formed header names nothing: the client gets the full answer.
 */
export function matches(ifNoneMatch: string, etag: string): boolean {
	if (ifNoneMatch.trim() === "*") return true;
	const opaque = (tag: string): string => (tag.startsWith("W/") ? tag.slice(2) : tag);
	return listedTags(ifNoneMatch).some((tag) => opaque(tag) === opaque(etag));
}

/**
 * The versions an `If-Match` names, `"*"` for any. Strong comparison: weak tags name nothing, nor do tags that are not
 * ours or a header that is ill-formed (an empty list, which no version satisfies). The variant does not count: the
 * condition is about the resource.
 */
export function parseIfMatch(ifMatch: string): readonly number[] | "*" {
	if (ifMatch.trim() === "*") return "*";
	return listedTags(ifMatch)
		.flatMap((tag) => OUR_TAG.exec(tag)?.[1] ?? [])
		.map(Number);
}

/**
 * Lets a write pass only when `If-Match` is absent (null) or names the current `version`.
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

/** The tags of a header, none when any part of it is ill-formed. */
function listedTags(header: string): string[] {
	const tags: string[] = [];
	NEXT_TAG.lastIndex = 0;
	while (NEXT_TAG.lastIndex < header.length) {
		const found = NEXT_TAG.exec(header);
		if (!found) return [];
		if (found[1] !== undefined) tags.push(found[1]);
	}
	return tags;
}
