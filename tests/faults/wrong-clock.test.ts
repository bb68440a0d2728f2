/** A server whose clock is set while it runs, and while it is started. */

import { Database } from "bun:sqlite";
import { afterAll, expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "#kernel/clock";
import type { TestResponse } from "#tests/support/harness";
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

type Answer = { readonly status: number; readonly retryAfter: string | null; readonly body: TestResponse["body"] };

async function send(method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
	const response = await fetch((await server?.url()) + path, {
		method,
		headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	const retryAfter = response.headers.get("retry-after");
	return { status: response.status, retryAfter, body: text === "" ? undefined : JSON.parse(text) };
}
const signIn = (email: string, password: string) => send("POST", "/auth/login", { email, password });
const adminToken = async () => (await signIn(ADMIN.email, ADMIN.password)).body.access_token;
const stateOf = async (orgId: string) => {
	const { body } = await send("GET", `/orgs/${orgId}?fields=state`, undefined, await adminToken());
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
		const token = await adminToken();
		const created = await send(
			"POST",
			"/orgs",
			{ name: "School", orgType: "education", ownerEmail: "o@s.example" },
			token,
		);
		const { id } = created.body.data;
		const deleted = await send("DELETE", `/orgs/${id}`, undefined, token);

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
		expect(Number(locked.retryAfter)).toBeLessThanOrEqual(60);
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

		expect([waits.status, Number(waits.retryAfter) <= 60]).toEqual([429, true]);
		expect(await server.stop()).toBe(0);
	},
	LIMIT_MS,
);
