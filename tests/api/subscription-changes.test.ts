/** What changes of a subscription charge, give back and leave as it was. */
import { expect, test } from "bun:test";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Lets days pass, with everything that is due meanwhile. */
async function days(count: number): Promise<void> {
	for (let n = 0; n < count; n++) {
		api.advanceMs(DAY_MS);
		await api.parley.services.jobs.runDue();
	}
}

/** Sends a request as an owner, who signs in again each time: tokens do not last for days. */
async function send(owner: SignedIn, method: string, of: string, body?: object) {
	const credentials = { email: owner.email, password: PASSWORD, orgId: owner.orgId };
	const token = (await api.request("POST", "/auth/login", { body: credentials })).body.access_token;
	return api.request(method, `/orgs/${owner.orgId}${of}`, { token, ...(body && { body }) });
}
const choose = (owner: SignedIn, body: object) => send(owner, "POST", "/billing/plan", body);
const billingOf = async (owner: SignedIn) => (await send(owner, "GET", "/billing")).body.data;
const invoicesOf = async (owner: SignedIn) => (await send(owner, "GET", "/billing/invoices")).body.data;

/** Sends a request as the operator. */
async function operate(method: string, path: string, body: object) {
	return api.request(method, path, { token: await api.signInSystem(), body });
}
const pay = ({ orgId }: SignedIn, invoiceId: string) =>
	operate("POST", `/orgs/${orgId}/billing/invoices/${invoiceId}/pay`, {});
const changePlan = (code: string, body: object) => operate("PATCH", `/configurations/plans/${code}`, body);

/** Creates an organization whose periods are months of UTC. */
const inUtc = () => api.createOrganization({ orgType: "business", settings: { timezone: "UTC" } });

const price = (baseMinor: number) => ({
	month: { baseMinor, perSeatMinor: 900 },
	year: { baseMinor: 10 * baseMinor, perSeatMinor: 9_000 },
});

test("A plan that ends a trial has the seats that it includes, not those of the trial, which nobody has bought", async () => {
	const owner = await api.createOrganization({ orgType: "education" });
	await send(owner, "POST", "/trial", {});

	const { body } = await choose(owner, { planCode: "team" });

	expect(body.data.subscription).toMatchObject({ planCode: "team", status: "active", seats: 5 });
	expect(await invoicesOf(owner)).toMatchObject([{ subtotalMinor: 4_900 }]);
});

test("Seats that are chosen during a trial are those that are paid for, and limit members", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	await send(owner, "POST", "/trial", {});

	const { body } = await choose(owner, { planCode: "team", seats: 7 });

	const seats = (await billingOf(owner)).entitlements.find(({ key }: { key: string }) => key === "seats");
	expect(body.data.subscription).toMatchObject({ status: "active", seats: 7 });
	expect(seats).toMatchObject({ value: 7, used: 1 });
	expect(await invoicesOf(owner)).toMatchObject([{ subtotalMinor: 4_900 + 2 * 900 }]);
});

test("The plan that is free of charge ends a trial, which has expired then and cannot be had again", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	await send(owner, "POST", "/trial", {});

	const dryRun = await choose(owner, { planCode: "free", dryRun: true });
	const left = await choose(owner, { planCode: "free" });

	const trial = (await send(owner, "GET", "/trial")).body.data;
	const events = (await send(owner, "GET", "/events?types=billing.*")).body.data;
	expect(left.body.data).toEqual(dryRun.body.data);
	expect(left.body.data).toMatchObject({
		subscription: { status: "canceled", planCode: "free" },
		invoicePreview: null,
	});
	expect(trial).toMatchObject({ status: "expired", daysLeft: null, plan: "free" });
	expect((await send(owner, "POST", "/trial", {})).status).toBe(409);
	expect(await invoicesOf(owner)).toEqual([]);
	expect(events.map(({ type }: { type: string }) => type)).toEqual(["billing.trial_started", "billing.trial_expired"]);
});

test("Whoever has nothing to leave stays without a subscription", async () => {
	const owner = await api.createOrganization({ orgType: "business" });

	const { status, body } = await choose(owner, { planCode: "free" });

	expect(status).toBe(200);
	expect(body.data).toMatchObject({ subscription: { id: null, planCode: "free", status: "active" } });
	expect((await send(owner, "GET", "/events?types=billing.*")).body.data).toEqual([]);
});

test("No invoice is made of nothing", async () => {
	const owner = await inUtc();
	await choose(owner, { planCode: "team" });
	await changePlan("education", { prices: price(4_900) });

	const changed = await choose(owner, { planCode: "education", seats: 5, effective: "immediately" });
	await changePlan("education", { prices: null });

	expect(changed.body.data).toMatchObject({ subscription: { planCode: "education" }, invoicePreview: null });
	expect((await invoicesOf(owner)).map(({ totalMinor }: { totalMinor: number }) => totalMinor)).toEqual([4_900]);
});

