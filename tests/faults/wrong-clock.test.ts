/** A server whose clock is set while it runs, and while it is started. */

import { Database } from "bun:sqlite";
import { afterAll, expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "#kernel/clock";
import { clientAt } from "#tests/support/client";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process";
import { createWrongClock } from "#tests/support/wrong-clock";
import { preloadingTest as test } from "../support/preloaded-library.ts";

const ADMIN = { email: "root@parley.example", password: "correct horse battery" };
const AHEAD_MS = 40 * DAY_MS;
const LIMIT_MS = 180_000;

const clock = createWrongClock();
const folder = mkdtempSync(join(tmpdir(), "parley-clock-data-"));
let server: ServerProcess | undefined;
afterAll(async () => {
	server?.kill("SIGKILL");
	await server?.exited;
	clock.close();
	rmSync(folder, { recursive: true, force: true });
});

const start = () =>
	startServerProcess({
		DATA_DIR: folder,
		ADMIN_EMAIL: ADMIN.email,
		ADMIN_PASSWORD: ADMIN.password,
		...clock.env,
	});

const as = async (token?: string) => clientAt((await server?.url()) ?? "", token);
const signIn = async (email: string, password: string) => (await as()).post("/auth/login", { email, password });
const admin = async () => as((await signIn(ADMIN.email, ADMIN.password)).body.access_token);
const stateOf = async (orgId: string) => {
	const { body } = await (await admin()).get(`/orgs/${orgId}?fields=state`);
	return body.data?.state ?? body.error.code;
};

/** Waits until the number of jobs that are scheduled by the clock of another day is as wanted. */
async function untilJobsAhead(isWanted: (jobs: number) => boolean): Promise<void> {
	const db = new Database(join(folder, "parley.db"), { readonly: true });
	const count = db.prepare<{ jobs: number }, [number]>(
		"SELECT count(*) AS jobs FROM jobs WHERE state = 'ready' AND scheduled_at_ms > ?",
	);
	while (!isWanted(count.get(Date.now() + DAY_MS)?.jobs ?? 0)) await Bun.sleep(100);
	db.close();
}

test(
	"a clock that is 40 days ahead for seconds, or at the start, purges nothing, locks nobody out and stops no work",
	async () => {
		server = start();
		const by = await admin();
		const created = await by.post("/orgs", { name: "School", orgType: "education", ownerEmail: "o@s.example" });
		const { id } = created.body.data;
		const deleted = await by.delete(`/orgs/${id}`);

		clock.setAheadMs(AHEAD_MS);
		await untilJobsAhead((jobs) => jobs > 0);
		for (let n = 0; n < 5; n++) await signIn("somebody@school.example", "wrong");
		const locked = await signIn("somebody@school.example", "wrong");
		const during = await stateOf(id);
		await server.stop();
		server = start();
		const afterRestart = await stateOf(id);
		await Bun.sleep(3_000);
		clock.setAheadMs(0);
		await untilJobsAhead((jobs) => jobs === 0);

		expect([created.status, deleted.status, locked.status]).toEqual([201, 202, 429]);
		expect(Number(locked.headers.get("retry-after"))).toBeLessThanOrEqual(60);
		expect([during, afterRestart, await stateOf(id)]).toEqual(Array(3).fill("pending_deletion"));
		expect(await server.stop()).toBe(0);
	},
	LIMIT_MS,
);

test(
	"whoever has to wait for their next sign-in waits as long when the clock is set back",
	async () => {
		server = start();
		clock.setAheadMs(DAY_MS);
		for (let n = 0; n < 5; n++) await signIn("someone@school.example", "wrong");
		clock.setAheadMs(0);

		const waits = await signIn("someone@school.example", "wrong");

		expect([waits.status, Number(waits.headers.get("retry-after")) <= 60]).toEqual([429, true]);
		expect(await server.stop()).toBe(0);
	},
	LIMIT_MS,
);
