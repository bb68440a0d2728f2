import { describe, expect, test } from "bun:test";
import { posix } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { moduleOf, readSources } from "./source-files.ts";

/** The layers, lowest first, and those that each may import: dependencies point down only. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
	kernel: [],
	db: ["kernel"],
	http: ["kernel"],
	platform: ["kernel", "db", "http"],
	modules: ["kernel", "db", "http", "platform"],
	operations: ["kernel", "db", "platform", "modules"],
	adapters: ["kernel", "platform", "modules", "operations"],
	src: ["kernel", "db", "http", "platform", "modules", "operations", "adapters"],
};

/** What adapters implement of `operations/`; the rest of it is none of theirs. */
const PORTS_OF_OPERATIONS: readonly string[] = ["operations/backup/place.ts"];

/** The areas of `modules/`, lowest first, and those that each uses, all of them lower. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
	tenancy: [],
	engines: [],
	identity: ["tenancy"],
	governance: ["tenancy", "engines", "identity"],
	organizations: ["tenancy", "identity", "governance"],
	billing: ["tenancy", "organizations"],
	meetings: ["tenancy", "identity", "organizations"],
	recordings: ["tenancy", "engines", "organizations", "meetings"],
	transcripts: ["tenancy", "engines", "governance", "meetings", "recordings"],
	installation: ["tenancy", "governance", "recordings"],
	outbound: ["tenancy", "identity", "governance", "organizations", "meetings", "transcripts", "installation"],
};

/** The modules, besides the program, that may import another: what most need of an organization is in `organization-records`. */
const RESERVED: Readonly<Record<string, readonly string[]>> = {
	"modules/organizations/organizations": [
		"modules/organizations/domains",
		"modules/organizations/organization-lifecycle",
	],
};

/**
 * The files of a module that may use the HTTP layer: its routes, schemas, documentation and cookies. Everything else would
 * work the same without a request. The contribution of a module contains its routes.
 */
const HTTP_FILES =
	/^(modules\/[^/]+|platform)\/[^/]+\/(routes|documentation|([a-z-]+-)?(schemas|cookies?))\.ts$|^platform\/module\/contribution\.ts$/;

/** Packages that only one kind of file may import. */
const OWNERS: readonly { readonly name: string; readonly files: RegExp }[] = [
	{ name: "drizzle-orm", files: /^db\/|\/repository\.ts$|^(modules\/[^/]+|platform)\/[^/]+\/repository\// },
	{ name: "elysia", files: /^http\/|^src\/app\.ts$|\/(routes|schemas)\.ts$/ },
	{ name: "bun:sqlite", files: /^db\// },
];

const sources = await readSources("{src,operations,adapters,modules,platform,http,db,kernel}/**/*.ts");

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

/** Returns the area of a file: `modules/identity/sign-in/service.ts` → `identity`; undefined outside of areas. */
const areaOf = (path: string): string | undefined => /^modules\/([^/]+)/.exec(path)?.[1];

/** Whether a file creates the modules of an area. */
const isArea = (path: string): boolean => /^modules\/[^/]+\/area\.ts$/.test(path);

function violation(file: string, specifier: string): string | undefined {
	const owner = OWNERS.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
	if (owner && !owner.files.test(file)) return `${owner.name} belongs to ${owner.files}`;
	const target = targetOf(file, specifier);
	if (target === undefined) return undefined;
	const from = layerOf(file);
	const to = layerOf(target);
	if (from && to && from !== to && !ALLOWED[from]?.includes(to)) return `${from} may not import ${to}`;
	if (from === "adapters" && to === "operations" && !PORTS_OF_OPERATIONS.includes(target)) return "adapters know ports";
	if (moduleOf(file) && to === "http" && !HTTP_FILES.test(file)) return `HTTP is for ${HTTP_FILES}`;
	const other = moduleOf(target);
	const isForeign = other !== undefined && other !== moduleOf(file);
	const isCreated = isArea(file) && /^\.\/[\w-]+\/module\.ts$/.test(specifier);
	if (isForeign && specifier !== `#${other}` && !isCreated) return `enter it as #${other}`;
	if (isArea(target) && from !== "src" && !isArea(file)) return "only the program and areas above create an area";
	const [area, used] = [areaOf(file), areaOf(target)];
	if (area && used && area !== used && !AREAS[area]?.includes(used)) return `${area} may not use ${used}`;
	const importers = isForeign && area && !isArea(file) ? RESERVED[other] : undefined;
	if (importers?.includes(moduleOf(file) ?? "") === false) return `only ${importers} may import it`;
	return /\/routes\.ts$/.test(file) && to === "db" ? "a route never sees the database" : undefined;
}

/** Returns the first import cycle found, `modules/identity/sign-in → modules/identity/tokens → modules/identity/sign-in`. */
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

	test("between areas are those that the table names, each of a lower one", () => {
		const used = new Map(Object.keys(AREAS).map((area) => [area, new Set<string>()]));
		for (const { path, imports } of sources) {
			const uses = used.get(areaOf(path) ?? "");
			for (const specifier of imports) uses?.add(areaOf(targetOf(path, specifier) ?? "") ?? "");
		}
		const names = Object.keys(AREAS);

		expect(new Set(sources.flatMap(({ path }) => areaOf(path) ?? []))).toEqual(new Set(names));
		for (const [area, uses] of Object.entries(AREAS)) {
			const lower = names.slice(0, names.indexOf(area));
			expect({ area, uses: lower.filter((name) => used.get(area)?.has(name)) }).toEqual({ area, uses: [...uses] });
		}
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
			["http/access.ts", "#modules/identity/sign-in"],
			["modules/tenancy/settings/parse.ts", "#modules/identity/users"],
			["modules/meetings/meetings/service.ts", "#modules/organizations/organizations"],
			["db/store.ts", "../http/access.ts"],
			["modules/identity/sign-in/service.ts", "drizzle-orm"],
			["modules/identity/sign-in/service.ts", "elysia"],
			["modules/identity/sign-in/service.ts", "../tokens/service.ts"],
			["modules/identity/sign-in/routes.ts", "#db/store"],
			["modules/identity/sign-in/service.ts", "#http/request-checks"],
			["adapters/stripe.ts", "#src/config"],
			["adapters/stripe.ts", "../src/config.ts"],
			["adapters/stripe.ts", "#db/store"],
			["adapters/stripe.ts", "../modules/billing/payments/service.ts"],
			["adapters/backup-folder.ts", "#operations/backup/make"],
			["operations/backup/make.ts", "#src/open"],
			["operations/backup/make.ts", "../../src/open.ts"],
			["operations/backup/make.ts", "#adapters/backup-folder"],
			["operations/backup/make.ts", "#http/operation"],
			["modules/billing/payments/service.ts", "#adapters/stripe"],
			["platform/removals/service.ts", "#operations/backup/place"],
			["src/app.ts", "../modules/identity/sign-in/service.ts"],
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
