import { describe, expect, test } from "bun:test";
import { is, Table } from "drizzle-orm";
import * as schema from "#db/schema/index";
import { schemaIndexOf } from "../../scripts/support/schema-files.ts";
import { moduleOf, readSources } from "./source-files.ts";

interface Source {
	readonly path: string;
	readonly text: string;
}

/** Variables of the schema that are tables. */
const TABLES = Object.entries(schema).flatMap(([name, value]) => (is(value, Table) ? [name] : []));

const WRITE = /\.(?:insert|update|delete)\(\s*(\w+)\s*\)|\bdeletePortion\(\s*[\w.]+,\s*(\w+)\b|\btenantRows\((\w+)\b/g;

const sources = await readSources("{src,operations,adapters,modules,platform,http,kernel}/**/*.ts");

/** Whether a file is a repository, or a part of one. */
const isRepository = (path: string): boolean =>
	/^(?:modules\/[^/]+|platform)\/[^/]+\/repository(?:\.ts|\/[^/]+\.ts)$/.test(path);

/** Returns the tables that are written, and by which files. */
const writesOf = (files: readonly Source[]) =>
	files.flatMap(({ path, text }) =>
		[...text.matchAll(WRITE)]
			.map(([, written, batch, rows]) => written ?? batch ?? rows ?? "")
			.filter((table) => TABLES.includes(table))
			.map((table) => ({ table, path })),
	);

/** Returns the exports of an index that write: a whole repository, or one bound to a tenant. */
const rawRepositories = (files: readonly Source[]): string[] =>
	files.flatMap(({ path, text }) =>
		[...text.matchAll(/export \{([^}]*)\} from "\.\/repository[^"]*"/g)]
			.flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
			.filter((name) => /(?:Repository|Of)\b/.test(name))
			.map((name) => `${path}: ${name}`),
	);

test("the index of the schema has every file of it: `bun run generate` writes it", async () => {
	expect(await Bun.file("db/schema/index.ts").text()).toBe(schemaIndexOf("db/schema"));
});

describe("a table", () => {
	test("is written by the repository of one module", () => {
		const writes = writesOf(sources);

		const outside = writes.filter(({ path }) => !isRepository(path));
		const writers = TABLES.map((table) => ({
			table,
			modules: new Set(writes.filter((write) => write.table === table).map(({ path }) => moduleOf(path) ?? path)),
		}));

		expect(outside.map(({ table, path }) => `${table} by ${path}`)).toEqual([]);
		expect(
			writers.filter(({ modules }) => modules.size !== 1).map(({ table, modules }) => [table, ...modules]),
		).toEqual([]);
	});

	test("is not written by raw SQL", () => {
		const rawWrite = /\b(?:insert\s+into|delete\s+from|update)\s+["`$]/i;

		const found = sources.filter(({ text }) => rawWrite.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")));

		expect(found.map(({ path }) => path)).toEqual([]);
	});

	test("is not exposed to other modules: no index exports a repository", async () => {
		const indexes = await readSources("modules/*/*/index.ts", "platform/*/index.ts");

		expect(rawRepositories(indexes)).toEqual([]);
	});

	test("is checked: planted violations are found", () => {
		const planted = (text: string) => [{ path: "modules/x/service.ts", text }];

		expect(writesOf(planted("await tx.update(users).set({})"))).toHaveLength(1);
		expect(writesOf(planted("await deletePortion(tx, sessions, sessions.id, isOver, 10)"))).toHaveLength(1);
		expect(writesOf(planted("waiting.delete(key)"))).toEqual([]);
		expect(rawRepositories(planted('export { findUser, usersRepository } from "./repository.ts";'))).toHaveLength(1);
		expect(rawRepositories(planted('export { invitationsOf } from "./repository.ts";'))).toHaveLength(1);
	});
});
