import { describe, expect, test } from "bun:test";
import { posix } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { readSources } from "./source-files.ts";

/** Who may import whom. A layer missing on the right is out of reach. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
	"src/kernel": [],
	db: ["src/kernel"],
	"src/http": ["src/kernel"],
	"src/adapters": ["src/kernel", "modules"],
	modules: ["src/kernel", "src/http", "db", "modules"],
	src: ["src/kernel", "src/http", "src/adapters", "db", "modules"],
};

/** Packages that belong to one kind of file. */
const OWNERS: readonly { readonly name: string; readonly files: RegExp }[] = [
	{ name: "drizzle-orm", files: /^db\/|\/repository\.ts$|^modules\/[^/]+\/repository\// },
	{ name: "elysia", files: /^src\/(http\/|app\.ts)|\/(routes|schemas)\.ts$/ },
	{ name: "bun:sqlite", files: /^db\// },
];

const sources = await readSources("{src,modules,db}/**/*.ts");

/** `src/http/access.ts` → `src/http`; the longest layer name wins. */
function layerOf(path: string): string | undefined {
	return Object.keys(ALLOWED)
		.filter((layer) => path.startsWith(`${layer}/`))
		.sort((a, b) => b.length - a.length)[0];
}

/** The repository path a specifier points at; undefined for a package. */
function targetOf(file: string, specifier: string): string | undefined {
	if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier);
	for (const [alias, target] of Object.entries(manifest.imports)) {
		const [prefix = ""] = alias.split("*");
		if (specifier.startsWith(prefix)) return posix.normalize(target.replace("*", specifier.slice(prefix.length)));
	}
	return undefined;
}

/** `modules/auth/service.ts` → `auth`. */
const moduleOf = (path: string): string | undefined => /^modules\/([^/]+)\//.exec(path)?.[1];

function complaint(file: string, specifier: string): string | undefined {
	const owner = OWNERS.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
	if (owner && !owner.files.test(file)) return `${owner.name} belongs to ${owner.files}`;
	const target = targetOf(file, specifier);
	if (target === undefined) return undefined;
	const from = layerOf(file);
	const to = layerOf(target);
	if (from && to && from !== to && !ALLOWED[from]?.includes(to)) return `${from} may not import ${to}`;
	const stranger = moduleOf(target);
	const entersModule = stranger !== undefined && stranger !== moduleOf(file);
	if (entersModule && !specifier.startsWith("#modules/")) return `enter it as #modules/${stranger}`;
	return /\/routes\.ts$/.test(file) && to === "db" ? "a route never sees the database" : undefined;
}

/** The first way found from a module back to itself, `auth → tokens → auth`. */
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
	test("point the way the architecture says", () => {
		const complaints = sources.flatMap(({ path, imports }) =>
			imports.flatMap((specifier) => {
				const why = complaint(path, specifier);
				return why ? [`${path}: ${specifier} (${why})`] : [];
			}),
		);

		expect(complaints).toEqual([]);
	});

	test("never lead from a module back to itself", () => {
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

	test("are judged: planted faults are seen", () => {
		// A policy that cannot fail guards nothing.
		const planted = [
			["src/kernel/ids.ts", "#db/store"],
			["src/http/access.ts", "#modules/auth"],
			["db/store.ts", "../src/http/access.ts"],
			["modules/auth/service.ts", "drizzle-orm"],
			["modules/auth/service.ts", "elysia"],
			["modules/auth/service.ts", "../tokens/service.ts"],
			["modules/auth/routes.ts", "#db/store"],
			["src/app.ts", "../modules/auth/service.ts"],
		] as const;

		const missed = planted.filter(([file, specifier]) => complaint(file, specifier) === undefined);

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
