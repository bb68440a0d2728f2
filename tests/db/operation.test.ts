/** What operators count on: health, files, crashes, restarts. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, renameSync, rmSync, statSync, symlinkSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { dialect } from "#db/dialect";
import { jobs, organizations } from "#db/schema/index";
import { pathOf } from "#db/sqlite/connection";
import { isUnavailable, openStore } from "#db/store";
import { createTestDatabase, openTestStore, writable } from "#tests/support/database";
import { openRawDatabase } from "#tests/support/raw-database";
import { organizationRow } from "#tests/support/rows";
import { startServerProcess } from "#tests/support/server-process";

describe("a crash", () => {
	test("loses nothing that was answered", async () => {
		const database = await createTestDatabase("migrated");
		const program = join(import.meta.dir, "../support/write-until-killed.ts");
		const child = Bun.spawn([process.execPath, program, database.url], { stdout: "pipe", stderr: "inherit" });
		let output = "";
		for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
			output += chunk;
			if (output.length > 20_000 && !child.killed) child.kill("SIGKILL");
		}
		const answered = output.split("\n").slice(0, -1);

		const store = await openStore({ url: database.url });
		const kept = new Set((await store.db.select({ id: jobs.id }).from(jobs)).map(({ id }) => id));
		await store.close();
		await database.drop();

		expect(answered.length).toBeGreaterThan(500);
		expect(answered.filter((id) => !kept.has(id))).toEqual([]);
	});
});

describe("closing a store", () => {
	test("waits for the writes under way", async () => {
		const database = await createTestDatabase("migrated");
		const store = writable(await openStore({ url: database.url }));
		const rows = Array.from({ length: 20 }, () => organizationRow());

		const writes = Promise.all(rows.map((row) => store.tx((tx) => tx.insert(organizations).values(row).returning())));
		await store.close();
		const results = await writes;
		const again = await openStore({ url: database.url });
		const count = await again.db.$count(organizations);
		await again.close();
		await database.drop();

		expect(results).toHaveLength(20);
		expect(count).toBe(20);
	});
});

if (dialect === "sqlite") {
	describe("a data file", () => {
		test("can be read by its owner only, log included", async () => {
			const database = await createTestDatabase("empty");
			const path = pathOf(database.url);
			const store = await openStore({ url: database.url });

			const modes = [path, `${path}-wal`, `${path}-shm`].map((file) => statSync(file).mode & 0o777);
			await store.close();
			await database.drop();

			expect(modes).toEqual([0o600, 0o600, 0o600]);
		});

		test.each([
			["removed", (path: string) => unlinkSync(path)],
			["moved away", (path: string) => renameSync(path, `${path}.old`)],
		])("that is %s under the server is reported by health", async (_name, tamper) => {
			const store = await openTestStore();

			const before = await store.health();
			tamper(pathOf(store.url));
			const after = await store.health();
			await store.close();

			expect(before.ok).toBe(true);
			expect(after).toMatchObject({ ok: false, detail: expect.stringContaining("removed or replaced") });
		});

		test("forgets deleted rows for good", async () => {
			const store = await openTestStore();
			const secret = `secret-${Bun.randomUUIDv7()}`;
			const row = organizationRow({ name: secret });
			await store.db.insert(organizations).values(row);

			await store.db.delete(organizations).where(eq(organizations.id, row.id));
			const raw = openRawDatabase(store.url);
			await raw.query("PRAGMA wal_checkpoint(TRUNCATE)");
			await raw.close();
			const path = pathOf(store.url);
			const bytes = await Promise.all([path, `${path}-wal`].map((file) => Bun.file(file).text()));
			await store.close();

			expect(bytes.some((text) => text.includes(secret))).toBe(false);
		});
	});
}

if (dialect === "postgres") {
	describe("servers on one Postgres database", () => {
		test("share it from data folders of their own, but not from one", async () => {
			const database = await createTestDatabase("empty");
			const folder = mkdtempSync(join(tmpdir(), "parley-shared-"));
			const variables = {
				DATABASE_URL: database.url,
				ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
				ADMIN_EMAIL: "root@parley.example",
				ADMIN_PASSWORD: "correct horse battery",
			};
			const first = startServerProcess({ ...variables, DATA_DIR: folder });
			await first.url();

			const sameFolder = startServerProcess({ ...variables, DATA_DIR: folder });
			const refusal = [await sameFolder.exited, await sameFolder.errors];
			const ownFolder = mkdtempSync(join(tmpdir(), "parley-shared-"));
			symlinkSync(join(folder, "blobs"), join(ownFolder, "blobs")); // As a mounted folder.
			const other = startServerProcess({ ...variables, DATA_DIR: ownFolder });
			const ready = await fetch(`${await other.url()}/health/ready`);

			await Promise.all([first.stop(), other.stop()]);
			for (const each of [folder, ownFolder]) rmSync(each, { recursive: true });
			await database.drop();
			expect(refusal).toEqual([1, expect.stringContaining(`the data folder ${folder} is in use by another server`)]);
			expect(ready.status).toBe(200);
		});
	});

	describe("a Postgres store", () => {
		test("answers unavailable while connections break, and recovers by itself", async () => {
			const store = await openTestStore();
			const raw = openRawDatabase(store.url);
			await store.db.$count(organizations);

			await raw.query(
				"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
			);
			const outcomes = [];
			for (let i = 0; i < 20; i++) {
				outcomes.push(
					await store.db.$count(organizations).then(
						() => true,
						(error: unknown) => isUnavailable(error) || error,
					),
				);
			}
			const health = await store.health();
			await raw.close();
			await store.close();

			expect(outcomes).toEqual(outcomes.map(() => true));
			expect(health.ok).toBe(true);
		});

		test("works without prepared statements, as poolers in transaction mode need", async () => {
			const store = await openTestStore({ prepare: false });
			const row = organizationRow({ settings: { a: [1, "x"] } });

			const [created] = await store.tx((tx) => tx.insert(organizations).values(row).returning());
			await store.close();

			expect(created).toMatchObject(row);
		});

		test("tries a transaction again that lost against another", async () => {
			const store = await openTestStore();
			const [left, right] = [organizationRow(), organizationRow()];
			await store.db.insert(organizations).values([left, right]);
			const [both, one] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
			let started = 0;
			const rename = async (first: string, second: string) => {
				await store.tx(async (tx) => {
					// The one that lost would sometimes be faster than the other, and both would wait for each other once more.
					if (started >= 2) await one.promise;
					await tx.update(organizations).set({ name: "1" }).where(eq(organizations.id, first));
					if (++started === 2) both.resolve();
					await both.promise;
					await tx.update(organizations).set({ name: "2" }).where(eq(organizations.id, second));
				});
				one.resolve();
			};

			await Promise.all([rename(left.id, right.id), rename(right.id, left.id)]); // Each locks what the other wants.
			await store.close();

			expect(started).toBe(3);
		});
	});
}
