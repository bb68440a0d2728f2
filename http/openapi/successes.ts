import { Type } from "@sinclair/typebox";
import { PageInfo } from "#http/envelope";
import type { Answer } from "#http/operation";
import { closed } from "#http/schemas";
import { headerReferences, responseHeader } from "./headers.ts";
import type { SchemaWriter } from "./json-schema.ts";
import type { DescribedRoute } from "./routes.ts";
import type { JsonSchema, ResponseObject } from "./types.ts";

const status = Type.Literal("ok");
const message = Type.String({ description: "Human-readable text; may change." });

/** The envelope around one resource, whatever it is. */
const SuccessResponse = closed({ status, message, data: Type.Unknown() }, { $id: "SuccessResponse" });
/** The envelope around a page of resources. */
const SuccessListResponse = closed(
	{ status, message, data: Type.Array(Type.Unknown()), page: Type.Unsafe({ ...PageInfo, $id: "PageInfo" }) },
	{ $id: "SuccessListResponse" },
);

/** What a body without members looks like in TypeBox. */
const EMPTY = ["void", "undefined", "null"];

/**
 * The schema of an answer. An envelope is shown as the shared one, narrowed to its `data`: the closed shared schema
 * keeps other members out, and a client generator makes one type of it.
 */
function bodySchema(schemas: SchemaWriter, answer: Answer): JsonSchema {
	const members: Record<string, unknown> = answer.schema.properties ?? {};
	const names = Object.keys(members).join();
	const envelope = { "status,message,data": SuccessResponse, "status,message,data,page": SuccessListResponse }[names];
	if (!envelope) return schemas.write(answer.schema);
	const data = schemas.write(members.data);
	return { allOf: [schemas.write(envelope), { type: "object", required: ["data"], properties: { data } }] };
}

function success(schemas: SchemaWriter, { method }: DescribedRoute, code: string, answer: Answer): ResponseObject {
	const own = Object.entries(answer.headers ?? {}).map(([name, text]) => responseHeader(name, text));
	const names = [...(code === "304" ? ["ETag"] : []), ...(method === "post" ? ["Idempotency-Replayed"] : [])];
	const shared = headerReferences(...names);
	const head = { description: answer.description, headers: { ...shared, ...Object.fromEntries(own) } };
	const { type } = answer.schema;
	if (EMPTY.includes(type)) return head;
	const mediaType = type === "string" ? "text/plain" : "application/json";
	const { example } = answer;
	return {
		...head,
		content: { [mediaType]: { schema: bodySchema(schemas, answer), ...(example !== undefined && { example }) } },
	};
}

/** Whether the operation answers 304 to a client that has the current version. */
export const isConditionalRead = ({ method, answers }: DescribedRoute): boolean =>
	method === "get" && Object.keys(answers[200]?.headers ?? {}).some((name) => name.toLowerCase() === "etag");

/** The successes of an operation by status. */
export function successes(schemas: SchemaWriter, route: DescribedRoute): Record<string, ResponseObject> {
	const entries = Object.entries(route.answers).map(([code, answer]) => [code, success(schemas, route, code, answer)]);
	const notModified: ResponseObject = {
		description: "The client has the current version.",
		headers: headerReferences("ETag"),
	};
	return { ...(isConditionalRead(route) && { 304: notModified }), ...Object.fromEntries(entries) };
}
