import { describe, expect, test } from "bun:test";
import { posix } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { readSources } from "./source-files.ts";

/** The floors, lowest first, and what each may stand on: arrows point down only. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
	kernel: [],
	db: ["kernel"],
	http: ["kernel"],
	platform: ["kernel", "db", "http"],
	modules: ["kernel", "db", "http", "platform"],
	src: ["kernel", "db", "http", "platform", "modules"],
};

/**
 * The files of a room that speak HTTP: what it offers, on the wire and in the document, and its cookies. Everything else
 * would work the same without a request. The contribution of a module names its routes.
 */
const SPEAKS_HTTP =
	/^(modules|platform)\/[^/]+\/(routes|schemas|documentation|([a-z-]+-)?cookies?)\.ts$|^platform\/module\/contribution\.ts$/;

/** Packages that belong to one kind of file. */
const OWNERS: readonly { readonly name: string; readonly files: RegExp }[] = [
	{ name: "drizzle-orm", files: /^db\/|\/repository\.ts$|^(modules|platform)\/[^/]+\/repository\// },
	{ name: "elysia", files: /^http\/|^src\/app\.ts$|\/(routes|schemas)\.ts$/ },
	{ name: "bun:sqlite", files: /^db\// },
];

const sources = await readSources("{src,modules,platform,http,db,kernel}/**/*.ts");

/** `http/access.ts` → `http`; undefined for what is on no floor. */
function floorOf(path: string): string | undefined {
	const [folder = ""] = path.split("/");
	return Object.hasOwn(ALLOWED, folder) ? folder : undefined;
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

/** `modules/sign-in/service.ts` → `modules/sign-in`: the room a file is in. */
const roomOf = (path: string): string | undefined => /^(modules|platform)\/[^/]+/.exec(path)?.[0];

function complaint(file: string, specifier: string): string | undefined {
	const owner = OWNERS.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
	if (owner && !owner.files.test(file)) return `${owner.name} belongs to ${owner.files}`;
	const target = targetOf(file, specifier);
	if (target === undefined) return undefined;
	const from = floorOf(file);
	const to = floorOf(target);
	if (from && to && from !== to && !ALLOWED[from]?.includes(to)) return `${from} may not import ${to}`;
	if (roomOf(file) && to === "http" && !SPEAKS_HTTP.test(file)) return `HTTP is for ${SPEAKS_HTTP}`;
	const stranger = roomOf(target);
	const isEntering = stranger !== undefined && stranger !== roomOf(file);
	if (isEntering && specifier !== `#${stranger}`) return `enter it as #${stranger}`;
	return /\/routes\.ts$/.test(file) && to === "db" ? "a route never sees the database" : undefined;
}

/** The first way found from a module back to itself, `modules/sign-in → modules/tokens → modules/sign-in`. */
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

	test("of index.ts re-export only: what a module offers is written where it belongs", () => {
		const doors = sources.filter(({ path }) => path.endsWith("/index.ts"));

		const busy = doors.filter(({ text }) =>
			/^(import|export (async |const|function|class|interface|type \w+ =))/m.test(text),
		);

		expect(busy.map(({ path }) => path)).toEqual([]);
	});

	test("never lead from a module back to itself", () => {
		const edges = new Map<string, Set<string>>();
		for (const { path, imports } of sources) {
			const from = roomOf(path);
			if (from === undefined) continue;
			const targets = imports.map((specifier) => roomOf(targetOf(path, specifier) ?? ""));
			const others = targets.filter((name) => name !== undefined && name !== from);
			edges.set(from, new Set([...(edges.get(from) ?? []), ...others].filter((name) => name !== undefined)));
		}

		expect(findCycle(edges)).toBeUndefined();
	});

	test("are judged: planted faults are seen", () => {
		// A policy that cannot fail guards nothing.
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
