/**
 * No statement of the program takes longer because a table has grown: all that the tests of the API ran are explained
 * on databases of many rows, unevenly distributed.
 */
import { Database } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import type { Dialect } from "#db/dialect";
import { migratePostgres } from "#db/postgres/migrate";
import { migrateSqlite } from "#db/sqlite/migrate";
import { startPostgres } from "#tests/support/postgres";
import { ALLOWED, accepts } from "./allowed.ts";
import type { Finding } from "./finding.ts";
import { explainOnPostgres } from "./postgres.ts";
import { skewedRows } from "./rows.ts";
import { explainOnSqlite } from "./sqlite.ts";
import { collectedStatements } from "./statements.ts";

/** The tests of the API may have to run first. */
const COLLECTING_MS = 15 * 60_000;

/** Statements that must be found: what they do wrong, by the table they do it with. */
const PLANTED = [
	['select "id" from "users" where "users"."name" = $1', "scan users"],
	['select "id" from "sessions" limit 10 offset 20', "offset sessions"],
	['delete from "jobs" where "jobs"."org_id" = $1', "all jobs"],
	['select count(*) from "audit_entries" where "audit_entries"."org_id" = $1', "all audit_entries"],
	[
		'select "id" from "api_keys" where ("api_keys"."org_id" = $1 and "api_keys"."name" = $2) limit 1',
		"filter api_keys",
	],
	[
		'select "user_id" from "memberships" where "memberships"."org_id" = $1 order by "memberships"."version" limit 51',
		"sort memberships",
	],
] as const;

const explain = {
	async sqlite(texts: readonly string[]): Promise<Finding[]> {
		const database = new Database(":memory:");
		migrateSqlite(database);
		for (const statement of skewedRows("sqlite")) database.run(statement);
		const findings = explainOnSqlite(
			database,
			texts.map((text) => text.replace(/\$\d+/g, "?")),
		);
		database.close();
		return findings;
	},

	async postgres(texts: readonly string[]): Promise<Finding[]> {
		const server = await startPostgres();
		const client = new SQL(server.url, { max: 1 });
		try {
			await migratePostgres(client);
			for (const statement of skewedRows("postgres")) await client.unsafe(statement);
			return await explainOnPostgres(client, texts);
		} finally {
			await client.close();
			await server.stop();
		}
	},
};

const described = ({ kind, table, step, statement }: Finding) => `${kind} of ${table}: ${step}\n  ${statement}`;

const findings: Finding[] = [];

describe.each(["sqlite", "postgres"] as const)("the statements of the program, on %s,", (engine: Dialect) => {
	let found: readonly Finding[] = [];
	let count = 0;

	beforeAll(async () => {
		const texts = await collectedStatements(engine);
		count = texts.length;
		found = await explain[engine](texts);
		findings.push(...found);
	}, COLLECTING_MS);

	test("were collected", () => {
		expect(count).toBeGreaterThan(150);
	});

	test("read, sort and skip no more rows when the tables have more, with the exceptions listed in allowed.ts", () => {
		const faults = found.filter((finding) => !ALLOWED.some((allowed) => accepts(allowed, finding)));

		expect(faults.map(described)).toEqual([]);
	});

	test("are explained: planted faults are found", async () => {
		const planted = await explain[engine](PLANTED.map(([text]) => text));

		const seen = planted.map(({ kind, table }) => `${kind} ${table}`);
		expect(PLANTED.map(([, fault]) => fault).filter((fault) => !seen.includes(fault))).toEqual([]);
	}, 120_000);
});

test("every exception is needed", () => {
	const idle = ALLOWED.filter((allowed) => !findings.some((finding) => accepts(allowed, finding)));

	expect(idle.map(({ table, statement }) => `${table}: ${statement}`)).toEqual([]);
});
