import { describe, expect, test } from "bun:test";
import { places, readSources, type SourceFile, withoutComments } from "./source-files.ts";

/** Words that mean something in this product only: whoever uses one knows what is built on it. */
const PRODUCT_WORDS =
	/owner|teacher|student|suspen|retention|meeting|transcript|recording|billing|invit|membership|passkey|password/i;

/** Files below the product that list some of its names, and why. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
	["kernel/error-codes.ts", "public names of failures: one flat list, unique and never renamed"],
	["kernel/scopes.ts", "every route declares one and the gate checks it: a misspelt one must be a type error"],
]);

/** Nouns that come to be in more than one module, and how. */
const MADE_BY_MANY: ReadonlyMap<string, string> = new Map([
	["usr", "a person registers, is invited, signs in at a provider, or is the first administrator"],
]);

const ground = await readSources("{kernel,http}/**/*.ts");
const product = await readSources("{src,modules,platform,http,db,kernel}/**/*.ts");

const leaks = (files: readonly SourceFile[]): string[] =>
	places(
		files.filter(({ path }) => !EXCEPTIONS.has(path)),
		PRODUCT_WORDS,
	);

/** The folders whose files hold `pattern`, by what it captures. */
function foldersBy(pattern: RegExp): Map<string, Set<string>> {
	const found = new Map<string, Set<string>>();
	for (const { path, text } of product) {
		for (const [, prefix = ""] of withoutComments(text).matchAll(pattern)) {
			const folder = path.split("/").slice(0, 2).join("/");
			found.set(prefix, (found.get(prefix) ?? new Set()).add(folder));
		}
	}
	return found;
}

describe("the kernel and http", () => {
	test("know no word of the product", () => {
		expect(leaks(ground)).toEqual([]);
	});

	test("are excepted only where they still use one", () => {
		const excepted = ground.filter(({ path }) => EXCEPTIONS.has(path));

		expect(excepted.map(({ path }) => path)).toEqual([...EXCEPTIONS.keys()]);
		expect(excepted.filter((file) => places([file], PRODUCT_WORDS).length === 0)).toEqual([]);
	});

	test("are judged: a planted word is seen, in names and in texts, but not in prose", () => {
		const planted = (text: string) => leaks([{ path: "http/x.ts", text, lines: 1, imports: [] }]).length;

		expect(planted('if (role === "teacher") return;')).toBe(1);
		expect(planted("const maxRetentionDays = 1;")).toBe(1);
		expect(planted("/** Such as the owner of a meeting. */")).toBe(0);
	});
});

describe("the prefixes of ids", () => {
	const makers = foldersBy(/\bnewId\("([a-z]+)"/g);
	const takers = foldersBy(/\b(?:Id|idPattern)\(\s*"([a-z]+)"/g);

	test("name one noun each: the ids of one prefix are made in one module", () => {
		const shared = [...makers].filter(([prefix, folders]) => folders.size > 1 && !MADE_BY_MANY.has(prefix));

		expect(shared).toEqual([]);
	});

	test("are accepted only where such ids are made", () => {
		expect([...takers.keys()].filter((prefix) => !makers.has(prefix))).toEqual([]);
		expect(makers.size).toBeGreaterThan(5);
	});
});
