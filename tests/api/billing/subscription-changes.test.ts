/** What changes of a subscription charge, give back and leave as it was. */
import { expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { subscribing } from "#tests/support/subscriptions";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const { send, operate, choose, billingOf, invoicesOf, pay, changePlan, inUtc, days } = subscribing(api);
const DAY_MS = 24 * 60 * 60 * 1_000;

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
	for (const { body } of [dryRun, left])
		expect(body.data).toMatchObject({ subscription: { status: "canceled", planCode: "free" }, invoicePreview: null });
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

test("What was taken back of a period is not given back once more by leaving it", async () => {
	const [voided, corrected, refunded, half] = [await inUtc(), await inUtc(), await inUtc(), await inUtc()];
	const leave = (owner: SignedIn) => choose(owner, { planCode: "free", effective: "immediately" });
	const act = async (owner: SignedIn, action: string, body: object = {}) => {
		const [{ id }] = await invoicesOf(owner);
		return operate("POST", `/orgs/${owner.orgId}/billing/invoices/${id}/${action}`, body);
	};
	for (const owner of [voided, corrected, refunded, half]) await choose(owner, { planCode: "team", seats: 7 });

	await act(voided, "void");
	await act(corrected, "credit-notes", { reason: "Outage" });
	await act(refunded, "pay");
	await act(refunded, "credit-notes", { reason: "Outage" });
	await act(half, "pay");
	await act(half, "credit-notes", { reason: "Outage", amountMinor: 3_000 });
	const bills = await Promise.all(
		[voided, half].map(async (owner) => (await send(owner, "GET", "/billing/bill")).body.data.totalMinor),
	);
	const upgraded = await choose(voided, { planCode: "business", dryRun: true });
	for (const owner of [voided, corrected, refunded, half]) expect((await leave(owner)).status).toBe(200);

	const balances: number[] = [];
	for (const owner of [voided, corrected, refunded, half]) balances.push((await billingOf(owner)).account.balanceMinor);
	expect(bills).toEqual([0, 3_700]);
	expect(upgraded.body.data.invoicePreview.totalMinor).toBe(19_900);
	expect(balances.slice(0, 3)).toEqual([0, 0, 6_700]);
	expect(balances[3]).toBeWithin(6_690, 6_701);
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
	expect(given).toMatchObject({ kind: "credit_note", totalMinor: -left.body.data.invoicePreview.totalMinor });
});

inProcessDescribe("a change", () => {
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
		expect(given).toMatchObject({ kind: "credit_note", currency: "EUR", invoiceId: first.id });
		expect(Math.abs(given.totalMinor - unusedMinor)).toBeLessThanOrEqual(1);
		expect((await billingOf(owner)).account).toMatchObject({ currency: "EUR", balanceMinor: given.totalMinor });
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
