/** A server on a disk that fails: what its clients, its operator and its load balancer see. */
import { afterEach, beforeEach, expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STORE_FAILED_EXIT } from "#db/end-process";
import { clientAt } from "#tests/support/client";
import { PARLEY, TEST_ENV } from "#tests/support/command";
import { createFaultyDisk, type FaultyDisk } from "#tests/support/faulty-disk";
import { FIRST_ADMIN } from "#tests/support/installation";
import { type ServerProcess, startProgram } from "#tests/support/server-process";
import { preloadingTest as test } from "../support/preloaded-library.ts";

let disk: FaultyDisk;
let dataDir: string;
const running: ServerProcess[] = [];
beforeEach(() => {
	disk = createFaultyDisk();
	dataDir = mkdtempSync(join(tmpdir(), "parley-disk-"));
});
afterEach(async () => {
	for (const server of running.splice(0)) {
		server.kill("SIGKILL");
		await server.exited;
	}
	disk.close();
	rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<{ server: ServerProcess; url: string }> {
	const admin = { ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password };
	const env = {
		...TEST_ENV,
		...admin,
		DATA_DIR: dataDir,
		RATE_LIMITS: "off",
		SHUTDOWN_DELAY_SECONDS: "0",
		...disk.env,
	};
	const server = startProgram([...PARLEY, "serve"], { env });
	running.push(server);
	return { server, url: await server.url() };
}

/** Signs in, which writes a session. */
const signIn = (url: string) => clientAt(url).post("/auth/login", FIRST_ADMIN);

/** Asks until the server is ready, or not, and returns the names of the checks that failed last. */
async function untilReady(url: string, ready: boolean): Promise<readonly string[]> {
	for (;;) {
		const { status, body } = await clientAt(url).get("/health/ready");
		const checks: readonly { name: string; ok: boolean }[] = (body.data ?? body.error.meta).checks;
		if ((status === 200) === ready) return checks.filter(({ ok }) => !ok).map(({ name }) => name);
		await Bun.sleep(50);
	}
}

test("while the disk is full, writes are refused, reads are answered, and readiness says so until there is room", async () => {
	const { server, url } = await start();
	const { access_token: token } = (await signIn(url)).body;
	const full = disk.fail({ calls: ["write"], path: "*/parley.db-wal", error: "ENOSPC" });

	const refused = await signIn(url);
	const read = await clientAt(url, token).get("/orgs");
	const failing = await untilReady(url, false);
	full.mend();
	const failingAfter = await untilReady(url, true);
	const accepted = await signIn(url);

	expect([refused.status, refused.headers.get("retry-after"), read.status, accepted.status]).toEqual([
		503,
		"2",
		200,
		200,
	]);
	expect([failing, failingAfter]).toEqual([["database"], []]);
	await server.until(/writes fail: database or disk is full/);
	await server.until(/sqlite is unavailable: .*SQLITE_FULL/);
	await server.until(/ready again/);
});

test("readiness notices by itself that writes fail, though nobody writes", async () => {
	const { url } = await start();
	await untilReady(url, true);
	disk.fail({ calls: ["write"], path: "*/parley.db-wal", error: "EROFS" });

	expect(await untilReady(url, false)).toEqual(["database"]);
}, 120_000);

test("after a failed sync the server ends with a line that says why, and the next one serves what was acknowledged", async () => {
	const { server, url } = await start();
	const before = (await signIn(url)).body;
	const broken = disk.fail({ calls: ["sync"], path: "*/parley.db-wal", error: "EIO", times: 1 });

	const refused = await signIn(url);
	const exitCode = await server.exited;
	broken.mend();
	const next = await start();
	const read = await clientAt(next.url, before.access_token).get("/orgs");

	expect([refused.status, refused.headers.get("retry-after"), exitCode]).toEqual([503, "2", STORE_FAILED_EXIT]);
	expect(server.output()).toContain("the database failed permanently, so the process exits and must be restarted");
	expect(server.output()).toContain("the write-ahead log could not be forced to disk");
	expect(read.status).toBe(200);
});
