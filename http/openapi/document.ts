import type { AnyElysia } from "elysia";
import type { AccessTable } from "#http/access";
import { createFailureWriter, errorCodesOf, type FailureWriter } from "./failures.ts";
import { REQUEST_HEADERS, RESPONSE_HEADERS, requestHeader } from "./headers.ts";
import { createSchemaWriter, type SchemaWriter } from "./json-schema.ts";
import type { DescribedRoute, RouteParameter } from "./routes.ts";
import { isConditionalRead, successes } from "./successes.ts";
import { TAGS } from "./tags.ts";
import type {
	JsonSchema,
	OpenApiDocument,
	OperationObject,
	Parameter,
	PathItem,
	Reference,
	RequestBody,
} from "./types.ts";

export type { OpenApiDocument } from "./types.ts";

/** What the document says of the installation. */
export interface DocumentOptions {
	/** `PUBLIC_URL`: `href` becomes the server, its path `prefix` is left out of the paths. */
	readonly publicUrl: { readonly href: string; readonly prefix: string };
	/** Version of the program. */
	readonly version: string;
}

const ABOUT = `Meetings for many tenants: each organization has its own people, settings, retention and billing.

**Tokens.** Send the access token as \`Authorization: Bearer\`. Each operation names the scope it needs; a token is good for one organization.

**Answers.** A success is \`{status: "ok", message, data}\`, a list also has \`page\`. A failure is \`{status: "error", message, error, requestId}\`; \`error.code\` is stable, and \`x-error-codes\` lists those of an operation. \`Accept: application/problem+json\` gets the same as RFC 9457.

**Retries.** A POST with an \`Idempotency-Key\` can be repeated safely. \`error.retryable\` and \`Retry-After\` say when it is worth it.

**Versions.** A resource has an \`ETag\`: \`If-None-Match\` saves the transfer, \`If-Match\` prevents the lost update.

**Lists** are paged by \`limit\` and \`cursor\`; \`fields\` restricts an answer to the members asked for.`;

const BEARER = {
	type: "http",
	scheme: "bearer",
	bearerFormat: "JWT",
	description: "An access token of this service (`POST /auth/login`), or of the OIDC provider it trusts.",
};

/**
 * The OpenAPI document of everything the router serves but what is hidden.
 * The generator is loaded here and not at start: a server that nobody asks for its document never pays for it.
 *
 * @throws Error when a route is not described, or two operations share an id
 */
export async function createOpenApiDocument(
	router: AnyElysia,
	access: AccessTable,
	{ publicUrl, version }: DocumentOptions,
): Promise<OpenApiDocument> {
	const { describeRoutes } = await import("./routes.ts");
	const routes = describeRoutes(router, access, publicUrl.prefix);
	refuseDuplicates(routes);
	const schemas = createSchemaWriter();
	const failures = createFailureWriter(schemas);
	const paths: Record<string, PathItem> = {};
	for (const route of routes)
		paths[route.path] = { ...paths[route.path], [route.method]: operationObject(route, schemas, failures) };

	const responses = failures.responses();
	const text = JSON.stringify([paths, responses]);
	const used = <T>(kind: string, all: Readonly<Record<string, T>>): Record<string, T> =>
		Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
	return {
		openapi: "3.1.1",
		info: {
			title: "Parley",
			version,
			summary: "The HTTP API of Parley, a meeting platform for many tenants.",
			description: ABOUT,
			contact: { name: "The operator of this installation", url: publicUrl.href },
			license: { name: "Proprietary" },
		},
		servers: [{ url: publicUrl.href, description: "This installation (`PUBLIC_URL`)" }],
		tags: tagsOf(routes),
		paths,
		components: {
			schemas: schemas.components(),
			responses,
			parameters: used("parameters", REQUEST_HEADERS),
			headers: used("headers", RESPONSE_HEADERS),
			examples: failures.examples(),
			securitySchemes: { bearer: BEARER },
		},
	};
}

/** The document as text, the same for the same routes. */
export const formatDocument = (document: OpenApiDocument): string => `${JSON.stringify(document, null, 2)}\n`;

