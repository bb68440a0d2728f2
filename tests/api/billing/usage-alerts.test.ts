import { expect, test } from "bun:test";
import type { Meter } from "#db/schema";
import { DAY_MS, HOUR_MS } from "#kernel/clock";
import { entitledOf } from "#tests/support/entitled";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "soft" } });
const { entitle, use } = entitledOf(api);

/** Changes something in an organization, and looks for what is to be told as every instance does every few seconds. */
async function look({ orgId }: SignedIn): Promise<void> {
	const tasks = api.parley.services.contributions.flatMap(({ periodicTasks }) => periodicTasks ?? []);
	const looking = tasks.filter(({ failureMessage }) => failureMessage.startsWith("limits that are used up"));
	expect(looking).toHaveLength(1);
	const renamed = { token: await api.signInSystem(), body: { name: `School ${crypto.randomUUID()}` } };
	expect((await api.request("PUT", `/orgs/${orgId}`, renamed)).status).toBe(200);
	await looking[0]?.work();
}

/** Looks at all organizations, as one instance does every hour. */
async function sweep(): Promise<void> {
	const { jobs } = api.parley.services;
	await jobs.enqueue(api.store.writing("job.repeat").db, {
		queue: "usage.alerts",
		orgId: null,
		uniqueKey: "next-round",
	});
	api.advanceMs(HOUR_MS);
	await jobs.runDue("usage.alerts");
}

/** Returns what an organization was told: meter, threshold, limit and use. */
async function toldTo({ orgId }: SignedIn): Promise<unknown[][]> {
	const token = await api.signInSystem();
	const path = `/orgs/${orgId}/events?types=billing.usage_threshold_reached&limit=100`;
	const { body } = await api.request("GET", path, { token });
	return body.data.map(({ type, data }: { type: string; data: { object: Record<string, unknown> } }) => {
		const { meter, threshold, limit, used } = data.object;
		expect(type).toBe("billing.usage_threshold_reached");
		return [meter, threshold, limit, used];
	});
}

const minutes = (count: number) => count * 60_000;
const meetings: Meter = "meetingMs";

inProcessDescribe("an organization is told", () => {
	test("once of each threshold in a month, of each meter, and again in the next one", async () => {
		const owner = await api.createOrganization({ settings: { timezone: "Pacific/Auckland" } });
		const { orgId } = owner;
		await entitle(orgId, { meeting_minutes: 100, ai_summaries: 10, seats: null });

		await use(orgId, meetings, minutes(79.9));
		await look(owner);
		expect(await toldTo(owner)).toEqual([]);

		await use(orgId, meetings, minutes(0.1));
		await Promise.all([look(owner), sweep()]);
		await use(orgId, meetings, minutes(5));
		await look(owner);
		expect(await toldTo(owner)).toEqual([["meeting_minutes", 80, 100, 80]]);

		await use(orgId, meetings, minutes(30));
		await use(orgId, "summaries", 10);
		await look(owner);
		await use(orgId, meetings, minutes(500));
		await look(owner);
		const told = [
			["meeting_minutes", 80, 100, 80],
			["meeting_minutes", 100, 100, 115],
			["ai_summaries", 100, 10, 10],
		];
		expect(await toldTo(owner)).toEqual(told);

		api.advanceMs(32 * DAY_MS);
		await use(orgId, meetings, minutes(81));
		await look(owner);
		expect(await toldTo(owner)).toEqual([...told, ["meeting_minutes", 80, 100, 81]]);
	}, 120_000);

	test("not again below a limit that was raised, but when most of that is used, too", async () => {
		const owner = await api.createOrganization();
		const { orgId } = owner;
		await entitle(orgId, { ai_summaries: 10, seats: null });
		await use(orgId, "summaries", 10);
		await look(owner);
		await entitle(orgId, { ai_summaries: 100, seats: null });
		await look(owner);
		const told = [["ai_summaries", 100, 10, 10]];
		expect(await toldTo(owner)).toEqual(told);

		await use(orgId, "summaries", 75);
		await look(owner);
		await entitle(orgId, { ai_summaries: 90, seats: null });
		await look(owner);
		await entitle(orgId, { ai_summaries: 100, seats: null });
		await look(owner);
		expect(await toldTo(owner)).toEqual([...told, ["ai_summaries", 80, 100, 85]]);

		await entitle(orgId, { ai_summaries: null, seats: null });
		await use(orgId, "summaries", 1_000);
		await look(owner);
		expect(await toldTo(owner)).toHaveLength(2);
	});

	test("of storage and seats by what is there, and of a limit that a trial has", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { orgId, token } = owner;
		expect((await api.request("POST", `/orgs/${orgId}/trial`, { token, body: {} })).status).toBe(201);
		await look(owner);
		expect(await toldTo(owner)).toEqual([]);
		const { limits } = (await api.request("GET", `/orgs/${orgId}/trial`, { token })).body.data;
		const { limit } = limits.find(({ key }: { key: string }) => key === "recording_storage_bytes");

		await use(orgId, "storedBytes", limit);
		await look(owner);
		await use(orgId, "storedBytes", -limit);
		await look(owner);
		await use(orgId, "storedBytes", limit);
		await look(owner);

		expect(await toldTo(owner)).toEqual([["recording_storage_bytes", 100, limit, limit]]);
	});

	test("though the process that recorded it was gone before it looked", async () => {
		const owner = await api.createOrganization();
		await entitle(owner.orgId, { ai_summaries: 10, seats: null });
		// Straight into the database, as an instance that has ended has left it.
		await use(owner.orgId, "summaries", 8);

		await sweep();
		await sweep();

		expect(await toldTo(owner)).toEqual([["ai_summaries", 80, 10, 8]]);
	});

	test("nothing where it has none, is suspended, or is entitled to nothing at all", async () => {
		const [suspended, none] = [await api.createOrganization(), await api.createOrganization()];
		await entitle(suspended.orgId, { ai_summaries: 1, seats: null });
		await entitle(none.orgId, { ai_summaries: 0, seats: null });
		const body = { reason: "abuse" };
		const token = await api.signInSystem();
		const path = `/orgs/${suspended.orgId}/suspend`;
		expect((await api.request("POST", path, { token, body })).status).toBeLessThan(300);
		for (const owner of [suspended, none]) await use(owner.orgId, "summaries", 5);

		await look(none);
		await sweep();

		expect([await toldTo(suspended), await toldTo(none)]).toEqual([[], []]);
	});
});
