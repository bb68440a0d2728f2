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

function open(onBatch: () => void = () => undefined) {
	const connection = connectWriter(path, 0);
	const writer = new Writer(connection, { log: null, batchSize: 64, onOutcome: onBatch });
	const close = () => {
		writer.close();
		connection.close();
	};
	return { connection, writer, close };
}

const WRITES = 8;
/** Batches of the server that a command waits for at most, on average: it asks for the lock once a millisecond. */
const MOST_BATCHES = 6;

test("a command gets the write lock within a few batches of a server that writes without a pause", async () => {
	let batches = 0;
	let isBusy = true;
	const server = open(() => void batches++);
	server.connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT");
	const work = () => {
		for (const end = performance.now() + 0.5; performance.now() < end; );
	};
	const flood = async () => {
		while (isBusy) await server.writer.run(work);
	};
	const flooding = Promise.all(Array.from({ length: 64 }, flood));
	const command = open();

	for (let id = 1; id <= WRITES; id++)
		await command.writer.run(() => {
			command.connection.query("INSERT INTO t VALUES (?)").run(id);
		});
	const written = command.connection.query("SELECT id FROM t").all();
	isBusy = false;
	await flooding;
	command.close();
	server.close();

	expect(written).toHaveLength(WRITES);
	expect(batches / WRITES).toBeLessThan(MOST_BATCHES);
}, 30_000);
