import { expect, test } from "bun:test";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const DAY_MS = 24 * 60 * 60 * 1_000;

const start = ({ orgId, token }: SignedIn, body: object = {}) =>
	api.request("POST", `/orgs/${orgId}/trial`, { token, body });

/** Returns the trial as its owner sees it, who signs in again. */
async function trialOf({ orgId, email }: SignedIn) {
	const { body } = await api.request("POST", "/auth/login", { body: { email, password: PASSWORD, orgId } });
	return (await api.request("GET", `/orgs/${orgId}/trial`, { token: body.access_token })).body.data;
}

async function pass(days: number): Promise<void> {
	for (let day = 0; day < days; day++) {
		api.advanceMs(DAY_MS);
		await api.parley.services.jobs.runDue();
	}
}

test("A trial gives a plan to an organization, once", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	const before = await trialOf(owner);

	const started = await start(owner);
	const again = await start(owner);

	expect(before).toMatchObject({ status: "none", startedAt: null, plan: "free" });
	expect([started.status, started.body.data]).toEqual([
		201,
		expect.objectContaining({ status: "active", daysLeft: 14, plan: "team", onExpiry: "free" }),
	]);
	expect(started.body.data.limits).toContainEqual({
		key: "seats",
		limit: 100,
		used: 1,
		remaining: 99,
		unit: "seat",
		percent: 1,
	});
	expect([again.status, again.body.error.code]).toEqual([409, "state_conflict"]);
});

test("Two requests at once start one trial", async () => {
	const owner = await api.createOrganization({ orgType: "business" });

	const statuses = (await Promise.all([start(owner), start(owner)])).map(({ status }) => status);

	expect(statuses.toSorted()).toEqual([201, 409]);
});

test("A plan without a trial cannot be tried, nor one beside a plan that is paid for", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	const free = await start(owner, { planCode: "free" });
	const { orgId, token } = owner;
	await api.request("POST", `/orgs/${orgId}/billing/plan`, { token, body: { planCode: "team" } });

	const beside = await start(owner);

	expect([free.status, free.body.error.errors[0].path]).toEqual([422, "/planCode"]);
	expect(beside.status).toBe(409);
});

inProcessDescribe("a trial", () => {
	test("is announced to end 7, 3 and 1 days before it does, and ends with the plan that is free of charge", async () => {
		const owner = await api.createOrganization({ orgType: "education" });
		await start(owner);
		await pass(28);
		const expiring = await trialOf(owner);
		await pass(3);
		const expired = await trialOf(owner);

		const token = await api.signInSystem();
		const { body } = await api.request("GET", `/orgs/${owner.orgId}/events?types=billing.*&limit=100`, { token });
		const told = body.data.map(({ type, data }: { type: string; data: { object?: { daysLeft?: number } } }) => [
			type,
			data.object?.daysLeft,
		]);
		expect(expiring).toMatchObject({ status: "expiring", daysLeft: 2, plan: "education" });
		expect(expired).toMatchObject({ status: "expired", daysLeft: null, plan: "free" });
		expect(told).toEqual([
			["billing.trial_started", undefined],
			["billing.trial_expiring", 7],
			["billing.trial_expiring", 3],
			["billing.trial_expiring", 1],
			["billing.trial_expired", undefined],
		]);
	});

	test("of an organization that is suspended ends like any other; of one to be deleted, nothing happens any more", async () => {
		const [closed, leaving] = [await api.createOrganization(), await api.createOrganization()];
		for (const owner of [closed, leaving]) await start(owner, { planCode: "team" });
		const token = await api.signInSystem();
		const suspended = await api.request("POST", `/orgs/${closed.orgId}/suspend`, { token, body: {} });
		const deleted = await api.request("DELETE", `/orgs/${leaving.orgId}`, { token, body: {} });
		await pass(16);

		const system = await api.signInSystem();
		const statusOf = async ({ orgId }: SignedIn) =>
			(await api.request("GET", `/orgs/${orgId}/trial`, { token: system })).body.data?.status;
		expect([suspended.status, deleted.status < 300]).toEqual([200, true]);
		expect([await statusOf(closed), await statusOf(leaving)]).toEqual(["expired", "expiring"]);
	});
});
