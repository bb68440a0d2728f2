import type { OpenApiDocument } from "#http/openapi/document";
import type { OperationObject } from "#http/openapi/types";
import type { Harness, SignedIn, TestResponse } from "../support/harness.ts";
import { MAKERS, queryOf, requestOf } from "./index.ts";
import type { Request, World } from "./sample.ts";

/** An operation of the API document. */
interface Operation {
	readonly method: string;
	/** Path, with `{parameters}`. */
	readonly path: string;
	readonly object: OperationObject;
}

const PARAMETER = /\{(\w+)\}/g;

/** Returns the names of the parameters of a path. */
export const parametersOf = (path: string): string[] => [...path.matchAll(PARAMETER)].map(([, name = ""]) => name);

/** Returns the operations of the API document by `operationId`. */
export function operationsIn({ paths }: Pick<OpenApiDocument, "paths">): ReadonlyMap<string, Operation> {
	const entries = Object.entries(paths).flatMap(([path, item]) =>
		Object.entries(item).map(([method, object]): [string, Operation] => [
			object.operationId,
			{ method: method.toUpperCase(), path, object },
		]),
	);
	return new Map(entries);
}

/** Returns the operation that posts to the path before an id; undefined if there is none. */
export function makerIn(operations: ReadonlyMap<string, Operation>, name: string): string | undefined {
	const paths = [...operations.values()].map(({ path }) => path);
	const [before] = paths.find((path) => path.includes(`/{${name}}`))?.split(`/{${name}}`) ?? [];
	return [...operations].find(([, { method, path }]) => method === "POST" && path === before)?.[0];
}

/** Members that people read: a number makes them different. */
const NAMES = ["name", "title", "text"];

/** Returns an example as the n-th of its kind. */
export const numbered = (example: unknown, n: number): unknown =>
	n === 0 || typeof example !== "object" || example === null
		? example
		: Object.fromEntries(
				Object.entries(example).map(([name, value]) => [name, NAMES.includes(name) ? `${value} ${n}` : value]),
			);

/** Opens a world in an organization of its owner. */
export async function openWorld(api: Harness, owner: SignedIn): Promise<World> {
	const operations = operationsIn(await api.parley.document());
	const ids = new Map<string, string>([["orgId", owner.orgId]]);

	async function make(name: string): Promise<string> {
		if (MAKERS[name]) return MAKERS[name](world);
		const maker = makerIn(operations, name);
		if (maker !== undefined) return (await world.create(maker)).id;
		throw new Error(`tests/samples: say in \`makers\` what creates a ${name}, or in \`needs\` of its operations`);
	}

	/** Returns the token of the usual caller of an operation; undefined without one. */
	function tokenFor(operation: OperationObject, as: Request["as"]): string | Promise<string> | undefined {
		if (as === "anonymous" || operation.security?.length === 0) return undefined;
		return as === "system" || operation["x-system-only"] ? api.signInSystem() : owner.token;
	}

	const world: World = {
		api,
		owner,
		async id(name) {
			const id = ids.get(name) ?? (await make(name));
			ids.set(name, id);
			return id;
		},
		set(more) {
			for (const [name, id] of Object.entries(more)) ids.set(name, id);
		},
		async request(id, { n = 0, token } = {}) {
			const operation = operations.get(id);
			if (!operation) throw new Error(`the API document has no operation ${id}`);
			const { method, path, object } = operation;
			const { needs, body, as, headers } = requestOf(id);
			world.set((await needs?.(world)) ?? {});
			// The innermost first: it brings about what it is in.
			for (const name of parametersOf(path).reverse()) await world.id(name);
			const filled = path.replace(PARAMETER, (_, name: string) => encodeURIComponent(ids.get(name) ?? ""));
			const query = queryOf(object);
			const [[type = "", { example } = {}] = []] = Object.entries(object.requestBody?.content ?? {});
			const given = typeof body === "function" ? await body(world, n) : (body ?? numbered(example, n));
			const sent =
				typeof given === "string"
					? { raw: given, headers: { "content-type": type, ...headers } }
					: { body: given ?? (type === "" ? undefined : {}), ...(headers && { headers }) };
			const caller = token ?? (await tokenFor(object, as));
			return [method, query === "" ? filled : `${filled}?${query}`, { token: caller, ...sent }];
		},
		async create(operation, options) {
			return succeeded(await api.request(...(await world.request(operation, options))), operation);
		},
		async send(method, path, body, token = owner.token) {
			return succeeded(await api.request(method, path, { token, body }), `${method} ${path}`);
		},
	};
	return world;
}

function succeeded({ status, body, text }: TestResponse, what: string) {
	if (status >= 300) throw new Error(`${what}: ${status} ${text}`);
	return body?.data;
}
