import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { status } from "elysia";
import { entityTag, matchesIfNoneMatch, type Versioned } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import { Envelope, ok } from "./envelope.ts";
import type { Exchange } from "./exchange.ts";
import type { Answer } from "./operation.ts";

interface ResponseSettings {
	headers: Record<string, string | number>;
}

const ETAG = { ETag: "The version, for If-Match and If-None-Match." };

/** Documents an answer without a body. */
export const emptyAnswer = (description: string) => ({ description, schema: Type.Void() }) satisfies Answer;

/** Documents the 304 of a GET. */
export const notModified = emptyAnswer("The client has this version already");

/** Documents an answer of one resource: {@link ok} of `message` and `example`. */
export const okAnswer = <S extends TSchema>(description: string, schema: S, message: string, example: Static<S>) =>
	({ description, schema: Envelope(schema), example: ok(message, example) }) satisfies Answer;

/** Documents the answer of a change, see {@link answerVersioned}. */
export const versionedAnswer = <S extends TSchema>(
	description: string,
	schema: S,
	message: string,
	example: Static<S>,
) => ({
	...okAnswer(description, schema, message, example),
	headers: ETAG,
});

/** Documents the answers of a GET, see {@link answerRead}. @param schema of the resource, as `fields` may have left it */
export const readAnswers = <S extends TSchema>(
	description: string,
	schema: S,
	message: string,
	example: Static<S>,
) => ({
	200: versionedAnswer(description, schema, message, example),
	304: notModified,
});

/** Documents the 201 of a new resource, see {@link answerCreated}. @param noun the resource in the middle of a sentence */
export const createdAnswer = <S extends TSchema>(
	noun: string,
	description: string,
	schema: S,
	message: string,
	example: Static<S>,
) => ({
	...okAnswer(description, schema, message, example),
	headers: { Location: `URL of the ${noun}.`, ...ETAG },
});

/** Answers a GET: 304 to a client that has this representation already (RFC 9110 §13.1.2), else the resource with its `ETag`. */
export function answerRead<T>(
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

/** Answers a change with the resource as it is now, and its `ETag`. */
export function answerVersioned<T>(set: ResponseSettings, message: string, { data, version, variant }: Versioned<T>) {
	set.headers.etag = entityTag(version, variant);
	return ok(message, data);
}

/** Answers 201 with a new resource, its `Location` below the URL of its list, and its `ETag`. @param id last part of its URL */
export function answerCreated<T>(
	context: RequestContext,
	set: ResponseSettings,
	id: string,
	message: string,
	created: Versioned<T>,
) {
	const { origin, pathname } = (context as Exchange).url;
	set.headers.location = `${origin}${pathname}/${id}`;
	return status(201, answerVersioned(set, message, created));
}
