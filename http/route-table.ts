import type { TSchema } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import type { Access, AccessTable, Gate } from "./access.ts";
import { ACCESS } from "./api.ts";

/** What the routes of a router say of themselves. */
export interface RouteTable {
	readonly access: AccessTable;
	/** Paths that only serve files. */
	readonly files: ReadonlySet<string>;
	/** Matches the paths at which a POST changes nothing. */
	readonly readByPost: RegExp;
	/** Returns the methods of a path, sorted; none: there is nothing. */
	methodsAt(path: string): string[];
}

/** Rules of the gate that are the same for every operation. */
export type GateRules = Pick<Gate, "closedIn" | "mayHost" | "refusalOfGuest" | "refusalOfProvisional">;

/** Route options that the gate evaluates. */
interface Hooks {
	readonly body?: TSchema;
	readonly query?: { readonly properties?: Readonly<Record<string, { readonly type?: string }>> };
	readonly detail?: { readonly operationId?: string; readonly [ACCESS]?: Access };
}

/**
 * Reads the access requirements from the routes themselves, so that the gate, the document and the tests share one
 * source.
 */
export function readRoutes(router: AnyElysia, rules: GateRules): RouteTable {
	const access = new Map<string, Gate>();
	const files = new Set<string>();
	const reading: string[] = [];
	const methods = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
	for (const { method, path, hooks } of router.routes) {
		const { detail, query, body } = hooks as Hooks;
		const declared = detail?.[ACCESS];
		if (declared?.file) files.add(path);
		if (declared?.readsOnly && method === "POST") reading.push(path);
		if (declared)
			access.set(`${method} ${path}`, {
				...declared,
				operation: detail?.operationId ?? `${method} ${path}`,
				takesQuery: query !== undefined,
				body: body && !declared.takes ? { schema: body, check: declared.checks } : undefined,
				repeatable: Object.entries(query?.properties ?? {}).flatMap(([name, { type }]) =>
					type === "array" ? [name] : [],
				),
				...rules,
			});
		const entry = methods.get(path) ?? { pattern: anyOf([path]), methods: new Set<string>() };
		entry.methods.add(method);
		if (method === "GET") entry.methods.add("HEAD");
		methods.set(path, entry);
	}
	return {
		access,
		files,
		readByPost: anyOf(reading),
		methodsAt(path) {
			const found = [...methods.values()].filter(({ pattern }) => pattern.test(path));
			return [...new Set(found.flatMap((each) => [...each.methods]))].sort();
		},
	};
}

/** Returns what matches the paths of these templates. */
const anyOf = (templates: readonly string[]): RegExp =>
	new RegExp(`^(?:${templates.map(patternOf).join("|") || "(?!)"})$`);

const patternOf = (template: string): string =>
	template.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:[A-Za-z]+/g, "[^/]+");
