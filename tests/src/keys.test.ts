/** The encryption key is replaced, also when that is interrupted; and an installation goes on without a key that is lost. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { keyFileOf, newKey, readKeyFile, replaceKeyFile } from "#operations/keys/encryption-key";
import { clientAt } from "#tests/support/client";
import { PARLEY, parley, TEST_ENV, temporaryDirectory } from "#tests/support/command";
import { startServerProcess } from "#tests/support/server-process";

const directory = temporaryDirectory();
afterAll(() => directory.remove());

const SEEDED = join(directory.path, "seeded");
let people: { readonly password: string; readonly email: string };
beforeAll(async () => {
	const report = JSON.parse((await parley("seed --init --json", SEEDED)).stdout);
	people = { password: report.password, email: report.organizations[0].people[0].email };
}, 120_000);

let made = 0;
/** A copy of an installation with organizations, meetings and a recording. */
function copyOfSeeded(): string {
	const dataDir = join(directory.path, `copy-${++made}`);
	cpSync(SEEDED, dataDir, { recursive: true });
	return dataDir;
}

/** Returns the ids of the keys with which something is sealed, in the order of the tables. */
function keyIdsIn(dataDir: string): string[][] {
	const database = new Database(join(dataDir, "parley.db"), { readonly: true });
	const columns = ["signing_keys.private_sealed", "blobs.sealed_key", "idempotency_keys.result_sealed"];
	const ids = columns.map((name) => {
		const [table, column] = name.split(".");
		const rows = database.query<{ text: string | null }, []>(`SELECT ${column} AS text FROM ${table}`).all();
		const found = rows.map(({ text }) => /^v1\.([0-9a-f]{8})\./.exec(text ?? "")?.[1] ?? "");
		return [...new Set(found.filter(Boolean))];
	});
	database.close();
	return ids;
}

async function signIn(url: string): Promise<{ readonly status: number; readonly token: string }> {
	const { status, body } = await clientAt(url).post("/auth/login", people);
	return { status, token: body.access_token };
}

const statusOf = async (url: string, token: string): Promise<number> =>
	(await clientAt(url, token).get("/auth/profile")).status;

