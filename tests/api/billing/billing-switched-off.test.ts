/** Installations that stop billing (`BILLING_ENFORCEMENT=off`) while organizations have subscriptions, and begin again. */
import { afterEach, expect, test } from "bun:test";
import type { Enforcement } from "#db/schema";
import { systemContext } from "#modules/tenancy/permissions";
import { changeConfiguration } from "#platform/configuration";
import { entitledOf } from "#tests/support/entitled";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { subscribing } from "#tests/support/subscriptions";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const { use } = entitledOf(api);
const { send, choose, billingOf, invoicesOf, pay, inUtc, days } = subscribing(api);
const MINUTE_MS = 60_000;

/** Does what a server does that is started with another `BILLING_ENFORCEMENT`. */
const enforce = (enforcement: Enforcement) =>
	api.parley.services.unitOfWork.run(systemContext("job:prepare"), async (change) => {
		await changeConfiguration(change, () => ({ billing: { enforcement } }));
	});
afterEach(() => enforce("hard"));

const totalsOf = async (owner: SignedIn): Promise<number[]> =>
	(await invoicesOf(owner)).map(({ totalMinor }: { totalMinor: number }) => totalMinor);

async function payAll(owner: SignedIn): Promise<void> {
	for (const { id, status } of await invoicesOf(owner)) if (status === "open") await pay(owner, id);
}

inProcessDescribe("where nobody is billed any more", () => {
	test("no period and no use is charged, then or later", async () => {
		const owner = await inUtc();
		await choose(owner, { planCode: "team" });
		await payAll(owner);
		await enforce("off");
		await use(owner.orgId, "transcriptionMs", 20_000 * MINUTE_MS);
		const bill = (await send(owner, "GET", "/billing/bill")).body.data;
		const { upcomingInvoice } = await billingOf(owner);
		await days(70);
		const whileOff = await totalsOf(owner);

		await enforce("hard");
		const begun = (await send(owner, "GET", "/billing/bill")).body.data;
		const left = await choose(owner, { planCode: "free", effective: "immediately", dryRun: true });
		await days(31);

		expect([bill.lines, upcomingInvoice]).toEqual([[], null]);
		expect(whileOff).toEqual([4_900]);
		// The period that began meanwhile is free of charge: nothing of it is given back.
		expect([begun.totalMinor, left.body.data.invoicePreview]).toEqual([0, null]);
		expect((await billingOf(owner)).subscription).toMatchObject({ planCode: "team", status: "active" });
		expect(await totalsOf(owner)).toEqual([4_900, 4_900]);
	}, 120_000);

	test("nobody is suspended for what they owe, and has as long to pay as before once they are billed again", async () => {
		const owner = await inUtc();
		await choose(owner, { planCode: "team" });
		await enforce("off");
		await days(60);
		const open = (await send(owner, "GET", "/members")).status;
		await enforce("hard");
		const { subscription } = await billingOf(owner);
		await days(1);
		const warned = (await send(owner, "GET", "/members")).status;
		await days(14);

		expect([open, warned]).toEqual([200, 200]);
		expect(subscription).toMatchObject({ status: "past_due" });
		expect((await send(owner, "GET", "/members")).status).toBe(403);
	}, 120_000);

	test("a suspension for nonpayment ends within a day", async () => {
		const owner = await inUtc();
		await choose(owner, { planCode: "team" });
		await days(30);
		const suspended = (await send(owner, "GET", "/members")).status;
		await enforce("off");
		await days(2);

		expect(suspended).toBe(403);
		expect((await send(owner, "GET", "/members")).status).toBe(200);
		expect(await totalsOf(owner)).toEqual([4_900]);
	}, 120_000);

	test("nobody is told that a trial ends, nor charged for what follows it", async () => {
		const owner = await inUtc();
		await send(owner, "POST", "/trial", {});
		await enforce("off");
		await days(16);

		const events = (await send(owner, "GET", "/events?types=billing.trial_expiring")).body.data;
		expect([events, await totalsOf(owner)]).toEqual([[], []]);
	}, 120_000);
});

test("Without jobs, an organization has the plan without limits at once", async () => {
	const owner = await inUtc();
	await choose(owner, { planCode: "team" });
	await enforce("off");

	expect(await billingOf(owner)).toMatchObject({ plan: { code: "unlimited" }, subscription: { status: "unlimited" } });
});
