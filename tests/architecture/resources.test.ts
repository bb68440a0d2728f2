import { describe, expect, test } from "bun:test";
import { useHarness } from "../support/harness.ts";
import { readSources, type SourceFile, withoutComments } from "./source-files.ts";

const { parley } = await useHarness();
const sources = await readSources("{modules,platform,http}/**/*.ts");
const areas = await readSources("modules/*/area.ts");

/** Returns the file that declares a route. */
const fileOf = (path: string): string =>
	sources.find(({ text }) => text.includes(`"${path}"`))?.path ?? `the file of ${path}`;

/** Returns the constants of a file that are used above their declaration: in a function, which may. */
function forwardUses({ path, text }: Pick<SourceFile, "path" | "text">): string[] {
	const code = withoutComments(text).replace(/"[^"\n]*"/g, '""');
	return [...code.matchAll(/^\tconst (\w+|\{[^}]*\})(?:: [^=]+)? = /gm)].flatMap(({ index, 1: pattern = "" }) => {
		const names = pattern.startsWith("{")
			? pattern
					.slice(1, -1)
					.split(",")
					.map((each) => each.replace(/=.*/, "").split(":").at(-1)?.trim() ?? "")
			: [pattern];
		const before = code.slice(0, index).replace(/^import[^;]*;/gm, "");
		const uses = (name: string) => new RegExp(`(?<![.\\w"])${name}\\b(?!\\s*[:?])`).test(before);
		const isFirst = (name: string) => !new RegExp(`\\bconst ${name} =`).test(before);
		return names.filter((name) => name !== "" && isFirst(name) && uses(name)).map((name) => `${path}: ${name}`);
	});
}

interface Hooks {
	readonly detail?: { readonly hide?: boolean; readonly operationId?: string };
}

describe("a module", () => {
	test("is created by its area, and by it alone", () => {
		const factories = sources.flatMap(({ path, text }) => {
			const factory = path.endsWith("/module.ts")
				? /export (?:function|const) (create\w+Module)/.exec(text)?.[1]
				: undefined;
			return factory === undefined ? [] : [{ area: path.replace(/[^/]+\/module\.ts$/, "area.ts"), path, factory }];
		});
		const callers = (factory: string) =>
			areas.flatMap(({ path, text }) => (text.includes(`${factory}(`) ? [path] : []));

		const elsewhere = factories.filter(({ area, factory }) => callers(factory).join() !== area);

		expect(factories.length).toBeGreaterThan(10);
		expect(elsewhere.map(({ area, path, factory }) => `${area}: call ${factory} of ${path}`)).toEqual([]);
	});

	test("needs nothing that is created after it: no function of the wiring points forward", async () => {
		const wiring = [...areas, ...(await readSources("src/{modules,services,platform}.ts"))];

		expect(wiring.flatMap(forwardUses)).toEqual([]);
	});

	test("is checked: a planted function that points forward is found", () => {
		const text =
			"\tconst a = createA({ onB: () => b.go() });\n\tconst { b, c: d } = createB(a);\n\treturn { b: 1, x: d };";

		expect(forwardUses({ path: "modules/x/area.ts", text })).toEqual(["modules/x/area.ts: b"]);
	});

	test("caches state of the database only where changes are announced and memory is counted", () => {
		const own = sources.filter(
			({ path, text }) =>
				path.startsWith("modules/") && /new (DependencyCache|SizedCache|LRUCache|Dependencies)\b/.test(text),
		);

		expect(own.map(({ path }) => `${path}: open the cache with core.caches`)).toEqual([]);
	});
});

describe("an operation", () => {
	test("declares its access", () => {
		const undeclared = parley.router.routes.filter(({ method, path }) => !parley.access.has(`${method} ${path}`));

		expect(undeclared.map(({ method, path }) => `${fileOf(path)}: say who may call ${method} ${path}`)).toEqual([]);
	});

	test("is documented in documentation.ts, where editors look for prose", () => {
		const elsewhere = sources.filter(
			({ path, text }) =>
				/^modules\//.test(path) && !path.endsWith("/documentation.ts") && /\boperation\(\{/.test(text),
		);

		expect(elsewhere.map(({ path }) => path)).toEqual([]);
	});

	test("is documented", () => {
		const undocumented = parley.router.routes.filter(({ hooks }) => {
			const { detail } = hooks as Hooks;
			return !detail?.hide && detail?.operationId === undefined;
		});

		expect(
			undocumented.map(
				({ method, path }) => `${fileOf(path)}: spread its entry of documentation.ts into ${method} ${path}`,
			),
		).toEqual([]);
	});
});
