import { describe, expect, test } from "bun:test";
import type { Store } from "#db/store";
import { WRITES, type WriteName } from "#db/writes";
import { readSources } from "./source-files.ts";

interface Source {
	readonly path: string;
	readonly text: string;
}

// The stores themselves, in db/, have the door; who else speaks of it goes through.
const sources = await readSources("{src,modules,platform,http,kernel}/**/*.ts");

/** `name in path` of every way through the door. */
const ways = (files: readonly Source[]): string[] =>
	files.flatMap(({ path, text }) =>
		[...text.matchAll(/\.writing\(\s*"([^"]+)"\s*\)/g)].map(([, name]) => `${name} in ${path}`),
	);

/** `path: line` of whatever gets hold of the door, or of a handle that writes, in another way. */
const detours = (files: readonly Source[]): string[] =>
	files.flatMap(({ path, text }) =>
		text
			.split("\n")
			.filter((line) =>
				/\bwriting\b\s*[,}\]]|\.writing\b(?!\(")|\["writing"\]|\bas (?:unknown as )?(?:Db|WriteHandle)\b/.test(line),
			)
			.map((line) => `${path}: ${line.trim()}`),
	);

describe("writes outside a change", () => {
	test("happen where the table says, and nowhere else", () => {
		const named = Object.entries(WRITES).flatMap(([name, { in: files }]) => files.map((path) => `${name} in ${path}`));

		expect([...new Set(ways(sources))].sort()).toEqual(named.sort());
		expect(detours(sources)).toEqual([]);
	});

	test("say why they are no part of one", () => {
		const silent = Object.values(WRITES).filter(({ because }) => because.length < 20);

		expect(silent).toEqual([]);
	});

	test("do not compile without the door, nor through it without a name", () => {
		const attempts = (store: Store, name: string) => [
			// @ts-expect-error: what reads has no insert
			store.db.insert,
			// @ts-expect-error: nor update, over all tenants either
			store.acrossTenants.db.update,
			// @ts-expect-error: and a store no transaction
			store.tx,
			// @ts-expect-error: not every text is a name
			store.writing(name satisfies WriteName),
		];

		expect(attempts).toBeFunction();
	});

	test("are judged: planted faults are seen", () => {
		const planted = [
			"const { writing } = store;",
			"const door = store.writing;",
			"await store.writing(name).db.delete(users);",
			"await (store.db as Db).delete(users);",
		];

		const missed = planted.filter((text) => detours([{ path: "modules/users/service.ts", text }]).length === 0);

		expect(missed).toEqual([]);
		expect(ways([{ path: "modules/users/service.ts", text: 'store.writing("purge").db' }])).toEqual([
			"purge in modules/users/service.ts",
		]);
	});
});
