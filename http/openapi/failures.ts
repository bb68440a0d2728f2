import { type Static, Type } from "@sinclair/typebox";
import { MAX_BODY_BYTES } from "#http/body";
import { ErrorResponse } from "#http/envelope";
import { closed } from "#http/schemas";
import { labelOf, STATUS_BY_KIND, STATUS_LABELS } from "#http/statuses";
import { ERROR_CODES, type ErrorCode, isRetryable } from "#kernel/errors";
import { headerReferences } from "./headers.ts";
import type { SchemaWriter } from "./json-schema.ts";
import type { DescribedRoute } from "./routes.ts";
import type { Example, MediaType, Reference, ResponseObject } from "./types.ts";

const EXAMPLE_REQUEST_ID = "01937e4c-8f1a-7c3e-9b52-6d1f0a2e4b77";

/** The same failure for a client that asks for `application/problem+json` (RFC 9457). */
export const Problem = closed(
	{
		type: Type.String({ description: "`urn:parley:error:<code>`." }),
		title: Type.String({ description: "The label of the status." }),
		status: Type.Integer({ minimum: 400, maximum: 599 }),
		detail: Type.String({ description: "One sentence for a person: what is wrong and how to mend it." }),
		instance: Type.String({ description: "The request id as a URN." }),
		code: Type.String({ description: "Stable, flat snake_case." }),
		errors: ErrorResponse.properties.error.properties.errors,
		meta: ErrorResponse.properties.error.properties.meta,
		requestId: Type.String({ format: "uuid" }),
	},
	{ $id: "Problem" },
);

/** Facts an error comes with beside its sentence. */
type FailureFacts = Pick<Static<typeof ErrorResponse>["error"], "errors" | "meta">;

/** Facts that a code always comes with, as an example. */
export type ExampleFacts = Readonly<Partial<Record<ErrorCode, FailureFacts>>>;

/** Facts that a code of this layer always comes with, as an example. */
const OWN_FACTS: ExampleFacts = {
	invalid_request: { errors: [{ path: "/limit", code: "invalid", message: "must be a whole number from 1" }] },
	validation_failed: { errors: [{ path: "/name", code: "required", message: "is required" }] },
	insufficient_scope: { meta: { required: "org:read" } },
	payload_too_large: { meta: { maxBytes: MAX_BODY_BYTES } },
	rate_limited: { meta: { policy: "read", limit: 600, windowSeconds: 60 } },
};

const statusOf = (code: ErrorCode): number => STATUS_BY_KIND[ERROR_CODES[code].kind];

/** What every operation can answer, whoever asks for whatever. */
const ALWAYS: readonly ErrorCode[] = ["invalid_request", "rate_limited", "server_error", "unavailable"];
const WITH_TOKEN: readonly ErrorCode[] = ["unauthenticated", "token_expired", "token_revoked", "session_revoked"];
const WITH_BODY: readonly ErrorCode[] = ["payload_too_large", "unsupported_media_type", "invalid_json"];
const WITH_KEY: readonly ErrorCode[] = ["idempotency_key_invalid", "idempotency_key_reused", "idempotency_in_progress"];

/** What `admit` of `#http/access` can refuse, in its order. */
function accessCodes({ access, path }: DescribedRoute, closed: ErrorCode): readonly ErrorCode[] {
	if (access.open) return [];
	const codes = [...WITH_TOKEN];
	if (access.requires !== "session") codes.push("insufficient_scope");
	if (access.system) return [...codes, "admin_required"]; // a system administrator is held to no tenant
	if (path.includes("{orgId}")) codes.push("org_mismatch");
	if (!access.whileClosed) codes.push(closed);
	return codes;
}

/** Codes of the tenant in the path: it is unknown, gone, or does not change while its deletion is pending. */
function tenantCodes({ access, method, path }: DescribedRoute): readonly ErrorCode[] {
	if (!path.includes("{orgId}")) return [];
	return method === "get" || access.whileClosed ? ["not_found", "purged"] : ["not_found", "purged", "state_conflict"];
}

