import { entityTag, matches } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import type { Exchange } from "./exchange.ts";

interface ResponseSettings {
	headers: Record<string, string | number>;
}

/**
 * Puts the strong `ETag` of a representation on the response and tells whether the client already has it (RFC 9110 §13.1.2).
 * @param variant what else the representation depends on beside the version, e.g. the `fields` asked for
 */
export function isNotModified(
	context: RequestContext,
	set: ResponseSettings,
	version: number,
	variant?: string,
): boolean {
	const tag = entityTag(version, variant);
	set.headers.etag = tag;
	const known = (context as Exchange).request.headers.get("if-none-match");
	return known !== null && matches(known, tag);
}

/** Puts the `ETag` of a freshly written representation on the response. @param variant as when it is read */
export function tag(set: ResponseSettings, version: number, variant?: string): void {
	set.headers.etag = entityTag(version, variant);
}
