/** What a clock that is wrong must not do: destroy what is not due, lock people out, or leave work for the day it showed. */

import { beforeEach, describe, expect } from "bun:test";
import { eq } from "drizzle-orm";
import { idempotencyKeys, jobs, sessions, uploads as uploadRows } from "#db/schema";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { HOURLY_CLEANUP } from "#platform/jobs";
import { ADMIN, PASSWORD, type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf, createFactorClient, setUpTotp } from "#tests/support/second-factor";
import { inProcessTest } from "#tests/support/target";
import { uploading } from "#tests/support/uploading";

const api = await useHarness({ env: { RATE_LIMITS: "on" } });
const { challenge, verify } = createFactorClient(() => ({ api, owner }));

let owner: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization();
});

const JUMP_MS = 100 * DAY_MS;
const services = () => api.parley.services;
const tasks = () => services().contributions.flatMap(({ periodicTasks }) => periodicTasks ?? []);

/** Does what the program does by itself: periodic tasks, cleanups, everything that is due. */
async function work(): Promise<void> {
	for (const task of tasks()) await task.work();
	await services().jobs.enqueue(api.store.db, { queue: HOURLY_CLEANUP, orgId: null, uniqueKey: "next-round" });
	await api.store.db.update(jobs).set({ runAtMs: api.nowMs() }).where(eq(jobs.queue, HOURLY_CLEANUP));
	await services().jobs.runDue();
}

/** Lets the program run for so long. */
async function runMs(ms: number): Promise<void> {
	for (let leftMs = ms; leftMs > 0; leftMs -= 5 * MINUTE_MS) {
		api.advanceMs(Math.min(leftMs, 5 * MINUTE_MS));
		await work();
	}
}

/** Runs with a clock that is ahead for so long, then sets it right. */
async function jumpMs(ms: number): Promise<void> {
	api.setClockAheadMs(JUMP_MS);
	await work();
	await runMs(ms);
	api.setClockAheadMs(-JUMP_MS);
}

async function signIn(email: string, password = PASSWORD, peer = "198.51.100.1"): Promise<TestResponse> {
	return api.post("/auth/login", { email, password }, { peer });
}
const tokenOf = async (email: string, password = PASSWORD) => (await signIn(email, password)).body.access_token;
const stateOf = async (orgId: string) => {
	const token = await tokenOf(ADMIN.email, ADMIN.password);
	const { body } = await api.request("GET", `/orgs/${orgId}?fields=state`, { token });
	return body.data?.state ?? body.error.code;
};

describe.each([4_000, 10 * MINUTE_MS])("a clock that is 100 days ahead for %d ms", (ms) => {
	inProcessTest("purges no organization before its 30 days, and the purge comes after them", async () => {
		const deleted = await owner.delete(`/orgs/${owner.orgId}`);
		await jumpMs(ms);
		await work();
		const after = await stateOf(owner.orgId);
		api.advanceMs(29 * DAY_MS);
		await work();
		const early = await stateOf(owner.orgId);

		api.advanceMs(DAY_MS);
		await work();

		expect(deleted.status).toBe(202);
		expect([after, early]).toEqual(["pending_deletion", "pending_deletion"]);
		expect(await stateOf(owner.orgId)).toBe("purged");
	});

	inProcessTest("lifts no suspension before its time", async () => {
		const token = await tokenOf(ADMIN.email, ADMIN.password);
		const expiresAt = new Date(api.nowMs() + DAY_MS).toISOString();
		const body = { reasonCode: "security", expiresAt };
		const suspended = await api.request("POST", `/orgs/${owner.orgId}/suspend`, { token, body });

		await jumpMs(ms);
		await work();

		expect(suspended.status).toBe(200);
		expect(await stateOf(owner.orgId)).toBe("suspended");
		api.advanceMs(DAY_MS + MINUTE_MS);
		await work();
		expect(await stateOf(owner.orgId)).toBe("active");
	});

	inProcessTest("ends no meeting and no upload", async () => {
		const workspace = await meetings.createWorkspace(owner);
		const meeting = await meetings.made(owner, workspace.id);
		await meetings.move(owner, meeting.id, "start");
		const announced = await uploading(api, owner).announce(20_000);

		await jumpMs(ms);
		await work();

		const token = await tokenOf(owner.email);
		const { state } = (await meetings.get(api.as(token), meeting.id)).body.data;
		const [upload] = await api.store.acrossTenants.db
			.select()
			.from(uploadRows)
			.where(eq(uploadRows.id, announced.body.data.uploadId));
		expect([state, upload?.state]).toEqual(["live", "open"]);
	});

	inProcessTest("forgets no session and no outcome of an idempotent request", async () => {
		const path = `/orgs/${owner.orgId}/workspaces`;
		const request = { token: owner.token, body: { name: "Once" }, headers: { "idempotency-key": crypto.randomUUID() } };
		const first = await api.request("POST", path, request);
		const before = await api.store.db.$count(sessions, eq(sessions.userId, owner.userId));

		await jumpMs(ms);

		const again = await api.request("POST", path, { ...request, token: await tokenOf(owner.email) });
		expect(first.status).toBe(201);
		expect(again.body.data.id).toBe(first.body.data.id);
		expect(await api.store.db.$count(idempotencyKeys, eq(idempotencyKeys.orgId, owner.orgId))).toBe(1);
		expect(await api.store.db.$count(sessions, eq(sessions.userId, owner.userId))).toBe(before + 1);
	});
});

