import type { RequestHeaderName } from "#http/operation";
import { LOCALES } from "#kernel/languages";
import { componentName } from "./json-schema.ts";
import type { Header, Parameter, Reference } from "./types.ts";

const text = { type: "string" };
const uuid = { type: "string", format: "uuid" };

/** Response headers that mean the same wherever they appear. */
const RESPONSE_HEADERS: Readonly<Record<string, Header>> = {
	"X-Request-ID": {
		description:
			"The `X-Request-ID` of the request if it was a UUID, otherwise a new one. It identifies the request " +
			"in the server's log.",
		schema: uuid,
		example: "01937e4c-8f1a-7c3e-9b52-6d1f0a2e4b77",
	},
	"RateLimit-Policy": {
		description:
			"The limit that applies to this request: its name, and `q` requests in `w` seconds. Each process of the " +
			"service counts by itself. Absent if limits are off.",
		schema: text,
		example: '"read";q=600;w=60',
	},
	RateLimit: {
		description: "Remaining quota of the limit: `r` requests for `t` seconds. Absent if limits are off.",
		schema: text,
		example: '"read";r=599;t=60',
	},
	"Retry-After": {
		description: "Seconds to wait before retrying.",
		schema: { type: "integer", minimum: 0 },
		example: 30,
	},
	"WWW-Authenticate": {
		description: "The challenge (RFC 6750), which says why a token was rejected.",
		schema: text,
		example: 'Bearer error="invalid_token", error_description="token_expired"',
	},
	"Content-Language": {
		description: "The language of the texts, chosen by `Accept-Language`.",
		schema: { type: "string", enum: [...LOCALES] },
		example: "en",
	},
	ETag: {
		description: "The version of the representation, for `If-Match` and `If-None-Match`.",
		schema: text,
		example: '"7"',
	},
	Location: { description: "URL of the new resource.", schema: { type: "string", format: "uri-reference" } },
	Link: { description: 'The next page, with `rel="next"`. Absent on the last.', schema: text },
	"Idempotency-Replayed": {
		description: "`true`: the stored answer to an earlier request with the same `Idempotency-Key`. Absent otherwise.",
		schema: { type: "string", const: "true" },
	},
};

/** Returns {@link RESPONSE_HEADERS} by the names of their components. */
export const headerComponents = (): Record<string, Header> =>
	Object.fromEntries(Object.entries(RESPONSE_HEADERS).map(([name, header]) => [componentName(name), header]));

/** Headers of every response. */
const ALWAYS = ["X-Request-ID", "RateLimit-Policy", "RateLimit"];

/** Returns the headers of every response and those named, as references. */
export function headerReferences(...names: string[]): Record<string, Reference> {
	return Object.fromEntries(
		[...ALWAYS, ...names].map((name) => [name, { $ref: `#/components/headers/${componentName(name)}` }]),
	);
}

/**
 * Returns the shared spelling and schema of a header with an operation's own description. Header names are
 * case-insensitive.
 */
export function responseHeader(name: string, description: string): [name: string, header: Header] {
	const known = Object.entries(RESPONSE_HEADERS).find(([shared]) => shared.toLowerCase() === name.toLowerCase());
	return known ? [known[0], { ...known[1], description }] : [name, { description, schema: text }];
}

/** Request headers of operations, by the name of their component. */
export const REQUEST_HEADERS = {
	RequestId: {
		name: "X-Request-ID",
		in: "header",
		required: false,
		description:
			"A UUID that identifies this request in the server's log and is returned in the response. Other " +
			"values are ignored.",
		schema: uuid,
	},
	AcceptLanguage: {
		name: "Accept-Language",
		in: "header",
		required: false,
		description: `The languages of the reader (${LOCALES.join(", ")}), for the texts of errors; otherwise that of the caller's profile.`,
		schema: text,
	},
	IdempotencyKey: {
		name: "Idempotency-Key",
		in: "header",
		required: false,
		description:
			"A UUID that makes retries safe: for 24 hours, the same key with the same body returns the first " +
			"response, and nothing happens twice.",
		schema: uuid,
	},
	IfMatch: {
		name: "If-Match",
		in: "header",
		required: false,
		description: "The `ETag` on which the change is based, or `*`. Any other version gets 412 `precondition_failed`.",
		schema: text,
	},
	IfNoneMatch: {
		name: "If-None-Match",
		in: "header",
		required: false,
		description: "The `ETag` the client already has: the response is 304 without a body if it is still current.",
		schema: text,
	},
	TusResumable: {
		name: "Tus-Resumable",
		in: "header",
		required: true,
		description: "The version of the tus protocol.",
		schema: { ...text, const: "1.0.0" },
		example: "1.0.0",
	},
	UploadLength: {
		name: "Upload-Length",
		in: "header",
		required: false,
		description: "The size in bytes: as announced; or, once, what was deferred.",
		schema: { type: "integer", minimum: 0 },
	},
	UploadOffset: {
		name: "Upload-Offset",
		in: "header",
		required: true,
		description: "The number of bytes that the service has: these follow.",
		schema: { type: "integer", minimum: 0 },
		example: 0,
	},
} as const satisfies Record<RequestHeaderName, Parameter> & Record<string, Parameter>;

/** Returns a reference to one of {@link REQUEST_HEADERS}. */
export const requestHeader = (name: keyof typeof REQUEST_HEADERS): Reference => ({
	$ref: `#/components/parameters/${name}`,
});
