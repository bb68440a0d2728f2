import { toOpenAPISchema } from "@elysiajs/openapi/openapi";
import type { TSchema } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import { type Access, type AccessTable, whyKeyIgnored } from "#http/access";
import type { RequestHeaderName, ResponseDescription, Tag } from "#http/operation";
import type { ErrorCode } from "#kernel/errors";
import { METHODS, type Method } from "./types.ts";

/** Location of a parameter in OpenAPI, and the name Elysia has for it. */
const PARAMETER_SOURCES = { path: "params", query: "query", header: "headers" } as const;

/** One parameter of an operation. */
export interface RouteParameter {
	readonly name: string;
	readonly in: keyof typeof PARAMETER_SOURCES;
	readonly required: boolean;
	/** Null when the route only declares its name. */
	readonly schema: TSchema | null;
	/** An example of the operation's own; undefined: that of the schema. */
	readonly example: string | undefined;
}

/** An operation as described by its route. */
export interface DescribedRoute {
	readonly method: Method;
	/** Template without the prefix of `PUBLIC_URL`: `/orgs/{orgId}`. */
	readonly path: string;
	readonly access: Access;
	readonly operationId: string;
	readonly summary: string;
	readonly description: string;
	readonly tag: Tag;
	/** Successes by status. */
	readonly responses: Readonly<Record<string, ResponseDescription>>;
	/** Error codes declared by the operation itself. */
	readonly errors: readonly ErrorCode[];
	/** Whether an open operation uses a token if one is sent. */
	readonly tokenOptional: boolean;
	readonly parameters: readonly RouteParameter[];
	/** Request headers of its own. */
	readonly headers: readonly RequestHeaderName[];
	/** Null when it has none. */
	readonly body: { readonly schema: TSchema; readonly example: unknown } | null;
}

/** Whether an operation takes notice of `Idempotency-Key`. */
export const honoursKey = ({ method, access }: DescribedRoute): boolean =>
	method === "post" && whyKeyIgnored(access) === undefined;

/** Options of a route as set by `operation()` and the macros of `http.api`. */
interface Hooks {
	readonly params?: TSchema;
	readonly query?: TSchema;
	readonly headers?: TSchema;
	readonly body?: TSchema;
	readonly detail?: {
		readonly hide?: boolean;
		readonly operationId: string;
		readonly summary: string;
		readonly description: string;
		readonly "x-operation"?: {
			readonly tag: Tag;
			readonly responses: Readonly<Record<string, ResponseDescription>>;
			readonly errors: readonly ErrorCode[];
			readonly request: unknown;
			readonly examples: Readonly<Record<string, string>>;
			readonly headers: readonly RequestHeaderName[];
			readonly tokenOptional: boolean;
		};
	};
}

/** The part of the plugin's output that is used. */
interface PluginOperation {
	readonly parameters?: readonly {
		readonly name: string;
		readonly in: keyof typeof PARAMETER_SOURCES;
		readonly required: boolean;
	}[];
	readonly requestBody?: unknown;
}

const isMethod = (method: string): method is Method => METHODS.some((known) => known === method);

/**
 * Describes every documented route, in the order of the router. The plugin provides the operations and their parameters
 * (it knows Elysia's guards, macros and path syntax); the schemas come from the routes themselves, because the plugin
 * loses descriptions of enums, names of nullable schemas and members of unions.
 *
 * `@elysiajs/openapi/openapi` is imported, not the package itself, which replaces the format checkers of TypeBox by
 * ones that are a hundred times slower and throw for `ipv4`.
 *
 * @throws Error when a route is neither described by `operation()` nor hidden
 */
export function describeRoutes(router: AnyElysia, accessTable: AccessTable, prefix: string): DescribedRoute[] {
	const skeletons = toOpenAPISchema(router, { staticFile: false }).paths as unknown as Readonly<
		Record<string, Readonly<Record<string, PluginOperation>>>
	>;
	const described: DescribedRoute[] = [];
	for (const { method: verb, path: route, hooks } of router.routes) {
		const { detail, ...schemas } = hooks as Hooks;
		const method = verb.toLowerCase();
		if (detail?.hide || !isMethod(method)) continue;
		const about = detail?.["x-operation"];
		const access = accessTable.get(`${verb} ${route}`);
		if (!detail || !about || !access) throw new Error(`${verb} ${route} needs operation(), access, or detail.hide`);

		const template = route.replace(/:([A-Za-z]+)/g, "{$1}");
		const { parameters = [], requestBody } = skeletons[template]?.[method] ?? {};
		described.push({
			method,
			path: template.slice(prefix.length),
			access,
			operationId: detail.operationId,
			summary: detail.summary,
			description: detail.description,
			tag: about.tag,
			responses: about.responses,
			errors: about.errors,
			tokenOptional: about.tokenOptional,
			headers: about.headers,
			parameters: parameters.map(({ name, in: place, required }) => ({
				name,
				in: place,
				required,
				example: about.examples[name],
				schema: (schemas[PARAMETER_SOURCES[place]]?.properties as Record<string, TSchema> | undefined)?.[name] ?? null,
			})),
			body: requestBody && schemas.body ? { schema: schemas.body, example: about.request } : null,
		});
	}
	return described;
}
