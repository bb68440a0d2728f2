/** Commands run as another user than the server: what root writes stays open to the server, and others are told. */
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readVariable } from "#kernel/env";
import { PARLEY, parley, run, TEST_ENV, temporaryDirectory } from "#tests/support/command";

/** The server's user: not root, who may everything. */
const USER = 65_534;
/** Only root can be another user; whoever else runs the tests has nothing here to test. */
const IS_ROOT = process.geteuid?.() === 0;

const directory = temporaryDirectory();
afterAll(() => directory.remove());
if (IS_ROOT) chmodSync(directory.path, 0o755);

/** The program where the server's user can read it: the project may be in root's home. Sources cannot be moved. */
function readableProgram(): readonly string[] {
	const [binary, ...sources] = PARLEY;
	if (!IS_ROOT || binary === undefined || sources.length > 0) return PARLEY;
	const path = join(directory.path, "parley");
	copyFileSync(binary, path);
	chmodSync(path, 0o755);
	return [path];
}
const AS_USER = ["setpriv", `--reuid=${USER}`, `--regid=${USER}`, "--clear-groups", ...readableProgram()];

/** Declares tests that root alone can run. */
const describeForRoot: typeof describe | (() => void) = IS_ROOT ? describe : () => {};

/** Makes a folder for the server's user. */
function folder(name: string, mode: number, uid: number): string {
	const path = join(directory.path, name);
	mkdirSync(path);
	chownSync(path, uid, uid);
	chmodSync(path, mode);
	return path;
}

/** Runs a command as the server's user. */
const asServer = (line: string, dataDir: string) =>
	run(AS_USER, line.split(" ").filter(Boolean), {
		env: { ...TEST_ENV, PATH: readVariable("PATH") ?? "", DATA_DIR: dataDir },
	});

/** Files and folders in a folder that belong to somebody else than the server's user. */
const foreignIn = (path: string): string[] =>
	readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(path, name)).uid !== USER);

describeForRoot("a command that root runs for the server of another user", () => {
	test("leaves it every file: it goes on with the key, the database and the objects", async () => {
		const dataDir = folder("served", 0o700, USER);

		const outcomes = [
			await parley("seed --init", dataDir, { env: { STT_PROVIDER: "none" } }),
			await parley("keys rotate", dataDir),
			await parley(`backup --to ${join(directory.path, "backups")}`, dataDir, {
				env: { BACKUP_PASSPHRASE: "correct horse battery" },
			}),
		];
		const restored = folder("restored", 0o700, USER);
		const env = { BACKUP_PASSPHRASE: "correct horse battery" };
		outcomes.push(await parley(`restore --from ${join(directory.path, "backups")}`, restored, { env }));
		const listed = await asServer("admin list", dataDir);

		expect(outcomes.map(({ exitCode, stderr }) => [exitCode, exitCode === 0 ? "" : stderr])).toEqual([
			[0, ""],
			[0, ""],
			[0, ""],
			[0, ""],
		]);
		expect([foreignIn(dataDir), foreignIn(restored)]).toEqual([[], []]);
		expect([listed.exitCode, listed.stderr]).toEqual([0, ""]);
	});
});

describeForRoot("a command of a user who may not use the files", () => {
	test("is told so, rather than that there is no installation", async () => {
		const dataDir = folder("closed", 0o700, 0);
		await parley("admin create --init --email root@parley.example", dataDir);

		const inside = await asServer("admin list", dataDir);
		chmodSync(dataDir, 0o755);
		const database = await asServer("admin list", dataDir);
		const served = await asServer("serve", dataDir);
		for (const name of readdirSync(dataDir)) if (name !== "encryption.key") chownSync(join(dataDir, name), USER, USER);
		chownSync(dataDir, USER, USER);
		const key = await asServer("serve", dataDir);

		const outcomes = [inside, database, served, key];
		expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([78, 78, 78, 78]);
		expect(inside.stderr).toMatch(/^parley: .+parley\.db may not be read by user 65534, .+sudo -u.+\n$/);
		expect(database.stderr).toMatch(/^parley: .+parley\.db may not be read and written .+belongs to root.+\n$/);
		expect(served.stderr).toMatch(/^parley: DATA_DIR: .+server\.lock may not be .+folder belongs to root.+\n$/);
		expect(key.stderr).toMatch(/^parley: .+encryption\.key may not be read .+belongs to root.+\n$/);
	});
});
