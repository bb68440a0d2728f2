/** Two processes that write to one SQLite file, as far as the file can tell: a server, and a command beside it. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectWriter } from "#db/sqlite/connection";
import { Writer } from "#db/sqlite/writer";
import { forThisFile } from "../support/for-this-file.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-busy-"));
await forThisFile({ close: () => rmSync(folder, { recursive: true, force: true }) });
const path = join(folder, "data.db");

/** How often the command asks while the lock is held, and how long that may take on a machine that is busy itself. */
const TRIES = 100;
const LIMIT_MS = 3_000;

test("a command asks for the write lock so often that it meets the gap between two batches of a server", async () => {
	const server = connectWriter(path, 0);
	server.run("CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT");
	const command = connectWriter(path, 0);
	const run = command.run.bind(command);
	let tries = 0;
	command.run = ((...call: Parameters<typeof run>) => {
		if (call[0] === "BEGIN IMMEDIATE") tries++;
		return run(...call);
	}) as typeof run;
	const writer = new Writer(command, { log: null, batchSize: 64, onOutcome: () => undefined });

	server.run("BEGIN IMMEDIATE");
	const startMs = performance.now();
	const written = writer.run(() => {
		command.query("INSERT INTO t VALUES (?)").run(1);
	});
	while (tries < TRIES && performance.now() - startMs < LIMIT_MS) await Bun.sleep(1);
	const asked = tries;
	server.run("ROLLBACK");
	await written;

	expect(asked).toBeGreaterThanOrEqual(TRIES);
	expect(server.query("SELECT id FROM t").all()).toEqual([{ id: 1 }]);
	writer.close();
	command.close();
	server.close();
}, 30_000);
