/** Commands in the wrong folder, and the key that an installation needs. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientAt } from "#tests/support/client";
import { parley, temporaryDirectory } from "#tests/support/command";
import { startServerProcess } from "#tests/support/server-process";

const directory = temporaryDirectory();
afterAll(() => directory.remove());

let made = 0;
/** A data directory nobody has used. */
const freshDataDir = () => join(directory.path, `data-${++made}`);

const ADMIN = "admin create --email root@parley.example";

async function install(dataDir: string): Promise<void> {
	await parley(`${ADMIN} --init`, dataDir);
}

describe("a command where there is no installation", () => {
	const lines = [
		ADMIN,
		"admin list",
		"admin remove --email root@parley.example",
		"admin reset-password --email root@parley.example",
		"admin unlink --email root@parley.example --issuer https://id.example --subject 1",
		"token --email root@parley.example",
		"seed",
		"migrate",
	];

	test.each(lines)("%s says so in one line, and makes nothing", async (line) => {
		const dataDir = freshDataDir();

		const outcome = await parley(line, dataDir);

		expect([outcome.exitCode, outcome.stdout]).toEqual([78, ""]);
		expect(outcome.stderr).toMatch(/^parley: there is no installation in .+DATA_DIR.*\.\n$/);
		expect(outcome.stderr).toContain(dataDir);
		expect(existsSync(dataDir)).toBe(false);
	});

	test.each([`${ADMIN} --init`, "seed --init", "migrate --init"])("%s makes one", async (line) => {
		const dataDir = freshDataDir();

		const made = await parley(line, dataDir);
		const again = await parley("admin list --json", dataDir);

		expect([made.exitCode, again.exitCode]).toEqual([0, 0]);
	});

	test("a data folder that cannot be made is named by its variable", async () => {
		const file = join(directory.path, "file");
		writeFileSync(file, "");

		const served = await parley("serve", join(file, "data"));
		const created = await parley(`${ADMIN} --init`, file);

		expect([served.exitCode, created.exitCode]).toEqual([78, 78]);
		expect(served.stderr).toMatch(/^parley: DATA_DIR: the directory .+ cannot be created: .+\n$/);
		expect(created.stderr).toMatch(/^parley: DATA_DIR: .+\n$/);
	});

	test("an address that is none of this machine is named by its variable", async () => {
		const dataDir = freshDataDir();

		const outcomes = [];
		for (const HOST of ["no-such-host.invalid", "192.0.2.1"])
			outcomes.push(await parley("serve", dataDir, { env: { HOST } }));

		for (const { exitCode, stderr } of outcomes)
			expect([exitCode, stderr]).toEqual([1, expect.stringContaining("HOST")]);
	});
});

describe("the encryption key of an installation", () => {
	test("that is missing stops the start, and no other is made", async () => {
		const dataDir = freshDataDir();
		await install(dataDir);
		renameSync(join(dataDir, "encryption.key"), join(directory.path, "kept.key"));

		const served = await parley("serve", dataDir);
		const listed = await parley("admin list", dataDir);
		const found = readdirSync(dataDir);
		renameSync(join(directory.path, "kept.key"), join(dataDir, "encryption.key"));
		const repaired = await parley("admin list", dataDir);

		expect([served.exitCode, listed.exitCode, repaired.exitCode]).toEqual([78, 78, 0]);
		expect(served.stderr).toMatch(/^parley: the encryption key .+encryption\.key is missing.+backup.+\n$/);
		expect(found).not.toContain("encryption.key");
	});

	test("that is another one stops the start", async () => {
		const dataDir = freshDataDir();
		await install(dataDir);

		const outcome = await parley("serve", dataDir, { env: { ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64") } });
		const other = Buffer.alloc(32, 2).toString("base64");
		writeFileSync(join(dataDir, "encryption.key"), other);
		const replaced = await parley("serve", dataDir);

		expect([outcome.exitCode, replaced.exitCode]).toEqual([78, 78]);
		expect(outcome.stderr).toMatch(/^parley: ENCRYPTION_KEY is not the encryption key of .+\n$/);
		expect(replaced.stderr).toMatch(/^parley: .+encryption\.key is not the encryption key of .+\n$/);
		expect(replaced.stderr).not.toContain(other);
	});

	test("is made by the first start after the database was set up by itself", async () => {
		const dataDir = freshDataDir();
		await parley("migrate --init", dataDir);
		const before = existsSync(join(dataDir, "encryption.key"));

		const server = startServerProcess({ DATA_DIR: dataDir });
		await server.url();

		expect(await server.stop()).toBe(0);
		expect([before, existsSync(join(dataDir, "encryption.key"))]).toEqual([false, true]);
	});
});

describe("system administrators", () => {
	const addressesOf = async (dataDir: string): Promise<string[]> =>
		JSON.parse((await parley("admin list --json", dataDir)).stdout).administrators.map(
			({ email }: { readonly email: string }) => email,
		);

	test("are listed and removed, but never the last one", async () => {
		const dataDir = freshDataDir();
		await install(dataDir);
		await parley("admin create --email second@parley.example", dataDir);

		const both = await addressesOf(dataDir);
		const removed = await parley("admin remove --email ROOT@parley.example", dataDir);
		const last = await parley("admin remove --email second@parley.example", dataDir);
		const unknown = await parley("admin remove --email third@parley.example", dataDir);
		const left = await addressesOf(dataDir);
		const again = await parley(ADMIN, dataDir);

		expect(both).toEqual(["root@parley.example", "second@parley.example"]);
		expect([removed.exitCode, last.exitCode, unknown.exitCode]).toEqual([0, 1, 1]);
		expect(last.stderr).toContain("the last system administrator");
		expect(left).toEqual(["second@parley.example"]);
		expect(again.exitCode).toBe(0);
	});

	test("cannot sign in any more once removed, and with the old password once it was reset", async () => {
		const dataDir = freshDataDir();
		await install(dataDir);
		const signIn = (url: string, email: string, password: string | undefined) =>
			clientAt(url).post("/auth/login", { email, password });
		const second = JSON.parse((await parley("admin create --email second@parley.example --json", dataDir)).stdout);
		const server = startServerProcess({ DATA_DIR: dataDir });
		const url = await server.url();
		const session = (await signIn(url, second.email, second.password)).body;
		const profile = () => clientAt(url, session.access_token).get("/auth/profile");

		const before = await profile();
		const reset = JSON.parse(
			(await parley("admin reset-password --email second@parley.example --json", dataDir)).stdout,
		);
		const ended = await profile();
		const [withOld, withNew] = [
			await signIn(url, second.email, second.password),
			await signIn(url, second.email, reset.password),
		];
		await parley("admin remove --email second@parley.example", dataDir);
		const removed = await signIn(url, second.email, reset.password);

		await server.stop();
		expect([before.status, ended.status]).toEqual([200, 401]);
		expect([withOld.status, withNew.status, removed.status]).toEqual([401, 200, 401]);
	});
});