describe("a clock that was ahead for a while and is right again", () => {
	inProcessTest("leaves no work for the day that it showed", async () => {
		const queue = `later-${crypto.randomUUID()}`;
		let ran = 0;
		services().jobs.handle(queue, async () => void ran++);
		api.setClockAheadMs(JUMP_MS);
		await services().jobs.enqueue(api.store.db, { queue, orgId: null, runAtMs: api.nowMs() + HOUR_MS });
		api.setClockAheadMs(-JUMP_MS);

		await work();
		await work();
		const early = ran;
		api.advanceMs(HOUR_MS);
		await work();

		expect([early, ran]).toEqual([0, 1]);
	});

	inProcessTest("makes nobody wait longer for a sign-in than if it had been right", async () => {
		const { email } = await api.addMember(owner, "member");
		api.setClockAheadMs(DAY_MS);
		for (let n = 0; n < 5; n++) await signIn(email, "wrong", `198.51.${100 + n}.1`);
		const waits = await signIn(email);
		api.setClockAheadMs(-DAY_MS);
		const still = await signIn(email);

		api.advanceMs(MINUTE_MS);
		const right = await signIn(email);

		expect([waits, still, right].map(({ status }) => status)).toEqual([429, 429, 200]);
		expect(still.headers.get("retry-after")).toBe("60");
	});

	inProcessTest("takes the codes of whoever signed in with one while it was ahead", async () => {
		const { secret } = await setUpTotp(api, owner);
		api.setClockAheadMs(JUMP_MS);
		const ahead = await verify(await challenge(), codeOf(api, secret));
		api.setClockAheadMs(-JUMP_MS);
		api.advanceMs(MINUTE_MS);
		const code = codeOf(api, secret);

		const right = await verify(await challenge(), code);
		const repeated = await verify(await challenge(), code);

		expect([ahead, right, repeated].map(({ status }) => status)).toEqual([200, 200, 401]);
	});

	inProcessTest("does not make the sign-ins of that time fresh until it comes", async () => {
		api.setClockAheadMs(JUMP_MS);
		const { body } = await signIn(owner.email);
		api.setClockAheadMs(-JUMP_MS);
		const refreshed = await api.post("/auth/refresh", { refresh_token: body.refresh_token });
		const token = refreshed.body.access_token;

		const begun = await api.request("POST", "/auth/mfa/totp", { token, body: {} });

		expect(refreshed.status).toBe(200);
		expect([begun.status, begun.body.error.meta]).toEqual([403, { reason: "stale_sign_in", maxAgeSeconds: 600 }]);
	});
});

describe("a clock that was behind for a while", () => {
	inProcessTest("does not make due what is not, once it is right again", async () => {
		const workspace = await meetings.createWorkspace(owner);
		const meeting = await meetings.made(owner, workspace.id);
		await meetings.move(owner, meeting.id, "start");
		const other = await api.createOrganization();
		await other.delete(`/orgs/${other.orgId}`);

		api.setClockAheadMs(-JUMP_MS);
		await runMs(10 * MINUTE_MS);
		api.setClockAheadMs(JUMP_MS);
		await runMs(3 * HOUR_MS);

		const token = await tokenOf(owner.email);
		const { state } = (await meetings.get(api.as(token), meeting.id)).body.data;
		expect([state, await stateOf(other.orgId)]).toEqual(["live", "pending_deletion"]);
	});
});

describe("a machine that slept for 100 days", () => {
	inProcessTest("purges what is due, once it has run for a while", async () => {
		await owner.delete(`/orgs/${owner.orgId}`);
		await runMs(HOUR_MS);

		api.setClockAheadMs(JUMP_MS);
		await runMs(50 * MINUTE_MS);
		const early = await stateOf(owner.orgId);
		await runMs(80 * MINUTE_MS);

		expect(early).toBe("pending_deletion");
		expect(await stateOf(owner.orgId)).toBe("purged");
		expect(await api.store.db.$count(jobs, eq(jobs.state, "dead"))).toBe(0);
	});
});
