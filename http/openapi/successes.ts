import { Type } from "@sinclair/typebox";
import { PageInfo } from "#http/envelope";
import type { ResponseDescription } from "#http/operation";
import { closed } from "#http/schemas";
import { headerReferences, responseHeader } from "./headers.ts";
import type { SchemaWriter } from "./json-schema.ts";
import { type DescribedRoute, honoursKey } from "./routes.ts";
import type { JsonSchema, ResponseObject } from "./types.ts";

const status = Type.Literal("ok");
const message = Type.String({ description: "Human-readable text; may change." });

/** The envelope around one resource, whatever it is. */
const SuccessResponse = closed({ status, message, data: Type.Unknown() }, { $id: "SuccessResponse" });
/** The envelope around a page of resources. Its `data` is unknown here: a list of unknowns would hide the items of the list. */
const SuccessListResponse = closed(
	{ status, message, data: Type.Unknown(), page: Type.Unsafe({ ...PageInfo, $id: "PageInfo" }) },
	{ $id: "SuccessListResponse" },
);

/** TypeBox types of a body without members. */
const EMPTY = ["void", "undefined", "null"];

/**
 * Returns the schema of a response body. An envelope is represented by the shared one, narrowed to its `data`: the
 * closed shared schema forbids other members, and a client generator makes one type of it.
 */
function bodySchema(schemas: SchemaWriter, answer: ResponseDescription): JsonSchema {
	const members: Record<string, unknown> = answer.schema.properties ?? {};
	const names = Object.keys(members).join();
	const envelope = { "status,message,data": SuccessResponse, "status,message,data,page": SuccessListResponse }[names];
	if (!envelope) return schemas.write(answer.schema);
	const data = schemas.write(members.data);
	return { allOf: [schemas.write(envelope), { type: "object", required: ["data"], properties: { data } }] };
}

function success(
	schemas: SchemaWriter,
	route: DescribedRoute,
	code: string,
	answer: ResponseDescription,
): ResponseObject {
	const own = Object.entries(answer.headers ?? {}).map(([name, text]) => responseHeader(name, text));
	const names = [...(code === "304" ? ["ETag"] : []), ...(honoursKey(route) ? ["Idempotency-Replayed"] : [])];
	const shared = headerReferences(...names);
	const head = { description: answer.description, headers: { ...shared, ...Object.fromEntries(own) } };
	const { type } = answer.schema;
	if (EMPTY.includes(type)) return head;
	const mediaType = type === "string" ? "text/plain" : "application/json";
	const { example } = answer;
	if (answer.mediaTypes) {
		const media = Object.entries(answer.mediaTypes).map(([name, { schema }]) => [
			name,
			{ schema: schemas.write(schema) },
		]);
		return { ...head, content: Object.fromEntries(media) };
	}
	const alternatives = Object.entries(answer.alternatives ?? {}).map(([name, other]) => [
		name,
		{ ...other, schema: schemas.write(other.schema) },
	]);
	return {
		...head,
		content: {
			[mediaType]: { schema: bodySchema(schemas, answer), ...(example !== undefined && { example }) },
			...Object.fromEntries(alternatives),
		},
	};
}

/** Whether the operation responds with 304 to a client that has the current version. */
export const isConditionalRead = ({ method, responses }: DescribedRoute): boolean =>
	method === "get" && Object.keys(responses[200]?.headers ?? {}).some((name) => name.toLowerCase() === "etag");

/** Returns the successful responses of an operation by status. */
export function successes(schemas: SchemaWriter, route: DescribedRoute): Record<string, ResponseObject> {
	const entries = Object.entries(route.responses).map(([code, answer]) => [
		code,
		success(schemas, route, code, answer),
	]);
	const notModified: ResponseObject = {
		description: "Not modified: the client has the current version.",
		headers: headerReferences("ETag"),
	};
	return { ...(isConditionalRead(route) && { 304: notModified }), ...Object.fromEntries(entries) };
}
