import { describe, expect, test } from "bun:test";
import { posix } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { readSources } from "./source-files.ts";

/** The layers, lowest first, and those that each may import: dependencies point down only. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
	kernel: [],
	db: ["kernel"],
	http: ["kernel"],
	platform: ["kernel", "db", "http"],
	modules: ["kernel", "db", "http", "platform"],
	src: ["kernel", "db", "http", "platform", "modules"],
};

/**
 * The files of a module that may use the HTTP layer: its routes, schemas, documentation and cookies. Everything else would
 * work the same without a request. The contribution of a module contains its routes.
 */
const HTTP_FILES =
	/^(modules|platform)\/[^/]+\/(routes|documentation|([a-z-]+-)?(schemas|cookies?))\.ts$|^platform\/module\/contribution\.ts$/;

/** Packages that only one kind of file may import. */
const OWNERS: readonly { readonly name: string; readonly files: RegExp }[] = [
	{ name: "drizzle-orm", files: /^db\/|\/repository\.ts$|^(modules|platform)\/[^/]+\/repository\// },
	{ name: "elysia", files: /^http\/|^src\/app\.ts$|\/(routes|schemas)\.ts$/ },
	{ name: "bun:sqlite", files: /^db\// },
];

const sources = await readSources("{src,modules,platform,http,db,kernel}/**/*.ts");

/** Returns the layer of a file: `http/access.ts` → `http`; undefined outside of all layers. */
function layerOf(path: string): string | undefined {
	const [folder = ""] = path.split("/");
	return Object.hasOwn(ALLOWED, folder) ? folder : undefined;
}

/** Returns the repository path of a specifier; undefined for a package. */
function targetOf(file: string, specifier: string): string | undefined {
	if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier);
	for (const [alias, target] of Object.entries(manifest.imports)) {
		const [prefix = ""] = alias.split("*");
		if (specifier.startsWith(prefix)) return posix.normalize(target.replace("*", specifier.slice(prefix.length)));
	}
	return undefined;
}

/** Returns the module of a file: `modules/sign-in/service.ts` → `modules/sign-in`; undefined outside of modules. */
const moduleOf = (path: string): string | undefined => /^(modules|platform)\/[^/]+/.exec(path)?.[0];

function violation(file: string, specifier: string): string | undefined {
	const owner = OWNERS.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
	if (owner && !owner.files.test(file)) return `${owner.name} belongs to ${owner.files}`;
	const target = targetOf(file, specifier);
	if (target === undefined) return undefined;
	const from = layerOf(file);
	const to = layerOf(target);
	if (from && to && from !== to && !ALLOWED[from]?.includes(to)) return `${from} may not import ${to}`;
	if (moduleOf(file) && to === "http" && !HTTP_FILES.test(file)) return `HTTP is for ${HTTP_FILES}`;
	const other = moduleOf(target);
	const isForeign = other !== undefined && other !== moduleOf(file);
	if (isForeign && specifier !== `#${other}`) return `enter it as #${other}`;
	return /\/routes\.ts$/.test(file) && to === "db" ? "a route never sees the database" : undefined;
}

/** Returns the first import cycle found, `modules/sign-in → modules/tokens → modules/sign-in`. */
function findCycle(edges: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
	const finished = new Set<string>();
	const walk = (name: string, trail: readonly string[]): string | undefined => {
		if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name].join(" → ");
		if (finished.has(name)) return undefined;
		for (const next of edges.get(name) ?? []) {
			const cycle = walk(next, [...trail, name]);
			if (cycle) return cycle;
		}
		finished.add(name);
		return undefined;
	};
	for (const name of edges.keys()) {
		const cycle = walk(name, []);
		if (cycle) return cycle;
	}
	return undefined;
}

describe("imports", () => {
	test("follow the architecture", () => {
		const violations = sources.flatMap(({ path, imports }) =>
			imports.flatMap((specifier) => {
				const why = violation(path, specifier);
				return why ? [`${path}: ${specifier} (${why})`] : [];
			}),
		);

		expect(violations).toEqual([]);
	});

	test("of index.ts re-export only: the exports of a module are defined in its other files", () => {
		const indexes = sources.filter(({ path }) => path.endsWith("/index.ts"));

		const others = indexes.filter(({ text }) =>
			/^(import|export (async |const|function|class|interface|type \w+ =))/m.test(text),
		);

		expect(others.map(({ path }) => path)).toEqual([]);
	});

	test("contain no cycles between modules", () => {
		const edges = new Map<string, Set<string>>();
		for (const { path, imports } of sources) {
			const from = moduleOf(path);
			if (from === undefined) continue;
			const targets = imports.map((specifier) => moduleOf(targetOf(path, specifier) ?? ""));
			const others = targets.filter((name) => name !== undefined && name !== from);
			edges.set(from, new Set([...(edges.get(from) ?? []), ...others].filter((name) => name !== undefined)));
		}

		expect(findCycle(edges)).toBeUndefined();
	});

	test("are checked: planted violations are found", () => {
		// A check that cannot fail checks nothing.
		const planted = [
			["kernel/ids.ts", "#db/store"],
			["http/access.ts", "#modules/sign-in"],
			["db/store.ts", "../http/access.ts"],
			["modules/sign-in/service.ts", "drizzle-orm"],
			["modules/sign-in/service.ts", "elysia"],
			["modules/sign-in/service.ts", "../tokens/service.ts"],
			["modules/sign-in/routes.ts", "#db/store"],
			["modules/sign-in/service.ts", "#http/rate-limit-headers"],
			["src/app.ts", "../modules/sign-in/service.ts"],
		] as const;

		const missed = planted.filter(([file, specifier]) => violation(file, specifier) === undefined);

		expect(missed).toEqual([]);
		expect(
			findCycle(
				new Map([
					["a", new Set(["b"])],
					["b", new Set(["a"])],
				]),
			),
		).toBe("a → b → a");
	});
});
