/** The plans of SQLite do not depend on what a file was opened with before. */
import { describe, expect, test } from "bun:test";
import { dialect } from "#db/dialect";
import { connectWriter, pathOf } from "#db/sqlite/connection";
import { openStore } from "#db/store";
import { listenToStatements } from "#db/trace";
import { createTestDatabase } from "#tests/support/database";
import { readSessionAuthority } from "../../modules/identity/principals/repository.ts";

/** Statistics as `PRAGMA optimize` leaves them in a database of one row: everything is best read from end to end. */
function poison(url: string): void {
	const connection = connectWriter(pathOf(url), 5_000);
	connection.run("ANALYZE sqlite_schema");
	connection.run("DELETE FROM sqlite_stat1");
	connection.run(`INSERT INTO sqlite_stat1 SELECT tbl_name, name, '1 1 1 1' FROM sqlite_schema WHERE type = 'index'`);
	connection.close();
}

/** Returns the text of the statement that reads the authority of a session. */
async function authorityText(url: string): Promise<string> {
	const store = await openStore({ url });
	const texts: string[] = [];
	const stop = listenToStatements(({ text }) => void texts.push(text));
	await readSessionAuthority(store, "ses_1", "org_1");
	stop();
	await store.close();
	return texts[0] ?? "";
}

function planOf(url: string, text: string): string[] {
	const connection = connectWriter(pathOf(url), 5_000);
	const plan = connection.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`).all();
	connection.close();
	return plan.map(({ detail }) => detail);
}

const statisticsOf = (url: string) => {
	const connection = connectWriter(pathOf(url), 5_000);
	const tables = connection.query("SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'").values().flat();
	connection.close();
	return tables;
};

if (dialect === "sqlite") {
	describe("statistics", () => {
		test("of an earlier release are removed when a file is opened, with what they did to its plans", async () => {
			const { url, drop } = await createTestDatabase("migrated");
			const text = await authorityText(url);
			poison(url);
			const before = planOf(url, text);

			await (await openStore({ url })).close();
			const after = planOf(url, text);

			await drop();
			expect(before.join()).toContain("SCAN sessions");
			expect(after.length).toBeGreaterThan(3);
			expect(after.filter((step) => !/^(SEARCH|SCALAR SUBQUERY)/.test(step))).toEqual([]);
		});

		test("are left alone by a store that is opened to look, which works nevertheless", async () => {
			const { url, drop } = await createTestDatabase("migrated");
			poison(url);

			const store = await openStore({ url, migrate: false });
			const row = await readSessionAuthority(store, "ses_1", "org_1");
			await store.close();
			const left = statisticsOf(url);

			await drop();
			expect(row).toBeUndefined();
			expect(left).toEqual(["sqlite_stat1"]);
		});

		test("are removed beside an open store, which goes on", async () => {
			const { url, drop } = await createTestDatabase("migrated");
			const store = await openStore({ url });
			await readSessionAuthority(store, "ses_1", "org_1");
			poison(url);

			await (await openStore({ url })).close();
			const row = await readSessionAuthority(store, "ses_1", "org_1");

			await store.close();
			await drop();
			expect(row).toBeUndefined();
		});

		test("are not gathered: a store leaves none behind", async () => {
			const { url, drop } = await createTestDatabase("migrated");
			const store = await openStore({ url });
			await readSessionAuthority(store, "ses_1", "org_1");

			await store.close();
			const left = statisticsOf(url);

			await drop();
			expect(left).toEqual([]);
		});
	});
}
