import { describe, expect, test } from "bun:test";
import { useHarness } from "../support/harness.ts";
import { readSources } from "./source-files.ts";

const { parley } = await useHarness();
const sources = await readSources("{modules,platform,http}/**/*.ts");
const WIRING = [
	"src/modules.ts",
	"src/billing-modules.ts",
	"src/derived-modules.ts",
	"src/configuration-modules.ts",
	"src/engines.ts",
	"src/following-modules.ts",
	"src/key-modules.ts",
	"src/live-modules.ts",
	"src/integration-modules.ts",
	"src/organization-modules.ts",
	"src/privacy-modules.ts",
	"src/section-modules.ts",
];
const wiring = (await Promise.all(WIRING.map((path) => Bun.file(path).text()))).join("");

/** Returns the file that declares a route. */
const fileOf = (path: string): string =>
	sources.find(({ text }) => text.includes(`"${path}"`))?.path ?? `the file of ${path}`;

interface Hooks {
	readonly detail?: { readonly hide?: boolean; readonly operationId?: string };
}

describe("a module", () => {
	test("is created by src/modules.ts", () => {
		const factories = sources.flatMap(({ path, text }) => {
			const factory = path.endsWith("/module.ts")
				? /export (?:function|const) (create\w+Module)/.exec(text)?.[1]
				: undefined;
			return factory === undefined ? [] : [{ path, factory }];
		});

		const forgotten = factories.filter(({ factory }) => !wiring.includes(`${factory}(`));

		expect(factories.length).toBeGreaterThan(10);
		expect(forgotten.map(({ path, factory }) => `src/modules.ts: call ${factory} of ${path}`)).toEqual([]);
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
