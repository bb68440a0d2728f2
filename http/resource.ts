import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { status } from "elysia";
import { entityTag, matchesIfNoneMatch, type Versioned } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import { Envelope, ok } from "./envelope.ts";
import type { Exchange } from "./exchange.ts";
import type { ResponseDescription } from "./operation.ts";

interface ResponseSettings {
	headers: Record<string, string | number>;
}

const ETAG = { ETag: "The version, for If-Match and If-None-Match." };

/** Describes a response without a body. */
export const emptyResponse = (description: string) =>
	({ description, schema: Type.Void() }) satisfies ResponseDescription;

/** Description of the 304 response of a GET. */
export const notModified = emptyResponse("Not modified: the client has the current version");

/** Describes a response with one resource: {@link ok} of `message` and `example`. */
export const okResponse = <S extends TSchema>(description: string, schema: S, message: string, example: Static<S>) =>
	({ description, schema: Envelope(schema), example: ok(message, example) }) satisfies ResponseDescription;

/** Describes the response of a change, see {@link respondToChange}. */
export const versionedResponse = <S extends TSchema>(
	description: string,
	schema: S,
	message: string,
	example: Static<S>,
) => ({
	...okResponse(description, schema, message, example),
	headers: ETAG,
});

/**
 * Describes the responses of a GET, see {@link respondToGet}. @param schema of the resource, possibly reduced by
 * `fields`
 */
export const getResponses = <S extends TSchema>(
	description: string,
	schema: S,
	message: string,
	example: Static<S>,
) => ({
	200: versionedResponse(description, schema, message, example),
	304: notModified,
});

/**
 * Describes the 201 response with a new resource, see {@link respondToCreate}. @param noun the resource in the middle
 * of a sentence
 */
export const createdResponse = <S extends TSchema>(
	noun: string,
	description: string,
	schema: S,
	message: string,
	example: Static<S>,
) => ({
	...okResponse(description, schema, message, example),
	headers: { Location: `URL of the ${noun}.`, ...ETAG },
});

/**
 * Responds to a GET: 304 if the client has this representation already (RFC 9110 §13.1.2), otherwise the resource with
 * its `ETag`.
 */
export function respondToGet<T>(
	context: RequestContext,
	set: ResponseSettings,
	message: string,
	{ data, version, variant }: Versioned<T>,
) {
	const tag = entityTag(version, variant);
	set.headers.etag = tag;
	const known = (context as Exchange).request.headers.get("if-none-match");
	return known !== null && matchesIfNoneMatch(known, tag) ? status(304, undefined) : ok(message, data);
}

/** Responds to a change with the resource as it is now, and its `ETag`. */
export function respondToChange<T>(set: ResponseSettings, message: string, { data, version, variant }: Versioned<T>) {
	set.headers.etag = entityTag(version, variant);
	return ok(message, data);
}

/**
 * Responds to a creation with 201, the new resource, its `Location` and its `ETag`.
 * @param place its id, where its URL begins with that of the request; otherwise the way from there: `../../../meetings/…`
 */
export function respondToCreate<T>(
	context: RequestContext,
	set: ResponseSettings,
	place: string,
	message: string,
	created: Versioned<T>,
) {
	locate(context, set, place);
	return status(201, respondToChange(set, message, created));
}

/**
 * Responds with 202 to a request for work that goes on, with what tells how far it is, its `Location` and its `ETag`.
 * @param place as in {@link respondToCreate}
 */
export function respondToAccept<T>(
	context: RequestContext,
	set: ResponseSettings,
	place: string,
	message: string,
	accepted: Versioned<T>,
) {
	locate(context, set, place);
	return status(202, respondToChange(set, message, accepted));
}

function locate(context: RequestContext, set: ResponseSettings, place: string): void {
	const { origin, pathname } = (context as Exchange).url;
	set.headers.location = new URL(place, `${origin}${pathname}/`).href;
}
