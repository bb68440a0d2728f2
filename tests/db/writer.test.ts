/** The SQLite writer by itself, on a disk whose answers the test decides. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectWriter } from "#db/sqlite/connection";
import { Failure } from "#db/sqlite/failure";
import { Writer, type WriterOptions } from "#db/sqlite/writer";
import { isUnavailable } from "#db/store";
import type { WriteName } from "#db/writes";

let folder: string;
let path: string;
let connection: Database;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "parley-writer-"));
	path = join(folder, "data.db");
	connection = connectWriter(path, 0);
	connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, body BLOB) STRICT");
});
afterEach(() => {
	connection.close();
	rmSync(folder, { recursive: true, force: true });
});

const ANY_FD = 0;
const writerWith = (options: Partial<WriterOptions>) =>
	new Writer(connection, { log: null, batchSize: 64, ...options });
const insert =
	(id: number, body: Uint8Array | null = null) =>
	() => {
		connection.query("INSERT INTO t VALUES (?, ?)").run(id, body);
		return id;
	};
const idsOnDisk = () => {
	const other = new Database(path, { readonly: true });
	const ids = other.query<{ id: number }, []>("SELECT id FROM t ORDER BY id").all();
	other.close();
	return ids.map(({ id }) => id);
};
const reasonOf = (promise: Promise<unknown>) =>
	promise.then(
		() => null,
		(error: unknown) => error,
	);
const turns = async (count: number) => {
	for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

describe("group commit", () => {
	test("work that waits together is synced together", async () => {
		let syncs = 0;
		const writer = writerWith({ log: ANY_FD, sync: async () => void syncs++ });
		const startedMs = performance.now();

		const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => writer.run(insert(i))));

		// A batch takes no further task after 20 ms, which a machine may spend on something else.
		const batches = 1 + Math.floor((performance.now() - startedMs) / 20);
		expect(answers).toEqual(Array.from({ length: 20 }, (_, i) => i));
		expect(syncs).toBeWithin(1, batches + 1);
	});

	test("with a batch size of one, each piece is synced by itself", async () => {
		let syncs = 0;
		const writer = writerWith({ log: ANY_FD, batchSize: 1, sync: async () => void syncs++ });

		await Promise.all(Array.from({ length: 5 }, (_, i) => writer.run(insert(i))));

		expect(syncs).toBe(5);
	});

	test("nobody is answered before the commit with their work is on disk", async () => {
		const disk = Promise.withResolvers<void>();
		const syncing = Promise.withResolvers<void>();
		const writer = writerWith({
			log: ANY_FD,
			sync: () => {
				syncing.resolve();
				return disk.promise;
			},
		});
		const answered: number[] = [];
		const first = writer.run(insert(1)).then((id) => answered.push(id));
		const failing = reasonOf(writer.run(() => Promise.reject(new Error("mine")))).then(() => answered.push(-1));

		await syncing.promise;
		await turns(3);
		const before = [...answered];
		disk.resolve();
		await Promise.all([first, failing]);

		expect(before).toEqual([]);
		expect(answered).toEqual([1, -1]);
	});

	test("one failing piece is undone alone", async () => {
		const writer = writerWith({});
		const failing = () => {
			insert(2)();
			insert(1)(); // A primary key that is taken by then.
		};

		const results = await Promise.allSettled([writer.run(insert(1)), writer.run(failing), writer.run(insert(3))]);

		expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
		expect(idsOnDisk()).toEqual([1, 3]);
	});

	test("a failure has the batch done once more, and the next batches are spared that", async () => {
		const writer = writerWith({});
		let runs = 0;
		const counted = (id: number) => () => {
			runs++;
			return insert(id)();
		};
		const failing = (id: number) => () => {
			counted(id)();
			throw new Error("mine");
		};

		await Promise.allSettled([writer.run(counted(1)), writer.run(failing(2)), writer.run(counted(3))]);
		const first = runs;
		await Promise.allSettled([writer.run(counted(4)), writer.run(failing(5)), writer.run(counted(6))]);

		expect(first).toBe(5); // 1 and 2, then all three
		expect(runs - first).toBe(3);
		expect(idsOnDisk()).toEqual([1, 3, 4, 6]);
	});

	test("the next batch is made while one is on its way to disk, and both are answered in their order", async () => {
		const disk = Promise.withResolvers<void>();
		let syncs = 0;
		const writer = writerWith({
			log: ANY_FD,
			batchSize: 2,
			sync: () => (++syncs === 1 ? disk.promise : Promise.resolve()),
		});
		const answered: number[] = [];
		const note = (id: number) => void answered.push(id);

		const work = [1, 2, 3].map((id) => writer.run(insert(id)).then(note));
		await turns(20);
		const made = idsOnDisk();
		const early = [...answered];
		disk.resolve();
		await Promise.all(work);

		expect(made).toEqual([1, 2, 3]);
		expect(early).toEqual([]);
		expect(answered).toEqual([1, 2, 3]);
	});

	test("a piece may await; others wait for it", async () => {
		const writer = writerWith({});
		const seen: string[] = [];
		const slow = async () => {
			seen.push("a starts");
			await turns(3);
			seen.push("a ends");
		};

		await Promise.all([writer.run(slow), writer.run(() => seen.push("b"))]);

		expect(seen).toEqual(["a starts", "a ends", "b"]);
	});
});

describe("a failing disk", () => {
	test("a failed sync rejects the batch and every later write", async () => {
		const failure = new Failure();
		const writer = writerWith({ log: ANY_FD, failure, sync: () => Promise.reject(new Error("EIO")) });

		const reasons = await Promise.all([reasonOf(writer.run(insert(1))), reasonOf(writer.run(insert(2)))]);
		const later = await reasonOf(writer.run(insert(3)));

		for (const reason of [...reasons, later]) expect(isUnavailable(reason)).toBe(true);
		expect(failure.isFatal).toBe(true);
		expect(failure.error?.message).toContain("could not be forced to disk");
		expect(idsOnDisk()).not.toContain(3);
	});

	test("a failed sync also refuses the batch that was made meanwhile", async () => {
		const disk = Promise.withResolvers<void>();
		const writer = writerWith({ log: ANY_FD, batchSize: 2, sync: () => disk.promise });
		const reasons = Promise.all([1, 2, 3].map((id) => reasonOf(writer.run(insert(id)))));

		await turns(20);
		disk.reject(new Error("EIO"));

		expect((await reasons).map(isUnavailable)).toEqual([true, true, true]);
	});

	test("when the disk is full, what was answered is there and what was refused is not", async () => {
		const pages = connection.query<{ page_count: number }, []>("PRAGMA page_count").get()?.page_count ?? 0;
		connection.run(`PRAGMA max_page_count = ${pages + 4}`);
		const writer = writerWith({});
		const sizes = [10, 10, 1_000_000, 10, 5_000, 10, 1_000_000, 10];

		const results = await Promise.allSettled(sizes.map((size, i) => writer.run(insert(i, new Uint8Array(size)))));

		const kept = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
		const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
		expect(refused.length).toBeGreaterThan(0);
		expect(refused.every(isUnavailable)).toBe(true);
		expect(idsOnDisk()).toEqual(kept);
	});

	test("when SQLite ends the transaction itself, the whole batch is refused", async () => {
		const writer = writerWith({});
		const dying = () => {
			connection.run("ROLLBACK");
			throw new Error("disk I/O error");
		};

		const results = await Promise.allSettled([writer.run(insert(1)), writer.run(dying), writer.run(insert(3))]);
		await writer.run(insert(4));

		expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
		expect(idsOnDisk()).toEqual([4]);
	});
});

describe("the event loop", () => {
	const busyFor = (ms: number) => () => {
		for (const end = performance.now() + ms; performance.now() < end; );
	};

	test("turns during a long batch, so that reads are not stalled behind it", async () => {
		const writer = writerWith({});
		let turnsTaken = 0;
		let running = true;
		const spin = () => {
			turnsTaken++;
			if (running) setImmediate(spin);
		};

		const work = Promise.all(Array.from({ length: 30 }, () => writer.run(busyFor(1))));
		spin();
		await work;
		running = false;

		expect(turnsTaken).toBeGreaterThan(5);
	});

	test("turns while another process holds the write lock, and the work is done afterwards", async () => {
		const writer = writerWith({});
		const other = new Database(path);
		other.run("BEGIN IMMEDIATE");
		let answered = false;
		const waiting = writer.run(insert(1)).then(() => {
			answered = true;
		});

		await turns(5);
		const before = answered;
		other.run("ROLLBACK");
		other.close();
		await waiting;

		expect(before).toBe(false);
		expect(idsOnDisk()).toEqual([1]);
	});

	test("every write is reported with the time it took by itself, though a commit is shared", async () => {
		const reported = new Map<WriteName, number>();
		const writer = writerWith({ onTask: ({ name, durationMs }) => reported.set(name, durationMs) });
		const label = (name: WriteName) => ({ name, describe: () => ({}) });

		await Promise.all([
			writer.run(insert(1), label("change")),
			writer.run(busyFor(15), label("job.lease")),
			writer.run(insert(2), label("job.repeat")),
			writer.run(insert(3)),
		]);

		expect([...reported.keys()]).toEqual(["change", "job.lease", "job.repeat"]);
		expect(reported.get("job.lease")).toBeGreaterThanOrEqual(15);
		expect(reported.get("change")).toBeLessThan(reported.get("job.lease") ?? 0);
	});

	test("long pieces of work do not add up to one long transaction", async () => {
		let syncs = 0;
		const writer = writerWith({ log: ANY_FD, sync: async () => void syncs++ });

		const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => writer.run(() => busyFor(12)() ?? insert(id)())));

		expect(syncs).toBeGreaterThanOrEqual(3);
		expect(answers).toEqual([1, 2, 3, 4, 5, 6]);
		expect(idsOnDisk()).toEqual([1, 2, 3, 4, 5, 6]);
	});
});
