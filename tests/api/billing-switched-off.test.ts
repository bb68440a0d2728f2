/** Installations that stop billing (`BILLING_ENFORCEMENT=off`) while organizations have subscriptions, and begin again. */
import { afterEach, expect, test } from "bun:test";
import type { Enforcement } from "#db/schema";
import { systemContext } from "#modules/permissions";
import { changeConfiguration } from "#platform/configuration";
import { entitledOf } from "#tests/support/entitled";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const { use } = entitledOf(api);
const DAY_MS = 24 * 60 * 60 * 1_000;
const MINUTE_MS = 60_000;

/** Lets days pass, with everything that is due meanwhile. */
async function days(count: number): Promise<void> {
	for (let n = 0; n < count; n++) {
		api.advanceMs(DAY_MS);
		await api.parley.services.jobs.runDue();
	}
}

/** Does what a server does that is started with another `BILLING_ENFORCEMENT`. */
const enforce = (enforcement: Enforcement) =>
	api.parley.services.unitOfWork.run(systemContext("job:prepare"), async (change) => {
		await changeConfiguration(change, () => ({ billing: { enforcement } }));
	});
afterEach(() => enforce("hard"));

/** Sends a request as an owner, who signs in again each time: tokens do not last for days. */
async function send(owner: SignedIn, method: string, of: string, body?: object) {
	const credentials = { email: owner.email, password: PASSWORD, orgId: owner.orgId };
	const token = (await api.request("POST", "/auth/login", { body: credentials })).body.access_token;
	return api.request(method, `/orgs/${owner.orgId}${of}`, { token, ...(body && { body }) });
}
const choose = (owner: SignedIn, body: object) => send(owner, "POST", "/billing/plan", body);
const billingOf = async (owner: SignedIn) => (await send(owner, "GET", "/billing")).body.data;
const totalsOf = async (owner: SignedIn): Promise<number[]> =>
	(await send(owner, "GET", "/billing/invoices")).body.data.map(({ totalMinor }: { totalMinor: number }) => totalMinor);

async function payAll(owner: SignedIn): Promise<void> {
	const token = await api.signInSystem();
	const { data } = (await api.request("GET", `/orgs/${owner.orgId}/billing/invoices?status=open`, { token })).body;
	for (const { id } of data)
		await api.request("POST", `/orgs/${owner.orgId}/billing/invoices/${id}/pay`, { token, body: {} });
}

const inUtc = () => api.createOrganization({ orgType: "business", settings: { timezone: "UTC" } });

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
