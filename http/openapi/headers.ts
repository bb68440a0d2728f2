import { componentName } from "./json-schema.ts";
import type { Header, Parameter, Reference } from "./types.ts";

const text = { type: "string" };
const uuid = { type: "string", format: "uuid" };

/** Response headers that mean the same wherever they appear. */
const RESPONSE_HEADERS: Readonly<Record<string, Header>> = {
	"X-Request-ID": {
		description:
			"The `X-Request-ID` of the request when it was a UUID, else one made by the server. It finds the request in our log.",
		schema: uuid,
		example: "01937e4c-8f1a-7c3e-9b52-6d1f0a2e4b77",
	},
	"RateLimit-Policy": {
		description:
			"The limit that counted this request: its name, `q` requests in `w` seconds. Absent when limits are off.",
		schema: text,
		example: '"read";q=600;w=60',
	},
	RateLimit: {
		description: "What is left of it: `r` requests, for `t` seconds. Absent when limits are off.",
		schema: text,
		example: '"read";r=599;t=60',
	},
	"Retry-After": {
		description: "Seconds to wait before the next try.",
		schema: { type: "integer", minimum: 0 },
		example: 30,
	},
	"WWW-Authenticate": {
		description: "The challenge of RFC 6750; it says why a token was not accepted.",
		schema: text,
		example: 'Bearer error="invalid_token", error_description="token_expired"',
	},
	ETag: {
		description: "The version of the representation, for `If-Match` and `If-None-Match`.",
		schema: text,
		example: '"7"',
	},
	Location: { description: "Where the new resource is.", schema: { type: "string", format: "uri-reference" } },
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
		description: "A UUID that names this request in our log and comes back in the answer. Anything else is ignored.",
		schema: uuid,
	},
	IdempotencyKey: {
		name: "Idempotency-Key",
		in: "header",
		required: false,
		description:
			"A UUID that makes a retry safe: within 24 hours the same key with the same body gets the first answer again, and nothing happens twice.",
		schema: uuid,
	},
	IfMatch: {
		name: "If-Match",
		in: "header",
		required: false,
		description: "The `ETag` the change is based on, or `*`. Another version gets 412 `precondition_failed`.",
		schema: text,
	},
	IfNoneMatch: {
		name: "If-None-Match",
		in: "header",
		required: false,
		description: "The `ETag` the client already has: 304 without a body when it is still current.",
		schema: text,
	},
} as const satisfies Record<string, Parameter>;

/** Returns a reference to one of {@link REQUEST_HEADERS}. */
export const requestHeader = (name: keyof typeof REQUEST_HEADERS): Reference => ({
	$ref: `#/components/parameters/${name}`,
});