test("What was planned can be taken back at the price that was agreed", async () => {
	const owner = await inUtc();
	await choose(owner, { planCode: "team", seats: 3 });
	await choose(owner, { planCode: "free" });
	await changePlan("team", { prices: price(9_900) });

	const kept = await choose(owner, { planCode: "team" });
	const { upcomingInvoice } = await billingOf(owner);
	const again = await choose(owner, { planCode: "team", seats: 3, effective: "immediately" });
	await changePlan("team", { prices: null });

	expect(kept.body.data).toMatchObject({
		subscription: { seats: 3, status: "active", cancelAtPeriodEnd: false, pendingChange: null },
		invoicePreview: null,
	});
	expect(again.body.data).toMatchObject({ subscription: { seats: 3 }, invoicePreview: null });
	expect(upcomingInvoice).toMatchObject({ subtotalMinor: 4_900 });
	expect(await invoicesOf(owner)).toHaveLength(1);
});

test("Whether a change waits for the end of the period follows from the price that was agreed", async () => {
	const owner = await inUtc();
	await choose(owner, { planCode: "team" });
	await changePlan("team", { prices: price(19_900) });

	const { body } = await choose(owner, { planCode: "education", seats: 5, dryRun: true });
	await changePlan("team", { prices: null });

	expect(body.data.subscription).toMatchObject({ planCode: "education", pendingChange: null });
});

test("A plan that is not offered any more can be changed and left by those who have it", async () => {
	const [owner, other] = [await inUtc(), await inUtc()];
	await choose(owner, { planCode: "team", seats: 6 });
	await changePlan("team", { isPublic: false });

	const answers = [
		await choose(owner, { planCode: "team", seats: 8 }),
		await choose(owner, { planCode: "team", seats: 8, interval: "year", dryRun: true }),
		await choose(owner, { planCode: "business", dryRun: true }),
		await choose(owner, { planCode: "free", dryRun: true }),
		await choose(other, { planCode: "team" }),
	];
	await changePlan("team", { isPublic: null });

	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 422]);
	expect((await billingOf(owner)).subscription).toMatchObject({ planCode: "team", seats: 8 });
});

test("Leaving at once is shown as it will be", async () => {
	const owner = await inUtc();
	await choose(owner, { planCode: "team", seats: 7 });

	const shown = await choose(owner, { planCode: "free", effective: "immediately", dryRun: true });
	const before = (await billingOf(owner)).subscription;
	const left = await choose(owner, { planCode: "free", effective: "immediately" });

	const [given] = await invoicesOf(owner);
	expect(before).toMatchObject({ planCode: "team", status: "active" });
	expect(left.body.data.subscription).toEqual(shown.body.data.subscription);
	expect(shown.body.data.subscription).toMatchObject({ planCode: "free", status: "canceled" });
	expect(left.body.data.invoicePreview.totalMinor).toBeWithin(-6_700, -6_690);
	expect(given.totalMinor).toBe(left.body.data.invoicePreview.totalMinor);
});

