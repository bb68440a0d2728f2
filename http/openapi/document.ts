import type { AnyElysia } from "elysia";
import { type AccessTable, whyKeyIgnored } from "#http/access";
import type { TakenContent } from "#http/content";
import { createFailureWriter, errorCodesOf, type FailureWriter } from "./failures.ts";
import { headerComponents, REQUEST_HEADERS, requestHeader } from "./headers.ts";
import { createSchemaWriter, type SchemaWriter } from "./json-schema.ts";
import type { Product } from "./product.ts";
import { type DescribedRoute, honoursKey, type RouteParameter } from "./routes.ts";
import { isConditionalRead, successes } from "./successes.ts";
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

/** Options of {@link createOpenApiDocument}. */
export interface DocumentOptions {
	/** `PUBLIC_URL`: `href` becomes the server, its path `prefix` is left out of the paths. */
	readonly publicUrl: { readonly href: string; readonly prefix: string };
	/** Version of the program. */
	readonly version: string;
	readonly product: Product;
}

const BEARER = { type: "http", scheme: "bearer", bearerFormat: "JWT" };

/**
 * Creates the OpenAPI document of all routes that are not hidden. The generator is loaded here and not at start: a
 * server whose document is never requested never pays for it.
 * @throws Error when a route is not described, or two operations share an id
 */
export async function createOpenApiDocument(
	router: AnyElysia,
	access: AccessTable,
	{ publicUrl, version, product }: DocumentOptions,
): Promise<OpenApiDocument> {
	const { describeRoutes } = await import("./routes.ts");
	const routes = describeRoutes(router, access, publicUrl.prefix);
	assertUniqueOperationIds(routes);
	const schemas = createSchemaWriter();
	const failures = createFailureWriter(schemas, product.errorExamples);
	const paths: Record<string, PathItem> = {};
	for (const route of routes)
		paths[route.path] = {
			...paths[route.path],
			[route.method]: operationObject(route, product, { schemas, failures }),
		};

	const responses = failures.responses();
	const text = JSON.stringify([paths, responses]);
	const used = <T>(kind: string, all: Readonly<Record<string, T>>): Record<string, T> =>
		Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
	return {
		openapi: "3.1.1",
		info: {
			title: product.title,
			version,
			summary: product.summary,
			description: product.description,
			contact: { name: "The operator of this installation", url: publicUrl.href },
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: [{ url: publicUrl.href, description: "This installation (`PUBLIC_URL`)" }],
		tags: tagsOf(routes, product.tagOrder),
		paths,
		components: {
			schemas: schemas.components(),
			responses,
			parameters: used("parameters", REQUEST_HEADERS),
			headers: used("headers", headerComponents()),
			examples: failures.examples(),
			securitySchemes: { bearer: { ...BEARER, description: product.tokens } },
		},
	};
}

/** Returns the tags in use: those of `order` first, the others in the order of the routes. */
function tagsOf(routes: readonly DescribedRoute[], order: readonly string[]): OpenApiDocument["tags"] {
	const used = new Map(routes.map(({ tag }) => [tag.name, tag]));
	const first = order.flatMap((name) => used.get(name) ?? []);
	return [...new Set([...first, ...used.values()])].map(({ name, description }) => ({ name, description }));
}

function assertUniqueOperationIds(routes: readonly DescribedRoute[]): void {
	const seen = new Set<string>();
	for (const { operationId } of routes) {
		if (seen.has(operationId)) throw new Error(`two operations are named ${operationId}`);
		seen.add(operationId);
	}
}

function operationObject(
	route: DescribedRoute,
	product: Product,
	{ schemas, failures }: { readonly schemas: SchemaWriter; readonly failures: FailureWriter },
): OperationObject {
	const { access } = route;
	const codes = errorCodesOf(route, { closed: product.closed.code, provisional: product.provisional });
	const scope = access.requires === "session" ? undefined : access.requires;
	return {
		operationId: route.operationId,
		summary: route.summary,
		description: [route.description, ...notes(route, product)].filter(Boolean).join("\n\n"),
		tags: [route.tag.name],
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
			acceptsMembers(route.body.schema) && { requestBody: requestBody(schemas, route.method, route.body) }),
		...(access.takes && { requestBody: takenBody(schemas, access.takes) }),
		responses: { ...successes(schemas, route), ...failures.write(codes) },
	};
}

