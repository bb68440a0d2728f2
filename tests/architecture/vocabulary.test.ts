import { describe, expect, test } from "bun:test";
import { places, readSources, type SourceFile, withoutComments } from "./source-files.ts";

/** Words of the product: code that uses one depends on what is built on top of it. */
const PRODUCT_WORDS =
	/owner|teacher|student|suspen|retention|meeting|transcript|recording|billing|invit|membership|passkey|password/i;

/** Files below the modules that list some of their names, and why. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
	["kernel/error-codes.ts", "public names of failures: one flat list, unique and never renamed"],
	["kernel/scopes.ts", "every route declares one and the gate checks it: a misspelt one must be a type error"],
]);

/** Prefixes of ids that more than one module creates, and why. */
const CREATED_BY_SEVERAL: ReadonlyMap<string, string> = new Map([
	["mtg", "a meeting is started or scheduled, or made for an upload"],
	["usr", "a person registers, is invited, signs in at a provider, or is the first administrator"],
]);

const lowerLayers = await readSources("{kernel,http}/**/*.ts");
const product = await readSources("{src,operations,adapters,modules,platform,http,db,kernel}/**/*.ts");

/** What people read of every layer: keys and translations, which no code depends on. */
const TEXTS = /^kernel\/texts(?:\/|\.ts$)/;

const leaks = (files: readonly SourceFile[]): string[] =>
	places(
		files.filter(({ path }) => !EXCEPTIONS.has(path) && !TEXTS.test(path)),
		PRODUCT_WORDS,
	);

/** Returns the folders with matches of `pattern`, by the captured prefix. */
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
	test("do not use words of the product", () => {
		expect(leaks(lowerLayers)).toEqual([]);
	});

	test("have no unnecessary exceptions", () => {
		const excepted = lowerLayers.filter(({ path }) => EXCEPTIONS.has(path));

		expect(excepted.map(({ path }) => path)).toEqual([...EXCEPTIONS.keys()]);
		expect(excepted.filter((file) => places([file], PRODUCT_WORDS).length === 0)).toEqual([]);
	});

	test("are checked: a planted word is found in names and strings, but not in comments", () => {
		const planted = (text: string) => leaks([{ path: "http/x.ts", text, lines: 1, imports: [] }]).length;

		expect(planted('if (role === "teacher") return;')).toBe(1);
		expect(planted("const maxRetentionDays = 1;")).toBe(1);
		expect(planted("/** Such as the owner of a meeting. */")).toBe(0);
	});
});

describe("the prefixes of ids", () => {
	const creators = foldersBy(/\bnewId\("([a-z]+)"/g);
	const acceptors = foldersBy(/\b(?:Id|idPattern)\(\s*"([a-z]+)"/g);

	test("belong to one module each, which creates the ids", () => {
		const shared = [...creators].filter(([prefix, folders]) => folders.size > 1 && !CREATED_BY_SEVERAL.has(prefix));

		expect(shared).toEqual([]);
	});

	test("are accepted only if such ids are created", () => {
		expect([...acceptors.keys()].filter((prefix) => !creators.has(prefix))).toEqual([]);
		expect(creators.size).toBeGreaterThan(5);
	});
});
