import { describe, expect, test } from "bun:test";
import type { Store } from "#db/store";
import { WRITES, type WriteName } from "#db/writes";
import { readSources } from "./source-files.ts";

interface Source {
	readonly path: string;
	readonly text: string;
}

// db/ implements `writing`; all other files call it.
const sources = await readSources("{src,operations,adapters,modules,platform,http,kernel}/**/*.ts");

/** Returns `name in path` for every call of `writing`. */
const writesIn = (files: readonly Source[]): string[] =>
	files.flatMap(({ path, text }) =>
		[...text.matchAll(/\.writing\(\s*"([^"]+)"\s*\)/g)].map(([, name]) => `${name} in ${path}`),
	);

/** Returns `path: line` for every other way to obtain `writing` or a handle that writes. */
const bypassesIn = (files: readonly Source[]): string[] =>
	files.flatMap(({ path, text }) =>
		text
			.split("\n")
			.filter((line) =>
				/\bwriting\b\s*[,}\]]|\.writing\b(?!\(")|\["writing"\]|\bas (?:unknown as )?(?:Db|WriteHandle)\b/.test(line),
			)
			.map((line) => `${path}: ${line.trim()}`),
	);

describe("writes outside a change", () => {
	test("occur where WRITES lists them, and nowhere else", () => {
		const named = Object.entries(WRITES).flatMap(([name, { in: files }]) => files.map((path) => `${name} in ${path}`));

		expect([...new Set(writesIn(sources))].sort()).toEqual(named.sort());
		expect(bypassesIn(sources)).toEqual([]);
	});

	test("have a reason", () => {
		const withoutReason = Object.values(WRITES).filter(({ because }) => because.length < 20);

		expect(withoutReason).toEqual([]);
	});

	test("do not compile without `writing`, nor with an unknown name", () => {
		const attempts = (store: Store, name: string) => [
			// @ts-expect-error: a read handle has no insert
			store.db.insert,
			// @ts-expect-error: nor update, not even across tenants
			store.acrossTenants.db.update,
			// @ts-expect-error: a store has no transaction
			store.tx,
			// @ts-expect-error: not every string is a name
			store.writing(name satisfies WriteName),
		];

		expect(attempts).toBeFunction();
	});

	test("are checked: planted violations are found", () => {
		const planted = [
			"const { writing } = store;",
			"const write = store.writing;",
			"await store.writing(name).db.delete(users);",
			"await (store.db as Db).delete(users);",
		];

		const missed = planted.filter(
			(text) => bypassesIn([{ path: "modules/identity/users/service.ts", text }]).length === 0,
		);

		expect(missed).toEqual([]);
		expect(writesIn([{ path: "modules/identity/users/service.ts", text: 'store.writing("purge").db' }])).toEqual([
			"purge in modules/identity/users/service.ts",
		]);
	});
});