describe("keys rotate", () => {
	test("seals everything anew with a new key; sessions stay, and the old key is kept for backups", async () => {
		const dataDir = copyOfSeeded();
		const first = startServerProcess({ DATA_DIR: dataDir });
		const { token } = await signIn(await first.url());
		const refused = await parley("keys rotate", dataDir);
		await first.stop();
		const before = await readKeyFile(keyFileOf(dataDir));
		const idsBefore = keyIdsIn(dataDir);

		const rotated = await parley("keys rotate --json", dataDir);

		const after = await readKeyFile(keyFileOf(dataDir));
		const { oldKey, sealedAnew } = JSON.parse(rotated.stdout);
		const second = startServerProcess({ DATA_DIR: dataDir });
		const url = await second.url();
		const statuses = [await statusOf(url, token), (await signIn(url)).status];
		await second.stop();
		expect([refused.exitCode, rotated.exitCode]).toEqual([1, 0]);
		expect(after).toHaveLength(1);
		expect(after).not.toEqual(before);
		expect(await readKeyFile(oldKey)).toEqual(before);
		expect(idsBefore.slice(0, 2).flat()).toHaveLength(2);
		expect(new Set(keyIdsIn(dataDir).flat()).size).toBe(1);
		expect(keyIdsIn(dataDir).flat()).not.toContain(idsBefore[0]?.[0]);
		expect(sealedAnew).toContainEqual({ name: "keys that sign access tokens", count: 2 });
		expect(statuses).toEqual([200, 200]);
	});

	test("works beside a server that has both keys", async () => {
		const dataDir = copyOfSeeded();
		const [old] = (await readKeyFile(keyFileOf(dataDir))) ?? [];
		const keys = [newKey(), old].map((key) => Buffer.from(key ?? []).toString("base64")).join(",");
		const env = { ENCRYPTION_KEY: keys };
		const server = startServerProcess({ DATA_DIR: dataDir, ...env });
		const url = await server.url();
		const { token } = await signIn(url);

		const rotated = await parley("keys rotate", dataDir, { env });
		const statuses = [await statusOf(url, token), (await signIn(url)).status];
		await server.stop();

		expect([rotated.exitCode, rotated.stderr]).toEqual([0, expect.stringContaining("leave only the first one")]);
		expect(statuses).toEqual([200, 200]);
		expect(new Set(keyIdsIn(dataDir).flat()).size).toBe(1);
	}, 60_000);

	test("goes on after kill -9, and the installation starts in between", async () => {
		const dataDir = copyOfSeeded();
		const env = { ...TEST_ENV, DATA_DIR: dataDir };
		const readable: (number | undefined)[] = [];
		for (const afterMs of [400, 800, 1200, 1600]) {
			const child = Bun.spawn([...PARLEY, "keys", "rotate"], { env, cwd: directory.path, stderr: "ignore" });
			await Bun.sleep(afterMs);
			child.kill("SIGKILL");
			await child.exited;
			readable.push((await parley("admin list", dataDir)).exitCode);
		}

		const finished = await parley("keys rotate", dataDir);

		expect([...readable, finished.exitCode]).toEqual([0, 0, 0, 0, 0]);
		expect(await readKeyFile(keyFileOf(dataDir))).toHaveLength(1);
		expect(new Set(keyIdsIn(dataDir).flat()).size).toBe(1);
	});

	test("with several keys configured, opens with each and seals with the first", async () => {
		const dataDir = copyOfSeeded();
		const [old] = (await readKeyFile(keyFileOf(dataDir))) ?? [];
		const fresh = newKey();
		const text = (...keys: (Uint8Array | undefined)[]) =>
			keys.map((key) => Buffer.from(key ?? []).toString("base64")).join(",");
		rmSync(keyFileOf(dataDir));

		const alone = await parley("keys rotate", dataDir, { env: { ENCRYPTION_KEY: text(old) } });
		const rotated = await parley("keys rotate", dataDir, { env: { ENCRYPTION_KEY: text(fresh, old) } });
		const withNew = await parley("admin list", dataDir, { env: { ENCRYPTION_KEY: text(fresh) } });
		const withOld = await parley("admin list", dataDir, { env: { ENCRYPTION_KEY: text(old) } });

		expect([alone.exitCode, alone.stderr]).toEqual([78, expect.stringContaining("<new>,<old>")]);
		expect([rotated.exitCode, withNew.exitCode, withOld.exitCode]).toEqual([0, 0, 78]);
		expect(existsSync(keyFileOf(dataDir))).toBe(false);
	});
});

describe("keys reset", () => {
	test("does nothing while the key is right", async () => {
		const dataDir = copyOfSeeded();

		const outcome = await parley("keys reset --yes", dataDir);

		expect([outcome.exitCode, outcome.stderr]).toEqual([1, expect.stringContaining("nothing to reset")]);
	});

	test("names what is lost with the key, and changes nothing before it is told to", async () => {
		const dataDir = copyOfSeeded();
		rmSync(keyFileOf(dataDir));
		const idsBefore = keyIdsIn(dataDir);

		const told = await parley("keys reset", dataDir);

		expect(told.exitCode).toBe(1);
		expect(told.stdout).toMatch(/^2 stored objects .+ would be lost: .+$/m);
		expect(told.stderr).toContain("--yes");
		expect(keyIdsIn(dataDir)).toEqual(idsBefore);
		expect(readdirSync(dataDir)).not.toContain("encryption.key");
	});

	test.each(["missing", "foreign"])("leaves a working installation when the key is %s", async (key) => {
		const dataDir = copyOfSeeded();
		if (key === "missing") rmSync(keyFileOf(dataDir));
		else await replaceKeyFile(keyFileOf(dataDir), [newKey()]);

		const reset = await parley("keys reset --yes --json", dataDir);
		const again = await parley("keys reset --yes", dataDir);
		const server = startServerProcess({ DATA_DIR: dataDir });
		const url = await server.url();
		const { status, token } = await signIn(url);
		const profile = await statusOf(url, token);
		await server.stop();

		expect([reset.exitCode, again.exitCode]).toEqual([0, 1]);
		expect(JSON.parse(reset.stdout)).toMatchObject({ done: true });
		expect([status, profile]).toEqual([200, 200]);
		expect(new Set(keyIdsIn(dataDir).flat()).size).toBe(1);
	});
});
