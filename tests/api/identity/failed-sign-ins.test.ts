import { beforeEach, expect, test } from "bun:test";
import { asc, count } from "drizzle-orm";
import { failedSignIns } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { MINUTELY_CLEANUP } from "#platform/jobs";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";
import { auditOf } from "#tests/support/traces";

const NOBODY = "nobody@school.example";

const api = await useHarness({ env: { RATE_LIMITS: "read=100000/60,write=100000/60,auth-ip=100000/60" } });

const guess = (email: string, headers: Record<string, string> = {}) =>
	api.request("POST", "/auth/login", { body: { email, password: "a wrong password" }, headers, peer: "198.51.100.7" });
async function noted() {
	await api.parley.services.failures.flush();
	return api.store.db.select().from(failedSignIns).orderBy(asc(failedSignIns.id));
}
const lockouts = async () => (await auditOf(api.store, "platform")).filter(({ action }) => action === "auth.lockout");

/** Runs the work that requests have deferred. */
async function runDue(): Promise<void> {
	await api.parley.services.failures.flush();
	await api.parley.services.jobs.runDue();
}

/** Runs the cleanups of every minute. */
async function tidy(): Promise<void> {
	api.advanceMs(60_000);
	await api.parley.services.failures.flush();
	await api.parley.services.jobs.enqueue(api.store.db, {
		queue: MINUTELY_CLEANUP,
		orgId: null,
		uniqueKey: "next-round",
	});
	await api.parley.services.jobs.runDue();
}

inProcessDescribe("a failed sign-in", () => {
	let owner: SignedIn;
	beforeEach(async () => {
		api.advanceMs(DAY_MS); // what an earlier test counted is over
		await api.store.db.delete(failedSignIns);
		owner = await api.createOrganization();
	});

	test("is recorded, with or without an account, but not in the audit trail", async () => {
		const before = (await auditOf(api.store, "platform")).length;
		const requestId = crypto.randomUUID();
		await guess(owner.email, { "x-request-id": requestId, "user-agent": "A Browser" });
		await guess(NOBODY);

		const rows = await noted();

		const [known, unknown] = rows;
		expect(rows).toHaveLength(2);
		expect(known).toMatchObject({ userId: owner.userId, ip: "198.51.100.7", userAgent: "A Browser", requestId });
		expect(known).toMatchObject({ reason: "password", occurredAtMs: api.nowMs() });
		expect(unknown).toMatchObject({ userId: null, reason: "password" });
		expect((await auditOf(api.store, "platform")).length).toBe(before);
	});

	test("is not recorded for the right password, nor for a throttled guess", async () => {
		await api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD } });
		for (let n = 0; n < 9; n++) await guess(owner.email);

		expect(await noted()).toHaveLength(5);
	});

	test("that locks an account is audited once each time; for an unknown account it is not", async () => {
		const before = (await lockouts()).length;
		for (let n = 0; n < 9; n++) await guess(owner.email);
		for (let n = 0; n < 9; n++) await guess(NOBODY);
		await runDue();
		const once = await lockouts();
		api.advanceMs(60_000);
		for (let n = 0; n < 9; n++) await guess(owner.email);
		await runDue();

		const twice = await lockouts();

		expect([once.length - before, twice.length - before]).toEqual([1, 2]);
		const targets = [{ type: "user", id: owner.userId }];
		expect(twice.at(-1)).toMatchObject({ outcome: "denied", category: "security", targets });
		expect(twice.at(-1)?.personal).toMatchObject({ ip: "198.51.100.7" });
	});

	test("is deleted after thirty days", async () => {
		await guess(owner.email);
		api.advanceMs(15 * DAY_MS);
		await guess(NOBODY);
		await tidy();
		const young = await noted();
		api.advanceMs(16 * DAY_MS);

		await tidy();

		expect(young).toHaveLength(2);
		expect((await noted()).map(({ userId }) => userId)).toEqual([null]);
	});

	test("is deleted earlier when there are more than 100,000, oldest first", async () => {
		await guess(owner.email);
		const row = { userId: null, ip: null, userAgent: null, reason: "password", occurredAtMs: api.nowMs() };
		for (let n = 0; n < 101; n++)
			await api.store.db
				.insert(failedSignIns)
				.values(Array.from({ length: 1_000 }, () => ({ ...row, id: newId("fsi"), requestId: crypto.randomUUID() })));
		await guess(owner.email);

		await tidy();

		const [{ left } = { left: 0 }] = await api.store.db.select({ left: count() }).from(failedSignIns);
		const [oldest] = await api.store.db.select().from(failedSignIns).orderBy(asc(failedSignIns.id)).limit(1);
		expect(left).toBe(100_000);
		expect(oldest?.userId).toBeNull();
	}, 120_000);
});