inProcessDescribe("a subscription", () => {
	test("cannot be escaped from: who has left with a debt pays it before anything else", async () => {
		const owner = await inUtc();
		await choose(owner, { planCode: "team" });
		await choose(owner, { planCode: "free" });
		await days(16);
		const [open] = await invoicesOf(owner);
		await operate("POST", `/orgs/${owner.orgId}/billing/plan`, { planCode: "free", effective: "immediately" });

		const refused = await choose(owner, { planCode: "business" });
		const trial = await send(owner, "POST", "/trial", {});
		const { subscription } = await billingOf(owner);
		await pay(owner, open.id);
		const accepted = await choose(owner, { planCode: "business" });

		expect(subscription).toMatchObject({ status: "canceled" });
		expect([refused.status, refused.body.error.code]).toEqual([402, "payment_required"]);
		expect(refused.body.error.meta.invoices).toEqual([{ id: open.id, number: open.number }]);
		expect(refused.text).toContain(open.number);
		expect([trial.status, trial.body.error.code]).toEqual([402, "payment_required"]);
		expect(accepted.status).toBe(200);
	}, 60_000);

	test("that is not paid for stays so when the operator changes it, until it is paid for", async () => {
		const owner = await inUtc();
		await choose(owner, { planCode: "team" });
		await days(16);
		const change = (body: object) => operate("POST", `/orgs/${owner.orgId}/billing/plan`, body);

		const late = await change({ planCode: "business", effective: "immediately" });
		await days(13);
		const suspended = await change({ planCode: "team", seats: 6, effective: "immediately" });
		await days(5);
		const over = await change({ planCode: "team", seats: 9, effective: "immediately" });
		const state = (await operate("POST", `/orgs/${owner.orgId}/billing/plan`, { planCode: "team", dryRun: true })).body
			.data;
		for (const { id, status } of await invoicesOf(owner)) if (status === "open") await pay(owner, id);
		const { subscription } = await billingOf(owner);

		expect(late.body.data.subscription).toMatchObject({ planCode: "business", status: "past_due" });
		expect(suspended.body.data.subscription).toMatchObject({ planCode: "team", seats: 6, status: "paused" });
		// The period has ended meanwhile: the next one begins with the payment.
		expect(over.body.data).toMatchObject({
			subscription: { status: "paused", pendingChange: { planCode: "team", seats: 9 } },
			invoicePreview: null,
		});
		expect(state.subscription.status).toBe("paused");
		expect(subscription).toMatchObject({ planCode: "team", seats: 9, status: "active", pendingChange: null });
		expect((await send(owner, "GET", "/members")).status).toBe(200);
	}, 120_000);

	test("that the operator ends while it is suspended leaves nobody suspended who pays", async () => {
		const owner = await inUtc();
		await choose(owner, { planCode: "team" });
		await days(29);
		const left = await operate("POST", `/orgs/${owner.orgId}/billing/plan`, {
			planCode: "free",
			effective: "immediately",
		});
		const closed = await send(owner, "GET", "/members");
		const open = (await invoicesOf(owner)).find(({ status }: { status: string }) => status === "open");
		await pay(owner, open.id);

		expect(left.body.data.subscription).toMatchObject({ planCode: "free", status: "canceled" });
		expect([closed.status, (await send(owner, "GET", "/members")).status]).toEqual([403, 200]);
	}, 60_000);

	test("gives back what is left of a period in the currency in which it was paid", async () => {
		const owner = await inUtc();
		await choose(owner, { planCode: "team" });
		const [first] = await invoicesOf(owner);
		await pay(owner, first.id);
		await changePlan("business", { currency: "USD" });
		const { currentPeriodStart, currentPeriodEnd } = (await billingOf(owner)).subscription;
		await days(10);

		const changed = await choose(owner, { planCode: "business" });
		await changePlan("business", { currency: null });

		const total = Date.parse(currentPeriodEnd) - Date.parse(currentPeriodStart);
		const unusedMinor = Math.round((4_900 * (total - 10 * DAY_MS)) / total);
		const [charged, given] = await invoicesOf(owner);
		expect(changed.body.data.invoicePreview).toMatchObject({ currency: "USD", totalMinor: 19_900 });
		expect(charged).toMatchObject({ currency: "USD", totalMinor: 19_900, creditAppliedMinor: 0, status: "open" });
		expect(given).toMatchObject({ currency: "EUR", status: "paid" });
		expect(Math.abs(given.totalMinor + unusedMinor)).toBeLessThanOrEqual(1);
		expect((await billingOf(owner)).account).toMatchObject({ currency: "EUR", balanceMinor: -given.totalMinor });
	}, 60_000);

	test("never gives back more than was charged, nor charges more than a period costs, when the clock is set back", async () => {
		const owner = await inUtc();
		await days(20);
		await choose(owner, { planCode: "team" });

		api.setClockAheadMs(-15 * DAY_MS);
		const upgraded = await choose(owner, { planCode: "business" });
		const left = await choose(owner, { planCode: "free", effective: "immediately" });
		api.setClockAheadMs(15 * DAY_MS);

		expect(upgraded.body.data.invoicePreview.totalMinor).toBe(19_900 - 4_900);
		expect(left.body.data.invoicePreview.totalMinor).toBe(-19_900);
		expect(left.body.data.subscription.status).toBe("canceled");
	}, 60_000);

	test("shows in its running bill what the period is charged, after a change within it", async () => {
		const owner = await inUtc();
		await choose(owner, { planCode: "team" });
		const before = (await send(owner, "GET", "/billing/bill")).body.data;
		await days(10);
		await choose(owner, { planCode: "business" });

		const bill = (await send(owner, "GET", "/billing/bill")).body.data;

		const invoices = await invoicesOf(owner);
		const charged = invoices.reduce((sum: number, { totalMinor }: { totalMinor: number }) => sum + totalMinor, 0);
		const { currentPeriodStart, currentPeriodEnd } = (await billingOf(owner)).subscription;
		expect(before).toMatchObject({ totalMinor: 4_900, lines: [{ kind: "subscription" }] });
		expect(bill).toMatchObject({ totalMinor: charged, periodStart: currentPeriodStart, periodEnd: currentPeriodEnd });
		expect(bill.lines).toHaveLength(2);
	}, 60_000);
});