function securityOf({ access, tokenOptional }: DescribedRoute): OperationObject["security"] {
	if (access.open) return tokenOptional ? [{}, { bearer: [] }] : [];
	return [{ bearer: access.requires && access.requires !== "session" ? [access.requires] : [] }];
}

/** Returns what human readers are told beyond the description of the operation itself. */
function notes(route: DescribedRoute, product: Product): string[] {
	const ignored = route.method === "post" ? whyKeyIgnored(route.access) : undefined;
	return [...accessNotes(route, product), ...(ignored ? [`Takes no notice of \`Idempotency-Key\`: ${ignored}.`] : [])];
}

/** Returns the access requirements for human readers; tools read them from `security` and the extensions. */
function accessNotes({ access }: DescribedRoute, { closed }: Product): string[] {
	if (access.open) return ["Requires no token."];
	const notes = [
		access.requires === "session" ? "Requires a token with any scope." : `Requires the scope \`${access.requires}\`.`,
	];
	if (access.hosts) notes.push("Members whose role lacks the scope may call it for what they host.");
	if (access.system) notes.push("Available to system administrators only.");
	if (access.whileClosed) notes.push(closed.exempt);
	return notes;
}

function writeParameter(
	schemas: SchemaWriter,
	{ name, in: place, required, schema, example }: RouteParameter,
): Parameter {
	const { description, examples, ...rest } = schema ? schemas.write(schema) : { type: "string" };
	const sample: unknown = example ?? (Array.isArray(examples) ? examples[0] : undefined);
	return {
		name,
		in: place,
		required,
		...(typeof description === "string" && { description }),
		// Swagger UI prefills an `example`: an optional parameter must not be sent by everybody who tries an operation.
		schema: sample === undefined || required ? rest : { ...rest, examples },
		...(sample !== undefined && required && { example: sample }),
	};
}

function headersOf(route: DescribedRoute, codes: readonly string[]): Reference[] {
	const headers = [requestHeader("RequestId"), requestHeader("AcceptLanguage"), ...route.headers.map(requestHeader)];
	if (honoursKey(route)) headers.push(requestHeader("IdempotencyKey"));
	if (codes.includes("precondition_failed")) headers.push(requestHeader("IfMatch"));
	if (isConditionalRead(route)) headers.push(requestHeader("IfNoneMatch"));
	return headers;
}

/** Whether a body can have members; an operation whose body cannot is documented without one. */
const acceptsMembers = ({ type, properties, patternProperties }: JsonSchema): boolean =>
	type !== "object" || [properties, patternProperties].some((members) => Object.keys(members ?? {}).length > 0);

function takenBody(schemas: SchemaWriter, { mediaTypes, isOptional = false }: TakenContent): RequestBody {
	const content = Object.entries(mediaTypes).map(([name, media]) => [
		name,
		{ ...media, schema: schemas.write(media.schema) },
	]);
	return { required: !isOptional, content: Object.fromEntries(content) };
}

function requestBody(schemas: SchemaWriter, method: string, body: NonNullable<DescribedRoute["body"]>): RequestBody {
	const schema: JsonSchema = schemas.write(body.schema);
	const media = { schema, ...(body.example !== undefined && { example: body.example }) };
	const needed: unknown = body.schema.required;
	return {
		required: body.schema.type !== "object" || (Array.isArray(needed) && needed.length > 0),
		content: { "application/json": media, ...(method === "patch" && { "application/merge-patch+json": media }) },
	};
}
