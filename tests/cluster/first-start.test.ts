/** Servers that start at once on an empty Postgres make one administrator, whose password one of them has. */
import { expect, test } from "bun:test";
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { SQL } from "bun";
import { dialect } from "#db/dialect";
import { temporaryDirectory } from "../support/command.ts";
import { createTestDatabase } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { ask } from "../support/school.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { until } from "../support/until.ts";

/** What a server has locked while it makes the first administrator. */
const firstAdministratorKey = hash("sha256", "first administrator", "buffer").readBigInt64BE(0).toString();
const ENV = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"), PUBLIC_URL: "http://localhost:3000" };

// Absent with SQLite: there cannot be two servers.
if (dialect === "postgres") {
	const folder = temporaryDirectory();
	await forThisFile({ close: folder.remove });

	/** Calls `use` with an empty database, and the data directories of two servers. */
	async function onEmpty(name: string, use: (url: string, folders: readonly [string, string]) => Promise<void>) {
		const database = await createTestDatabase("empty");
		try {
			await use(database.url, [join(folder.path, name, "a"), join(folder.path, name, "b")]);
		} finally {
			await database.drop();
		}
	}
	const start = (databaseUrl: string, dataDir: string, more: Readonly<Record<string, string>> = {}): ServerProcess =>
		startServerProcess({ ...ENV, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...more });
	const fileIn = (dataDir: string): string => join(dataDir, "initial-password");
	const signIn = (url: string, password: string, email = "admin@parley.local") =>
		ask(url, "POST", "/auth/login", { body: { email, password } });

	test("two servers have one password in one file, and it works at both, each time", async () => {
		for (let round = 0; round < 5; round++)
			await onEmpty(`round-${round}`, async (databaseUrl, folders) => {
				const servers = folders.map((dataDir) => start(databaseUrl, dataDir));
				const urls = await Promise.all(servers.map((server) => server.url()));

				const files = folders.map(fileIn).filter((path) => existsSync(path));
				const [password = ""] = files.map((path) => readFileSync(path, "utf8").trim());
				const statuses = await Promise.all(urls.map(async (url) => (await signIn(url, password)).status));
				const named = servers.filter((server) => server.output().includes("with the password in the file"));
				await Promise.all(servers.map((server) => server.stop()));

				expect(files).toHaveLength(1);
				expect(statuses).toEqual([200, 200]);
				expect(named).toHaveLength(1);
			});
	}, 120_000);

	test("two servers with an administrator each in their configuration make one of them", async () => {
		await onEmpty("configured", async (databaseUrl, folders) => {
			const password = "correct horse battery";
			const emails = ["a@parley.example", "b@parley.example"] as const;
			const servers = folders.map((dataDir, index) =>
				start(databaseUrl, dataDir, { ADMIN_EMAIL: emails[index] ?? "", ADMIN_PASSWORD: password }),
			);
			const [url = ""] = await Promise.all(servers.map((server) => server.url()));

			const statuses = await Promise.all(emails.map(async (email) => (await signIn(url, password, email)).status));
			await Promise.all(servers.map((server) => server.stop()));

			expect(statuses.toSorted()).toEqual([200, 401]);
		});
	}, 60_000);

	test("a server that cannot listen leaves the administrator to the other, in whatever order they come", async () => {
		const other = createServer();
		await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
		const address = other.address();
		const PORT = String(typeof address === "object" ? address?.port : "");
		for (let round = 0; round < 3; round++)
			await onEmpty(`taken-${round}`, async (databaseUrl, [a, b]) => {
				const failing = start(databaseUrl, a, { PORT });
				const server = start(databaseUrl, b);
				const url = await server.url();

				const exitCode = await failing.exited;
				const { status } = await signIn(url, readFileSync(fileIn(b), "utf8").trim());
				await server.stop();

				expect([exitCode, existsSync(fileIn(a)), status]).toEqual([1, false, 200]);
			});
		other.close();
	}, 60_000);

	test("a server does not trust the administrator of another that may still withdraw it", async () => {
		await onEmpty("withdrawn", async (databaseUrl, [a, b]) => {
			const first = start(databaseUrl, a);
			await first.url();
			await first.stop();
			const database = new SQL(databaseUrl, { max: 1 });
			await database`SELECT pg_advisory_lock(${firstAdministratorKey}::bigint)`;

			const server = start(databaseUrl, b);
			const asks = async (): Promise<boolean> => {
				const rows = await database`
					SELECT 1 FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE '%pg_try_advisory_lock%'`;
				return rows.length > 0;
			};
			await Promise.race([until(asks), server.url()]);
			await database`DELETE FROM users`;
			await database`SELECT pg_advisory_unlock(${firstAdministratorKey}::bigint)`;
			const url = await server.url();
			await database.close();

			const { status } = await signIn(url, readFileSync(fileIn(b), "utf8").trim());
			await server.stop();

			expect(status).toBe(200);
		});
	}, 60_000);
}
