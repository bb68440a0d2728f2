/** Seats that are paid for: what they limit, and who pays for how many. */
import { expect, test } from "bun:test";
import { entitledOf, verdictOf } from "#tests/support/entitled";
import { type Harness, PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const hard = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const soft = await useHarness({ env: { BILLING_ENFORCEMENT: "soft" } });
const { entitle } = entitledOf(hard);
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Sends a request as an owner, who signs in again each time: tokens do not last for days. */
async function send(owner: SignedIn, method: string, of: string, body?: object, api: Harness = hard) {
	const credentials = { email: owner.email, password: PASSWORD, orgId: owner.orgId };
	const token = (await api.request("POST", "/auth/login", { body: credentials })).body.access_token;
	return api.request(method, `/orgs/${owner.orgId}${of}`, { token, ...(body && { body }) });
}

let addresses = 0;
const invite = (owner: SignedIn, api = hard) =>
	send(owner, "POST", "/members", { email: `seat${++addresses}@school.example`, role: "member" }, api);

async function addMembers(owner: SignedIn, count: number, api = hard): Promise<void> {
	for (let n = 0; n < count; n++) await api.addMember(owner, "member");
}

const choose = (owner: SignedIn, body: object, api = hard) => send(owner, "POST", "/billing/plan", body, api);
const subscriptionOf = async (owner: SignedIn) => (await send(owner, "GET", "/billing")).body.data.subscription;

async function seatsOf(owner: SignedIn) {
	const { entitlements } = (await send(owner, "GET", "/billing")).body.data;
	return entitlements.find(({ key }: { key: string }) => key === "seats");
}

/** Returns the amounts of the lines of the newest invoice. */
async function charged(owner: SignedIn): Promise<number[]> {
	const [newest] = (await send(owner, "GET", "/billing/invoices")).body.data;
	return newest.lines.map(({ amountMinor }: { amountMinor: number }) => amountMinor);
}

test("Seats that were bought are as many as there can be members; one more is bought first", async () => {
	const owner = await hard.createOrganization();
	await choose(owner, { planCode: "team", seats: 7 });
	await addMembers(owner, 6);

	const refused = await invite(owner);
	const shown = await seatsOf(owner);
	const bought = await choose(owner, { planCode: "team", seats: 8 });

	expect(verdictOf(refused)).toEqual([402, "quota_exceeded", "seats", "team"]);
	expect(refused.body.error.meta).toMatchObject({ limit: 7, used: 7, resetsAt: null });
	expect(refused.text).toContain("its subscription can have more seats");
	expect(shown).toMatchObject({ value: 7, planValue: 100, used: 7, remaining: 0 });
	expect(bought.body.data.subscription.seats).toBe(8);
	expect(verdictOf(await invite(owner))).toBe("allowed");
});

test("Nobody keeps more members than they pay for by buying fewer seats", async () => {
	const owner = await hard.createOrganization();
	await choose(owner, { planCode: "team", seats: 8 });
	await addMembers(owner, 6);

	for (const effective of ["immediately", "period_end"]) {
		const { status, body } = await choose(owner, { planCode: "team", seats: 6, effective });
		expect([status, body.error.code]).toEqual([409, "downgrade_blocked"]);
		expect(body.error.meta.violations).toEqual([{ key: "seats", limit: 6, used: 7 }]);
	}
});

test("Where all seats of a plan are bought, another plan has more", async () => {
	const owner = await hard.createOrganization();
	const token = await hard.signInSystem();
	const path = "/configurations/plans/team";
	const { limits } = (await hard.request("GET", "/configurations/plans", { token })).body.data.plans.find(
		({ code }: { code: string }) => code === "team",
	);
	await choose(owner, { planCode: "team", seats: 5 });
	await hard.request("PATCH", path, { token, body: { limits: { ...limits, seats: 5 } } });
	await addMembers(owner, 4);

	const refused = await invite(owner);
	await hard.request("PATCH", path, { token, body: { limits: null } });

	expect(verdictOf(refused)).toEqual([402, "quota_exceeded", "seats", "education"]);
});

test("Seats that were granted beside the plan are not paid for, whatever plan is chosen", async () => {
	const owner = await hard.createOrganization();
	await entitle(owner.orgId, { seats: 9 });
	await addMembers(owner, 7);

	const { body } = await choose(owner, { planCode: "team" });

	expect(body.data.subscription.seats).toBe(5);
	expect(await charged(owner)).toEqual([4_900]);
	expect(await seatsOf(owner)).toMatchObject({ value: 9, overrideValue: 9, used: 8 });
	expect(verdictOf(await invite(owner))).toBe("allowed");
});

test("A plan whose seats are free of charge has those that it includes", async () => {
	const owner = await hard.createOrganization();
	await choose(owner, { planCode: "team", seats: 6 });
	await choose(owner, { planCode: "free", effective: "immediately" });

	expect(await seatsOf(owner)).toMatchObject({ value: 5, planValue: 5 });
});

test("Where limits are only announced, there can be more members than seats are paid for", async () => {
	const owner = await soft.createOrganization();
	await choose(owner, { planCode: "team", seats: 5 }, soft);
	await addMembers(owner, 5, soft);

	expect(verdictOf(await invite(owner, soft))).toBe("allowed");
});

inProcessDescribe("who pays for how many", () => {
	async function days(count: number): Promise<void> {
		for (let n = 0; n < count; n++) {
			hard.advanceMs(DAY_MS);
			await hard.parley.services.jobs.runDue();
		}
	}

	test("fewer seats that were asked for are no fewer than there are members when the next period begins", async () => {
		const owner = await hard.createOrganization();
		await choose(owner, { planCode: "team", seats: 9 });
		await choose(owner, { planCode: "team", seats: 6 });
		await addMembers(owner, 7);

		const { upcomingInvoice } = (await send(owner, "GET", "/billing")).body.data;
		const [open] = (await send(owner, "GET", "/billing/invoices")).body.data;
		const paid = { token: await hard.signInSystem(), body: {} };
		await hard.request("POST", `/orgs/${owner.orgId}/billing/invoices/${open.id}/pay`, paid);
		await days(32);

		expect(upcomingInvoice.subtotalMinor).toBe(4_900 + 3 * 900);
		expect(await subscriptionOf(owner)).toMatchObject({ seats: 8, pendingChange: null });
		expect(await charged(owner)).toEqual([4_900, 2_700]);
		expect(verdictOf(await invite(owner))).toEqual([402, "quota_exceeded", "seats", "team"]);
	});

	test("a trial has all seats of its plan; whoever goes on pays for those who are members then", async () => {
		const owner = await hard.createOrganization({ orgType: "business" });
		await send(owner, "POST", "/trial", {});
		await addMembers(owner, 7);
		const trying = await seatsOf(owner);

		const { body } = await choose(owner, { planCode: "team" });

		expect(trying).toMatchObject({ value: 100, used: 8 });
		expect(body.data.subscription).toMatchObject({ status: "active", seats: 8 });
		expect(await charged(owner)).toEqual([4_900, 2_700]);
		expect(verdictOf(await invite(owner))).toEqual([402, "quota_exceeded", "seats", "team"]);
	});

	test("those who joined in a trial stay when it ends without a subscription, and nobody joins them", async () => {
		const owner = await hard.createOrganization({ orgType: "business" });
		await send(owner, "POST", "/trial", {});
		await addMembers(owner, 7);
		await days(15);

		expect(await seatsOf(owner)).toMatchObject({ value: 5, used: 8, remaining: 0 });
		expect(verdictOf(await invite(owner))).toEqual([402, "quota_exceeded", "seats", "team"]);
		expect((await send(owner, "GET", "/members")).body.data).toHaveLength(8);
	});
});
