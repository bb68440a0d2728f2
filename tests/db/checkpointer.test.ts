import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
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

	test("empty even a short log after a removal, as soon as nobody reads what was removed", async () => {
		const { path, connection } = openLogged("removal.db");
		const reported: Error[] = [];
		const checkpointer = new Checkpointer({
			path,
			connection,
			failure: new Failure(),
			emptyAfterMs: 10,
			retryMs: 10,
			onRetry: (error) => reported.push(error),
		});
		const sizeOfLog = () => statSync(`${path}-wal`).size;
		const reader = new Database(path, { readonly: true });
		reader.run("BEGIN");
		connection.run("INSERT INTO notes VALUES (1)");
		reader.query("SELECT * FROM notes").all();
		connection.run("DELETE FROM notes");
		checkpointer.noteRemoval();

		await expect(checkpointer.truncate()).rejects.toThrow("in use");
		const whileRead = [sizeOfLog() > 0, checkpointer.removedForMs > 0];
		reader.run("COMMIT");
		while (checkpointer.removedForMs > 0) await Bun.sleep(5);

		expect(whileRead).toEqual([true, true]);
		expect(sizeOfLog()).toBe(0);
		expect(reported).toEqual([]); // Half a minute is not over.
		reader.close();
		await checkpointer.close();
		connection.close();
	});

	test("are never two at once, whoever asks for them", async () => {
		const { path, connection } = openLogged("both.db");
		const checkpointer = new Checkpointer({ path, connection, failure: new Failure(), frames: 2, emptyAfterMs: 1 });

		for (let n = 0; n < 200; n++) {
			await checkpointer.beforeTransaction();
			connection.query("INSERT INTO notes VALUES (?)").run(n);
			checkpointer.noteRemoval();
			await Promise.all([checkpointer.truncate(), checkpointer.beforeTransaction(), checkpointer.truncate()]);
		}
		await checkpointer.close();

		expect(connection.query("SELECT count(*) FROM notes").values()).toEqual([[200]]);
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
