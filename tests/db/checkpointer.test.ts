import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Checkpointer, framesOf } from "#db/sqlite/checkpointer";
import { Failure } from "#db/sqlite/failure";

const folder = mkdtempSync(join(tmpdir(), "parley-checkpointer-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function openLogged(name: string): { path: string; connection: Database } {
	const path = join(folder, name);
	const connection = new Database(path);
	connection.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE notes (n INTEGER) STRICT");
	return { path, connection };
}

describe("checkpoints", () => {
	// Otherwise the log of a busy server grows until its disk is full.
	test("let the log begin anew while writes go on", async () => {
		const { path, connection } = openLogged("busy.db");
		const checkpointer = new Checkpointer({ path, connection, failure: new Failure(), frames: 50 });
		let longest = 0;
		let restarts = 0;

		for (let n = 0; restarts < 3; n++) {
			await checkpointer.beforeTransaction();
			const before = framesOf(connection);
			connection.query("INSERT INTO notes VALUES (?)").run(n);
			if (framesOf(connection) < before) restarts++;
			longest = Math.max(longest, before);
			await new Promise((resolve) => setImmediate(resolve));
		}
		await checkpointer.close();

		expect(longest).toBeGreaterThanOrEqual(50);
		expect(connection.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
		connection.close();
	});

	test("leave a short log alone", async () => {
		const { path, connection } = openLogged("quiet.db");
		const checkpointer = new Checkpointer({ path, connection, failure: new Failure(), frames: 50 });

		connection.run("INSERT INTO notes VALUES (1)");

		expect(checkpointer.beforeTransaction()).toBeNull();
		expect(framesOf(connection)).toBeGreaterThan(0);
		await checkpointer.close();
		connection.close();
	});
});
