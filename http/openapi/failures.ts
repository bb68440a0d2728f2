import { type Static, Type } from "@sinclair/typebox";
import { MAX_BODY_BYTES } from "#http/body";
import { ErrorCodes, ErrorDetails, ErrorResponse } from "#http/envelope";
import { closed } from "#http/schemas";
import { labelOf, STATUS_BY_KIND, STATUS_LABELS } from "#http/statuses";
import { ERROR_CODES, type ErrorCode, isRetryable } from "#kernel/errors";
import { headerReferences } from "./headers.ts";
import { componentName, type SchemaWriter } from "./json-schema.ts";
import { type DescribedRoute, honoursKey } from "./routes.ts";
import type { Example, JsonSchema, MediaType, Reference, ResponseObject } from "./types.ts";

const EXAMPLE_REQUEST_ID = "01937e4c-8f1a-7c3e-9b52-6d1f0a2e4b77";

/** Schema of a failure for clients that ask for `application/problem+json` (RFC 9457). */
export const Problem = closed(
	{
		type: Type.String({ description: "`urn:parley:error:<code>`." }),
		title: Type.String({ description: "The label of the status." }),
		status: Type.Integer({ minimum: 400, maximum: 599 }),
		detail: Type.String({ description: "One sentence for a person: what is wrong and how to fix it." }),
		instance: Type.String({ description: "The request id as a URN." }),
		code: ErrorCodes,
		errors: ErrorDetails.properties.errors,
		meta: ErrorDetails.properties.meta,
		requestId: Type.String({ format: "uuid" }),
	},
	{
		$id: "Problem",
		description:
			"A failure in the format of RFC 9457, returned instead of `ErrorResponse` for `Accept: application/problem+json`.",
	},
);

/** Details of an error that differ by its code. */
type ExampleDetails = Pick<Static<typeof ErrorDetails>, "errors" | "meta">;

/** Examples of the details that error codes come with. */
export type ErrorExamples = Readonly<Partial<Record<ErrorCode, ExampleDetails>>>;

/** Examples for the codes of this layer. */
const OWN_EXAMPLES: ErrorExamples = {
	invalid_request: { errors: [{ path: "/limit", code: "invalid", message: "must be a whole number from 1" }] },
	validation_failed: { errors: [{ path: "/name", code: "required", message: "is required" }] },
	insufficient_scope: { meta: { required: "org:read" } },
	payload_too_large: { meta: { maxBytes: MAX_BODY_BYTES } },
	rate_limited: { meta: { policy: "read", limit: 600, windowSeconds: 60 } },
};

const statusOf = (code: ErrorCode): number => STATUS_BY_KIND[ERROR_CODES[code].kind];

/** Codes of every operation, for every caller. */
const ALWAYS: readonly ErrorCode[] = ["invalid_request", "rate_limited", "server_error", "unavailable"];
const WITH_TOKEN: readonly ErrorCode[] = ["unauthenticated", "token_expired", "token_revoked", "session_revoked"];
const WITH_BODY: readonly ErrorCode[] = [
	"request_timeout",
	"payload_too_large",
	"unsupported_media_type",
	"invalid_json",
];
const WITH_KEY: readonly ErrorCode[] = ["idempotency_key_invalid", "idempotency_key_reused", "idempotency_in_progress"];

/** Codes of access that the product defines. */
export interface AccessCodes {
	/** For members whose organization is closed to them. */
	readonly closed: ErrorCode;
	/** For people whose sign-in is provisional. */
	readonly provisional: ErrorCode;
}

/** Returns the codes that `authorize` of `#http/access` can throw, in its order. */
function accessCodes({ access, path }: DescribedRoute, { closed, provisional }: AccessCodes): readonly ErrorCode[] {
	if (access.open) return [];
	const codes = [...WITH_TOKEN];
	if (!access.whileProvisional) codes.push(provisional);
	codes.push(access.requires === "session" ? "forbidden" : "insufficient_scope");
	if (access.participant) codes.push("forbidden", "not_found");
	if (path.includes("{orgId}")) codes.push("org_mismatch");
	if (access.system) return [...codes, "admin_required"]; // no state of a tenant closes it to a system administrator
	if (!access.whileClosed) codes.push(closed);
	return codes;
}

/**
 * Returns the codes concerning the tenant in the path: it is unknown, purged, or cannot change while its deletion is
 * pending.
 */
function tenantCodes({ access, method, path }: DescribedRoute): readonly ErrorCode[] {
	if (!path.includes("{orgId}")) return [];
	return method === "get" || access.whileClosed ? ["not_found", "purged"] : ["not_found", "purged", "state_conflict"];
}

