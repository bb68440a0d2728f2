/** Servers that start at once on an empty database make one administrator, with one password in one file. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { initialPasswordFileOf } from "#src/initial-password";
import { clientAt } from "#tests/support/client";
import { temporaryDirectory } from "#tests/support/command";
import { createTestDatabase } from "#tests/support/database";
import { startServerProcess } from "#tests/support/server-process";
import { canBeTwo } from "#tests/support/two-servers";

// Absent with SQLite: there cannot be two servers.
if (canBeTwo) {
	test.each([1, 2, 3])("of three that start at once, one keeps the password, and all accept it (%i)", async () => {
		const database = await createTestDatabase("empty");
		const folder = temporaryDirectory();
		const shared = { DATABASE_URL: database.url, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64") };
		const folders = ["a", "b", "c"].map((name) => join(folder.path, name));
		const servers = folders.map((dataDir) => startServerProcess({ ...shared, DATA_DIR: dataDir }));

		try {
			const urls = await Promise.all(servers.map((server) => server.url()));
			const files = folders.map(initialPasswordFileOf).filter((file) => existsSync(file));
			expect(files).toHaveLength(1);
			const password = readFileSync(files[0] ?? "", "utf8").trim();
			const signIn = (url: string) => clientAt(url).post("/auth/login", { email: "admin@parley.local", password });
			const answers = await Promise.all(urls.map(signIn));
			expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		} finally {
			await Promise.all(servers.map((server) => server.stop()));
			await database.drop();
			folder.remove();
		}
	});
}
