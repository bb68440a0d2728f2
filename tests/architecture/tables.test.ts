import { describe, expect, test } from "bun:test";
import { is, Table } from "drizzle-orm";
import * as schema from "#db/schema/index";
import { readSources } from "./source-files.ts";

interface Source {
	readonly path: string;
	readonly text: string;
}

/** Variables of the schema that stand for a table. */
const TABLES = Object.entries(schema).flatMap(([name, value]) => (is(value, Table) ? [name] : []));

const WRITE = /\.(?:insert|update|delete)\(\s*(\w+)\s*\)|\bdeleteBatch\(\s*[\w.]+,\s*(\w+)\b/g;

const sources = await readSources("{src,modules,platform,http,kernel}/**/*.ts");

/** `modules/users/repository.ts` → `modules/users`. */
const roomOf = (path: string): string => /^(?:modules|platform)\/[^/]+/.exec(path)?.[0] ?? path;

/** Who writes which table: `users by modules/users/repository.ts`. */
const writesOf = (files: readonly Source[]) =>
	files.flatMap(({ path, text }) =>
		[...text.matchAll(WRITE)]
			.map(([, table, some]) => table ?? some ?? "")
			.filter((table) => TABLES.includes(table))
			.map((table) => ({ table, path })),
	);

/** Names that an index passes on from a repository and that write: a whole repository, or one bound to a tenant. */
const rawRepositories = (files: readonly Source[]): string[] =>
	files.flatMap(({ path, text }) =>
		[...text.matchAll(/export \{([^}]*)\} from "\.\/repository[^"]*"/g)]
			.flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
			.filter((name) => /(?:Repository|Of)\b/.test(name))
			.map((name) => `${path}: ${name}`),
	);

describe("a table", () => {
	test("is written by the repository of one module", () => {
		const writes = writesOf(sources);

		const outside = writes.filter(({ path }) => !path.endsWith("/repository.ts"));
		const writers = TABLES.map((table) => ({
			table,
			rooms: new Set(writes.filter((write) => write.table === table).map(({ path }) => roomOf(path))),
		}));

		expect(outside.map(({ table, path }) => `${table} by ${path}`)).toEqual([]);
		expect(writers.filter(({ rooms }) => rooms.size !== 1).map(({ table, rooms }) => [table, ...rooms])).toEqual([]);
	});

	test("is written by no SQL that was put together by hand", () => {
		const byHand = /\b(?:insert\s+into|delete\s+from|update)\s+["`$]/i;

		const found = sources.filter(({ text }) => byHand.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")));

		expect(found.map(({ path }) => path)).toEqual([]);
	});

	test("is not lent to other modules: no index passes a repository on", async () => {
		const indexes = await readSources("{modules,platform}/*/index.ts");

		expect(rawRepositories(indexes)).toEqual([]);
	});

	test("is judged: planted faults are seen", () => {
		const planted = (text: string) => [{ path: "modules/x/service.ts", text }];

		expect(writesOf(planted("await tx.update(users).set({})"))).toHaveLength(1);
		expect(writesOf(planted("await deleteBatch(db, sessions, sessions.id, isOver)"))).toHaveLength(1);
		expect(writesOf(planted("waiting.delete(key)"))).toEqual([]);
		expect(rawRepositories(planted('export { findUser, usersRepository } from "./repository.ts";'))).toHaveLength(1);
		expect(rawRepositories(planted('export { invitationsOf } from "./repository.ts";'))).toHaveLength(1);
	});
});