/**
 * Returns every error code of the operation: its own, and those of every operation of its kind. Sorted.
 */
export function errorCodesOf(route: DescribedRoute, product: AccessCodes): ErrorCode[] {
	const takes = (name: string) =>
		route.parameters.some((parameter) => parameter.in === "query" && parameter.name === name);
	const codes = new Set<ErrorCode>([...ALWAYS, ...accessCodes(route, product), ...tenantCodes(route), ...route.errors]);
	// A body is read, and so can be rejected, even if none is expected.
	if (route.method !== "get") for (const code of WITH_BODY) codes.add(code);
	if (honoursKey(route)) for (const code of WITH_KEY) codes.add(code);
	else if (route.method === "post") codes.add("idempotency_key_invalid");
	if (route.body) codes.add("validation_failed");
	if (takes("fields")) codes.add("invalid_fields");
	if (takes("cursor")) codes.add("invalid_cursor");
	return [...codes].sort();
}

/** Collects the failures of all operations, so that equal ones are written once. */
export interface FailureWriter {
	/** Writes the responses of these codes; returns references to them by status. */
	write(codes: readonly ErrorCode[]): Record<string, Reference>;
	responses(): Record<string, ResponseObject>;
	examples(): Record<string, Example>;
}

/**
 * Creates the writer of failures for a document whose schemas `schemas` collects.
 * @param productExamples examples for the codes that http does not know
 */
export function createFailureWriter(schemas: SchemaWriter, productExamples: ErrorExamples): FailureWriter {
	const examplesOf: ErrorExamples = { ...OWN_EXAMPLES, ...productExamples };
	const responses = new Map<string, ResponseObject>();
	const examples = new Map<string, Example>();
	const envelope = schemas.write(ErrorResponse);
	const error = schemas.write(ErrorDetails);
	// Answered to those who ask for it, and described once: in each response, no client could read `error` of the union.
	schemas.write(Problem);

	function mediaType(codes: readonly ErrorCode[], schema: JsonSchema): MediaType {
		const entries = codes.map((code): [string, Reference] => [
			code,
			{ $ref: `#/components/examples/${componentName(code)}` },
		]);
		return { schema, examples: Object.fromEntries(entries) };
	}

	function writeOne(status: number, codes: readonly ErrorCode[]): Reference {
		const label = STATUS_LABELS[status] ?? "Error";
		const name = responseName(label, codes);
		const code = { type: "string", enum: codes };
		for (const code of codes) {
			const details = examplesOf[code];
			examples.set(componentName(code), { summary: code, value: exampleEnvelope(code, details) });
		}
		responses.set(name, {
			description: [`${label}:`, ...codes.map((code) => `- \`${code}\`: ${ERROR_CODES[code].description}`)].join("\n"),
			headers: headerReferences(...failureHeaders(status, codes)),
			content: { "application/json": mediaType(codes, narrowed(envelope, { error: narrowed(error, { code }) })) },
		});
		return { $ref: `#/components/responses/${name}` };
	}

	return {
		write(codes) {
			const byStatus = Map.groupBy(codes, statusOf);
			return Object.fromEntries([...byStatus].map(([status, group]) => [status, writeOne(status, group)]));
		},
		responses: () => sorted(responses),
		examples: () => sorted(examples),
	};
}

/** Returns a shared schema with some of its members narrowed: a client generator makes an intersection of it. */
const narrowed = (shared: JsonSchema, properties: JsonSchema): JsonSchema => ({
	allOf: [shared, { type: "object", required: Object.keys(properties), properties }],
});

/** Returns the name of the response with these codes: the status and the codes, or only the status if that is enough. */
function responseName(label: string, codes: readonly ErrorCode[]): string {
	const status = componentName(label);
	const names = codes.map(componentName).join("");
	return names === status ? status : status + names;
}

const sorted = <T>(map: ReadonlyMap<string, T>): Record<string, T> =>
	Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

function failureHeaders(status: number, codes: readonly ErrorCode[]): string[] {
	if (status === 401 || codes.includes("insufficient_scope")) return ["Content-Language", "WWW-Authenticate"];
	return status === 429 || status === 503 ? ["Content-Language", "Retry-After"] : ["Content-Language"];
}

function exampleEnvelope(code: ErrorCode, details: ExampleDetails | undefined): ErrorResponse {
	const { description } = ERROR_CODES[code];
	return {
		status: "error",
		message: labelOf(code),
		error: { code, detail: description, retryable: isRetryable(code), ...details },
		requestId: EXAMPLE_REQUEST_ID,
	};
}
