/** The tenant guard against statements nobody thought of. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { dialect } from "#db/dialect";
import { assertTenantBound } from "#db/guard";
import { generateStatement, type RandomInt } from "#tests/support/statement-generator";
import { print } from "#tests/support/statement-printer";
import { isSafe } from "#tests/support/statement-tree";

/** What choices are made of; when it is used up, the rest of a statement is as plain as can be. */
const choices = fc.uint8Array({ minLength: 20, maxLength: 600, size: "max" });

function chooseFrom(bytes: Uint8Array): RandomInt {
	let at = 0;
	return (below) => {
		const byte = bytes[at++];
		return byte === undefined ? below - 1 : byte % below;
	};
}

const passes = (text: string): boolean => {
	try {
		assertTenantBound(text);
		return true;
	} catch {
		return false;
	}
};

/** Two tenants, A and B, with rows of the same ids; with `tenants` only A, the rows of B are missing in the tenant tables. */
function openTwoTenants(tenants: readonly string[]): Database {
	const database = new Database(":memory:");
	for (const table of ["memberships", "events"]) {
		database.run(`create table ${table} (org_id text not null, id text, n int, code text unique, unique (org_id, id))`);
		for (const tenant of tenants) {
			for (const n of [1, 2, 3]) {
				database.run(`insert into ${table} values (?, ?, ?, ?)`, [tenant, String(n), n, `${tenant}${n}`]);
			}
		}
	}
	database.run("create table sessions (org_id text, id text, n int)");
	database.run("insert into sessions values ('A', '1', 1), ('B', '2', 2), (null, '3', 3), ('B', 'B', 1)");
	database.run("create table organizations (id text primary key, n int)");
	database.run("insert into organizations values ('A', 1), ('B', 2)");
	database.run("create table users (id text primary key, n int)");
	database.run("insert into users values ('1', 1), ('2', 2), ('3', 3), ('A', 1), ('B', 1)");
	return database;
}

const both = openTwoTenants(["A", "B"]);
const alone = openTwoTenants(["A"]);

const rowsOf = (database: Database, where: string): string =>
	["memberships", "events"]
		.map((table) => JSON.stringify(database.query(`select * from ${table} where ${where} order by 1, 2, 3, 4`).all()))
		.join();

const untouched = rowsOf(both, "org_id <> 'A'");

/** Sources a statement may have to be run: each one more multiplies the rows that the engine looks at by six. */
const MAX_SOURCES = 6;

const isQuick = (text: string): boolean => (text.match(/\b(?:from|join)\b/gi)?.length ?? 0) <= MAX_SOURCES;

/** What a statement answers and does to A when it is given A, and what it does to others; null when SQLite refuses it. */
function effectOf(database: Database, text: string): { onA: string; onOthers: string } | null {
	database.run("begin");
	try {
		const statement = database.prepare(text.replaceAll("?", "?1"));
		const rows = text.includes("?") ? statement.values("A") : statement.values();
		const response = rows.map((row) => JSON.stringify(row)).sort();
		return {
			onA: `${response.join()} ${rowsOf(database, "org_id = 'A'")}`,
			onOthers: rowsOf(database, "org_id <> 'A'"),
		};
	} catch {
		return null;
	} finally {
		database.run("rollback");
	}
}

const PIECE = /'(?:[^']|'')*'|"[^"]*"|\w+|\s+|./g;
/** What may stand for one another without spoiling a statement for the engine, most of the time. */
const ALIKE = [
	["and", "or", "and not", "or not"],
	["=", "<>", "<=", "is", "is not"],
	["inner", "left", "right", "full", "cross"],
	["union", "intersect", "except"],
	["memberships", "events", "sessions", "organizations"],
	["a", "b", "c", "d", "memberships", "events"],
	["org_id", "id", "n", "1 or org_id"],
	["?", "null", "'B'", "? or true", "? and 1", "(?)", "?, ?"],
	["(", "( not", "( 1 and", "( null or"],
	["where", "where true or", "where 1 between 0 and"],
] as const;

/** The statement with a few of its pieces left out, exchanged or repeated. */
function garble(text: string, choose: RandomInt): string {
	const pieces = (text.match(PIECE) ?? []).filter((piece) => piece.trim() !== "");
	for (let times = 1 + choose(2); times > 0; times--) {
		const at = choose(pieces.length);
		const piece = (pieces[at] ?? "").replaceAll('"', "").toLowerCase();
		const alike = ALIKE.find((words) => words.some((word) => word === piece));
		if (alike !== undefined) pieces[at] = alike[choose(alike.length)] ?? "";
		else pieces.splice(at, choose(2), pieces[choose(pieces.length)] ?? "");
	}
	return pieces.join(" ");
}

/** The guard reads texts, and the statements run on a SQLite of the test's own: once is enough for both engines. */
const onSqlite = (name: string, define: () => void) => (dialect === "sqlite" ? describe(name, define) : undefined);

onSqlite("a generated statement", () => {
	test("passes if, and only if, each tenant table in it is bound", () => {
		const seen = { passed: 0, refused: 0 };

		fc.assert(
			fc.property(choices, (bytes) => {
				const choose = chooseFrom(bytes);
				const statement = generateStatement(choose);
				const expected = isSafe(statement);
				seen[expected ? "passed" : "refused"]++;
				for (const parameter of ["?", "$1"] as const) {
					const text = print(statement, { parameter, choose });
					if (passes(text) !== expected) throw new Error(`expected ${expected ? "to pass" : "a refusal"}: ${text}`);
				}
			}),
			{ numRuns: 3_000 },
		);

		expect(Math.min(seen.passed, seen.refused)).toBeGreaterThan(500);
	});

	test("that passes answers and changes the same whatever other tenants have", () => {
		const seen = { run: 0, refusedByEngine: 0 };

		fc.assert(
			fc.property(choices, (bytes) => {
				const choose = chooseFrom(bytes);
				const text = print(generateStatement(choose), { parameter: "?", choose });
				if (!passes(text) || !isQuick(text)) return;
				const amongOthers = effectOf(both, text);
				const byItself = effectOf(alone, text);
				seen[amongOthers === null || byItself === null ? "refusedByEngine" : "run"]++;
				if (amongOthers === null || byItself === null) return;
				if (amongOthers.onA !== byItself.onA) throw new Error(`it sees another tenant: ${text}`);
				if (amongOthers.onOthers !== untouched) throw new Error(`it changes another tenant: ${text}`);
			}),
			{ numRuns: 3_000 },
		);

		expect(seen.run).toBeGreaterThan(500);
		expect(seen.run).toBeGreaterThan(9 * seen.refusedByEngine);
	});

	test("that was garbled is refused when it reaches another tenant", () => {
		const seen = { run: 0, others: 0 };

		fc.assert(
			fc.property(choices, (bytes) => {
				const choose = chooseFrom(bytes);
				const text = garble(print(generateStatement(choose), { parameter: "?", choose }), choose);
				if (text.toLowerCase().startsWith("with")) return; // It may have become recursive, without an end.
				if (!isQuick(text)) return;
				const amongOthers = effectOf(both, text);
				const byItself = effectOf(alone, text);
				if (amongOthers === null || byItself === null) return;
				seen.run++;
				const isSafe = amongOthers.onA === byItself.onA && amongOthers.onOthers === untouched;
				if (isSafe) return;
				seen.others++;
				if (passes(text)) throw new Error(`it reaches another tenant: ${text}`);
			}),
			{ numRuns: 3_000 },
		);

		expect(seen.run).toBeGreaterThan(300);
		expect(seen.others).toBeGreaterThan(75);
	});
});
