import { describe, expect, test } from "bun:test";
import { basename } from "node:path";

interface Output {
	readonly inputs: Readonly<Record<string, unknown>>;
	readonly imports: readonly { readonly path: string; readonly kind: string }[];
}

/** Packages that every start loads: all requests need them, or making the routes does. */
const LOADED = [
	"@commander-js/extra-typings",
	"@elysiajs/cors",
	"@elysiajs/jwt",
	"@sinclair/typebox",
	"commander",
	"cookie",
	"damerau-levenshtein",
	"drizzle-orm",
	"elysia",
	"eta",
	"exact-mirror",
	"fast-decode-uri-component",
	"ipaddr.js",
	"jose",
	"lru-cache",
	"memoirist",
	// Paths of its files.
	"swagger-ui-dist",
];

/** Packages beside them in the chunks, which their first use runs: `require`, where a function cannot wait. */
const WAITING = ["chrono-node", "ibantools", "libphonenumber-js", "otpauth", "rrule-temporal", "tldts"];

/** Returns the packages in the chunks that `parley serve` reads before it listens, without what is imported later. */
async function packagesOfStart(): Promise<string[]> {
	const { metafile } = await Bun.build({
		entrypoints: ["src/main.ts"],
		target: "bun",
		splitting: true,
		metafile: true,
		define: { "process.env.NODE_ENV": '"production"' },
	});
	const outputs = new Map<string, Output>(
		Object.entries(metafile?.outputs ?? {}).map(([path, output]) => [basename(path), output]),
	);
	const found = [...outputs].flatMap(([name, { inputs }]) =>
		["src/main.ts", "src/config.ts", "src/serve.ts"].some((entry) => entry in inputs) ? [name] : [],
	);
	const read = new Set(found);
	for (const name of read)
		for (const { path, kind } of outputs.get(name)?.imports ?? [])
			if (kind !== "dynamic-import" && outputs.has(basename(path))) read.add(basename(path));
	const inputs = [...read].flatMap((name) => Object.keys(outputs.get(name)?.inputs ?? {}));
	const names = inputs.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
	return [...new Set(names.filter((name) => name !== undefined))].sort();
}

describe("a start", () => {
	test("loads no package that few requests need: those are imported by the first of them", async () => {
		expect(await packagesOfStart()).toEqual([...LOADED, ...WAITING].sort());
	}, 60_000);
});