function tagsOf(routes: readonly DescribedRoute[]): OpenApiDocument["tags"] {
	const used = new Set(routes.map(({ tag }) => tag));
	const known = Object.keys(TAGS).filter((name) => used.delete(name));
	return [...known, ...used].map((name) => ({ name, description: TAGS[name] ?? name }));
}

function refuseDuplicates(routes: readonly DescribedRoute[]): void {
	const seen = new Set<string>();
	for (const { operationId } of routes) {
		if (seen.has(operationId)) throw new Error(`two operations are named ${operationId}`);
		seen.add(operationId);
	}
}

function operationObject(route: DescribedRoute, schemas: SchemaWriter, failures: FailureWriter): OperationObject {
	const { access } = route;
	const codes = errorCodesOf(route);
	const scope = access.requires === "session" ? undefined : access.requires;
	return {
		operationId: route.operationId,
		summary: route.summary,
		description: [route.description, ...accessNotes(route)].join("\n\n"),
		tags: [route.tag],
		security: securityOf(route),
		...(scope && { "x-required-scope": scope }),
		...(access.system && { "x-system-only": true }),
		...(access.open && { "x-open-because": access.open }),
		"x-error-codes": codes,
		parameters: [
			...route.parameters.map((parameter) => writeParameter(schemas, parameter)),
			...headersOf(route, codes),
		],
		...(route.body &&
			takesMembers(route.body.schema) && { requestBody: requestBody(schemas, route.method, route.body) }),
		responses: { ...successes(schemas, route), ...failures.write(codes) },
	};
}

function securityOf({ access, tokenOptional }: DescribedRoute): OperationObject["security"] {
	if (access.open) return tokenOptional ? [{}, { bearer: [] }] : [];
	return [{ bearer: access.requires && access.requires !== "session" ? [access.requires] : [] }];
}

/** What the description adds for people: tools read the same from `security` and the extensions. */
function accessNotes({ access }: DescribedRoute): string[] {
	if (access.open) return ["Needs no token."];
	const notes = [
		access.requires === "session" ? "Needs a token, of any scope." : `Needs the scope \`${access.requires}\`.`,
	];
	if (access.system) notes.push("Only for system administrators.");
	if (access.whileSuspended) notes.push("Also works while the organization is suspended or about to be deleted.");
	return notes;
}

function writeParameter(schemas: SchemaWriter, { name, in: place, required, schema }: RouteParameter): Parameter {
	const { description, examples, ...rest } = schema ? schemas.write(schema) : { type: "string" };
	const sample: unknown = Array.isArray(examples) ? examples[0] : undefined;
	return {
		name,
		in: place,
		required,
		...(typeof description === "string" && { description }),
		// Swagger UI fills in an `example`: what is optional must not be sent by everybody who tries an operation.
		schema: sample === undefined || required ? rest : { ...rest, examples },
		...(sample !== undefined && required && { example: sample }),
	};
}

function headersOf(route: DescribedRoute, codes: readonly string[]): Reference[] {
	const headers = [requestHeader("RequestId")];
	if (route.method === "post") headers.push(requestHeader("IdempotencyKey"));
	if (codes.includes("precondition_failed")) headers.push(requestHeader("IfMatch"));
	if (isConditionalRead(route)) headers.push(requestHeader("IfNoneMatch"));
	return headers;
}

/** An operation whose body may hold no member at all is one without a body. */
const takesMembers = ({ type, properties }: JsonSchema): boolean =>
	type !== "object" || Object.keys(properties ?? {}).length > 0;

function requestBody(schemas: SchemaWriter, method: string, body: NonNullable<DescribedRoute["body"]>): RequestBody {
	const schema: JsonSchema = schemas.write(body.schema);
	const media = { schema, ...(body.example !== undefined && { example: body.example }) };
	const needed: unknown = body.schema.required;
	return {
		required: body.schema.type !== "object" || (Array.isArray(needed) && needed.length > 0),
		content: { "application/json": media, ...(method === "patch" && { "application/merge-patch+json": media }) },
	};
}
