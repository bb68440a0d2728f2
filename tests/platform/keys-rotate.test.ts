/** The encryption key of an installation on Postgres is replaced, also when that is interrupted. On SQLite: tests/src/keys.test.ts */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { SQL } from "bun";
import { dialect } from "#db/dialect";
import { openVault } from "#kernel/key-ring";
import { keyFileOf, readKeyFile } from "#operations/keys/encryption-key";
import { clientAt } from "#tests/support/client";
import { PARLEY, parley, TEST_ENV, temporaryDirectory } from "#tests/support/command";
import { createTestDatabase, type TestDatabase } from "#tests/support/database";
import { startServerProcess } from "#tests/support/server-process";
import { inProcessDescribe } from "#tests/support/target";

const onPostgres: typeof inProcessDescribe = dialect === "postgres" ? inProcessDescribe : () => undefined;

const ADMIN = { ADMIN_EMAIL: "root@parley.example", ADMIN_PASSWORD: "correct horse battery" };

/** More than a portion, so that it can be interrupted between two. */
const SEALED = 250;
const hashOf = (n: number) => `h${String(n).padStart(4, "0")}`;
const placeOf = (tokenHash: string) => `challenges|passkey_login|${tokenHash}`;

onPostgres("keys rotate on Postgres", () => {
	let directory: ReturnType<typeof temporaryDirectory>;
	let database: TestDatabase;
	let env: Record<string, string>;
	let client: SQL;

	beforeEach(async () => {
		directory = temporaryDirectory();
		database = await createTestDatabase("empty");
		env = { DATABASE_URL: database.url, ...ADMIN };
		const server = serve();
		await server.url();
		await server.stop();
		client = new SQL(database.url, { max: 2 });
		const vault = openVault(await keys());
		for (let n = 0; n < SEALED; n++) {
			const sealed = vault.seal(`text ${n}`, placeOf(hashOf(n)));
			await client`INSERT INTO challenges (token_hash, kind, payload_sealed, attempts, created_at_ms, expires_at_ms)
				VALUES (${hashOf(n)}, 'passkey_login', ${sealed}, 0, 0, 4000000000000)`;
		}
	}, 120_000);
	afterEach(async () => {
		await client.close();
		await database.drop();
		directory.remove();
	});

	const serve = () => startServerProcess({ DATA_DIR: directory.path, ...env });
	const run = (line: string) => parley(line, directory.path, { env });
	async function keys() {
		const found = await readKeyFile(keyFileOf(directory.path));
		if (found === null) throw new Error("the installation has no key");
		return found;
	}

	async function signIn(): Promise<number> {
		const server = serve();
		const { status } = await clientAt(await server.url()).post("/auth/login", {
			email: ADMIN.ADMIN_EMAIL,
			password: ADMIN.ADMIN_PASSWORD,
		});
		await server.stop();
		return status;
	}

	/** Returns how many texts each key has sealed, and that they say what they said. */
	async function countByKey(): Promise<Map<string, number>> {
		const vault = openVault(await keys());
		const rows: { token_hash: string; payload_sealed: string }[] =
			await client`SELECT token_hash, payload_sealed FROM challenges WHERE token_hash LIKE 'h%'`;
		const counts = new Map<string, number>();
		for (const { token_hash: hash, payload_sealed: sealed } of rows) {
			expect(vault.open(sealed, placeOf(hash))).toBe(`text ${Number(hash.slice(1))}`);
			const key = sealed.split(".")[1] ?? "";
			counts.set(key, (counts.get(key) ?? 0) + 1);
		}
		return counts;
	}

	/** Starts a rotation that waits for a row of the last portion, and kills it there. */
	async function killInTheMiddle(): Promise<void> {
		const [reached, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const locked = client.begin(async (tx) => {
			await tx`SELECT 1 FROM challenges WHERE token_hash = ${hashOf(SEALED - 1)} FOR UPDATE`;
			reached.resolve();
			await done.promise;
		});
		await reached.promise;
		const child = Bun.spawn([...PARLEY, "keys", "rotate"], {
			env: { ...TEST_ENV, ...env, DATA_DIR: directory.path },
			cwd: directory.path,
			stdout: "ignore",
			stderr: "ignore",
		});
		while (child.exitCode === null && ![...(await countByKey()).values()].includes(200)) await Bun.sleep(20);
		child.kill("SIGKILL");
		await child.exited;
		done.resolve();
		await locked;
	}

	test("goes on after it was killed in the middle, and the server starts in between", async () => {
		const [old] = await keys();
		await killInTheMiddle();
		const [between, both, statusBetween] = [await countByKey(), await keys(), await signIn()];

		const finished = await run("keys rotate --json");

		const after = await countByKey();
		const listed = await run("admin list");
		const { oldKey, sealedAnew } = JSON.parse(finished.stdout);
		expect(new Set(between.values())).toEqual(new Set([50, 200]));
		expect([both.length, statusBetween, finished.exitCode, listed.exitCode]).toEqual([2, 200, 0, 0]);
		expect([...after.values()]).toEqual([SEALED]);
		expect(await keys()).toEqual([both[0]]);
		expect(await readKeyFile(oldKey)).toEqual([old]);
		expect(sealedAnew.map(({ count }: { count: number }) => count)).toContain(50);
	}, 120_000);
});
