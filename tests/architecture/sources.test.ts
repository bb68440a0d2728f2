import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { places, readSources } from "./source-files.ts";

const MAX_LINES = 300;
/** Lines of `src/`, the program around everything else. */
const MAX_PROGRAM_LINES = 8_000;

const product = await readSources("{src,operations,adapters,modules,platform,http,db,kernel}/**/*.ts");
/** The published client, without what is generated. */
const client = await readSources("clients/typescript/src/*.ts");
const tests = await readSources("tests/**/*.ts");

/** Returns the exported declarations without a docstring. Re-exports have the docstrings of their origin. */
function undocumented(text: string): string[] {
	const lines = text.split("\n");
	return lines.flatMap((line, index) => {
		const [, kind = "", name = ""] =
			/^export (?:declare )?((?:async )?function\*?|const|let|(?:abstract )?class|interface|type) (\w+)/.exec(line) ??
			[];
		if (!name) return [];
		const above = (lines[index - 1] ?? "").trim();
		// `export type X = Static<typeof X>`, or a type derived from the documented value above, shares its docstring.
		const belongsToValue = kind === "type" && /typeof \w+/.test(line);
		// What a factory is given is described by its members, and by the factory.
		const isDeps = /Deps$/.test(name);
		// What every module has is what its file is called.
		const isAnatomy = /^(?:create\w+Module|\w+Routes)$/.test(name);
		const isOverload = above.startsWith(`export function ${name}`);
		return above.endsWith("*/") || above.startsWith("//") || belongsToValue || isDeps || isAnatomy || isOverload
			? []
			: [name];
	});
}

describe("source files", () => {
	test(`have at most ${MAX_LINES} lines: a longer one has more than one subject`, () => {
		const long = [...product, ...client, ...tests].filter(({ lines }) => lines > MAX_LINES);

		expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
	});

	test(`of the program have at most ${MAX_PROGRAM_LINES} lines together: rules, adapters and operations have folders of their own`, () => {
		const program = product.filter(({ path }) => path.startsWith("src/"));

		expect(program.reduce((sum, { lines }) => sum + lines, 0)).toBeLessThanOrEqual(MAX_PROGRAM_LINES);
	});

	test("read the environment in one place only", () => {
		// prod.ts only sets a default, before anything can have read it.
		const elsewhere = [...product, ...client].filter(({ path }) => path !== "kernel/env.ts" && path !== "src/prod.ts");

		expect(places(elsewhere, /\b(process|Bun|import\.meta)\.env\b/)).toEqual([]);
	});

	test("run statements by awaiting them: the synchronous builder calls exist on one engine only", () => {
		const outside = product.filter(({ path, text }) => !path.startsWith("db/") && text.includes("drizzle-orm"));

		expect(places(outside, /\.(get|all|run|values)\(\s*\)/)).toEqual([]);
	});

	test("document every export", () => {
		const silent = [...product, ...client].flatMap(({ path, text }) =>
			undocumented(text).map((name) => `${path}: ${name}`),
		);

		expect(silent).toEqual([]);
	});

	test("contain no paths or names of a developer's machine", () => {
		const all = [...product, ...client, ...tests].filter(({ path }) => path !== "tests/architecture/sources.test.ts");

		expect(places(all, /\/work\/|registry\.npm(?!js\.org")/)).toEqual([]);
	});

	test("give files that outlive a run a name of their user's: what another user left would fail them", async () => {
		const all = [...tests, ...(await readSources("{bench,scripts,examples}/**/*.ts"))];
		const made = all.filter(({ path }) => path !== "tests/support/kept-files.ts");

		expect(places(made, /(?<!mkdtempSync\()(?<!mkdtemp\()join\(tmpdir\(\)|[`"']\/tmp\/(?!.*randomUUID)\w/)).toEqual([]);
	});

	test("refer only to documents in the repository", async () => {
		const paths = [
			...new Bun.Glob(
				"{src,operations,adapters,modules,platform,http,db,kernel,tests,docs,bench,scripts}/**/*.{md,ts}",
			).scanSync("."),
		];
		const others = paths.filter((path) => path !== "tests/architecture/sources.test.ts");
		const foreign = /\b(CONTRACT|HARDENING|PERFORMANCE|LIBRARIES|SPEECH|DATA)(\.md| §| fact|, fact)/;

		const texts = await Promise.all(others.map(async (path) => ({ path, text: await Bun.file(path).text() })));

		expect(others.length).toBeGreaterThan(500);
		expect(texts.filter(({ text }) => foreign.test(text)).map(({ path }) => path)).toEqual([]);
	});

	test("quote messages as the program prints them", async () => {
		const text = await Bun.file("docs/operations.md").text();
		const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, quote = ""]) => quote);
		// A message has four words or more and is no command; what varies in it is `…` or a number.
		const messages = quoted.filter((quote) => /^[a-z… ][^<=$/[]+$/.test(quote) && quote.split(" ").length > 3);
		const sentences = messages.filter((quote) => !/^(parley|docker|sudo|npm) /.test(quote));
		const parts = sentences.flatMap((quote) => quote.split(/…|\d+/)).filter((part) => part.trim().length > 5);

		expect(sentences.length).toBeGreaterThan(10);
		expect(parts.filter((part) => !product.some((file) => file.text.includes(part.trim())))).toEqual([]);
	});

	test("exist where documents link to them", async () => {
		const documents = ["README.md", "clients/typescript/README.md", ...new Bun.Glob("docs/**/*.md").scanSync(".")];
		const lost: string[] = [];
		for (const path of documents) {
			const text = await Bun.file(path).text();
			const folder = path.replace(/[^/]*$/, "");
			const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = ""]) => join(folder, target));
			// Decisions are historical: the files they mention may have moved since.
			const named = path.includes("decisions/")
				? []
				: [
						...text.matchAll(
							/`((?:kernel|db|http|platform|modules|adapters|operations|src|tests|scripts)\/[\w./-]+\.ts)`/g,
						),
					].map(([, target = ""]) => target);
			for (const target of [...links, ...named])
				if (!existsSync(target) && !/labels/.test(target)) lost.push(`${path}: ${target}`);
		}

		expect(lost).toEqual([]);
	});
});
