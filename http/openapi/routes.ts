import { toOpenAPISchema } from "@elysiajs/openapi/openapi";
import type { TSchema } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import type { Access, AccessTable } from "#http/access";
import type { Answer, Tag } from "#http/operation";
import type { ErrorCode } from "#kernel/errors";
import { METHODS, type Method } from "./types.ts";

/** Where a parameter comes from, as both Elysia and OpenAPI name it, nearly. */
const PLACES = { path: "params", query: "query", header: "headers" } as const;

/** One parameter of an operation. */
export interface RouteParameter {
	readonly name: string;
	readonly in: keyof typeof PLACES;
	readonly required: boolean;
	/** Null when the route does not say more than its name. */
	readonly schema: TSchema | null;
}

/** One operation as its route describes it. */
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
	readonly answers: Readonly<Record<string, Answer>>;
	/** Codes the operation itself declares. */
	readonly errors: readonly ErrorCode[];
	/** Whether an open operation looks at a token when it is sent one. */
	readonly tokenOptional: boolean;
	readonly parameters: readonly RouteParameter[];
	/** Null when it takes none. */
	readonly body: { readonly schema: TSchema; readonly example: unknown } | null;
}

/** The options of a route, as `operation()` and the macros of `http.api` leave them. */
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
			readonly answers: Readonly<Record<string, Answer>>;
			readonly errors: readonly ErrorCode[];
			readonly request: unknown;
			readonly tokenOptional: boolean;
		};
	};
}

/** What is used of the plugin's answer. */
interface Skeleton {
	readonly parameters?: readonly {
		readonly name: string;
		readonly in: keyof typeof PLACES;
		readonly required: boolean;
	}[];
	readonly requestBody?: unknown;
}

const isMethod = (method: string): method is Method => METHODS.some((known) => known === method);

/**
 * Every documented route, in the order of the router. The plugin tells which operations there are and which parameters
 * they take (it knows Elysia's guards, macros and path syntax); the schemas come from the routes themselves, because the
 * plugin loses descriptions of enums, names of nullable schemas and members of unions.
 *
 * `@elysiajs/openapi/openapi` is imported, not the package itself: that one replaces the format checkers of TypeBox by
 * some that are a hundred times slower and throw for `ipv4`.
 *
 * @throws Error when a route is neither described by `operation()` nor hidden
 */
export function describeRoutes(router: AnyElysia, access: AccessTable, prefix: string): DescribedRoute[] {
	const skeletons = toOpenAPISchema(router, { staticFile: false }).paths as unknown as Readonly<
		Record<string, Readonly<Record<string, Skeleton>>>
	>;
	const described: DescribedRoute[] = [];
	for (const { method: verb, path: route, hooks } of router.routes) {
		const { detail, ...schemas } = hooks as Hooks;
		const method = verb.toLowerCase();
		if (detail?.hide || !isMethod(method)) continue;
		const about = detail?.["x-operation"];
		const granted = access.get(`${verb} ${route}`);
		if (!detail || !about || !granted) throw new Error(`${verb} ${route} needs operation(), access, or detail.hide`);

		const template = route.replace(/:([A-Za-z]+)/g, "{$1}");
		const { parameters = [], requestBody } = skeletons[template]?.[method] ?? {};
		described.push({
			method,
			path: template.slice(prefix.length),
			access: granted,
			operationId: detail.operationId,
			summary: detail.summary,
			description: detail.description,
			tag: about.tag,
			answers: about.answers,
			errors: about.errors,
			tokenOptional: about.tokenOptional,
			parameters: parameters.map(({ name, in: place, required }) => ({
				name,
				in: place,
				required,
				schema: (schemas[PLACES[place]]?.properties as Record<string, TSchema> | undefined)?.[name] ?? null,
			})),
			body: requestBody && schemas.body ? { schema: schemas.body, example: about.request } : null,
		});
	}
	return described;
}