/**
 * Every code the operation can answer: its own, and those of every operation of its kind. Sorted.
 * @param closed the code that tells members that their organization is closed to them
 */
export function errorCodesOf(route: DescribedRoute, closed: ErrorCode): ErrorCode[] {
	const takes = (name: string) =>
		route.parameters.some((parameter) => parameter.in === "query" && parameter.name === name);
	const codes = new Set<ErrorCode>([...ALWAYS, ...accessCodes(route, closed), ...tenantCodes(route), ...route.errors]);
	// A body is read, and so may be refused, even where none is asked for.
	if (route.method !== "get") for (const code of WITH_BODY) codes.add(code);
	if (route.method === "post") for (const code of WITH_KEY) codes.add(code);
	if (route.body) codes.add("validation_failed");
	if (takes("fields")) codes.add("invalid_fields");
	if (takes("cursor")) codes.add("invalid_cursor");
	return [...codes].sort();
}

/** Collects the failures of all operations, so that equal ones are written once. */
export interface FailureWriter {
	/** The responses of these codes by status, as references. */
	write(codes: readonly ErrorCode[]): Record<string, Reference>;
	responses(): Record<string, ResponseObject>;
	examples(): Record<string, Example>;
}

/**
 * Writes failures into a document whose schemas `schemas` collects.
 * @param productFacts examples for the codes that http does not know
 */
export function createFailureWriter(schemas: SchemaWriter, productFacts: ExampleFacts): FailureWriter {
	const facts: ExampleFacts = { ...OWN_FACTS, ...productFacts };
	const responses = new Map<string, ResponseObject>();
	const examples = new Map<string, Example>();
	const envelope = schemas.write(ErrorResponse);
	const problem = schemas.write(Problem);

	function mediaType(codes: readonly ErrorCode[], schema: MediaType["schema"], suffix: string): MediaType {
		const entries = codes.map((code): [string, Reference] => [
			code,
			{ $ref: `#/components/examples/${code}${suffix}` },
		]);
		return { schema, examples: Object.fromEntries(entries) };
	}

	function writeOne(status: number, codes: readonly ErrorCode[]): Reference {
		const label = STATUS_LABELS[status] ?? "Error";
		const name = [label.replaceAll(" ", ""), ...codes].join(".");
		for (const code of codes) {
			examples.set(code, { summary: code, value: exampleEnvelope(code, facts[code]) });
			examples.set(`${code}.problem`, { summary: code, value: exampleProblem(code, facts[code]) });
		}
		responses.set(name, {
			description: [`${label}:`, ...codes.map((code) => `- \`${code}\`: ${ERROR_CODES[code].description}`)].join("\n"),
			headers: headerReferences(...failureHeaders(status, codes)),
			content: {
				"application/json": mediaType(codes, envelope, ""),
				"application/problem+json": mediaType(codes, problem, ".problem"),
			},
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

const sorted = <T>(map: ReadonlyMap<string, T>): Record<string, T> =>
	Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

function failureHeaders(status: number, codes: readonly ErrorCode[]): string[] {
	if (status === 401 || codes.includes("insufficient_scope")) return ["WWW-Authenticate"];
	return status === 429 || status === 503 ? ["Retry-After"] : [];
}

function exampleEnvelope(code: ErrorCode, facts: FailureFacts | undefined): ErrorResponse {
	const { description } = ERROR_CODES[code];
	return {
		status: "error",
		message: labelOf(code),
		error: { code, detail: description, retryable: isRetryable(code), ...facts },
		requestId: EXAMPLE_REQUEST_ID,
	};
}

function exampleProblem(code: ErrorCode, facts: FailureFacts | undefined): Static<typeof Problem> {
	const status = statusOf(code);
	return {
		type: `urn:parley:error:${code}`,
		title: labelOf(code),
		status,
		detail: ERROR_CODES[code].description,
		instance: `urn:uuid:${EXAMPLE_REQUEST_ID}`,
		code,
		...facts,
		requestId: EXAMPLE_REQUEST_ID,
	};
}
