/** Subscriptions that end, by themselves or before everything is paid. */
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

/** Returns how to send requests as an owner, who signs in again each time: tokens do not last for days. */
const as = (owner: SignedIn) => async (method: string, of: string, body?: object) => {
	const credentials = { email: owner.email, password: PASSWORD, orgId: owner.orgId };
	const token = (await api.request("POST", "/auth/login", { body: credentials })).body.access_token;
	return api.request(method, `/orgs/${owner.orgId}${of}`, { token, ...(body && { body }) });
};

inProcessDescribe("a subscription", () => {
	test("ends with a trial that nobody goes on with, and nothing is charged", async () => {
		const send = as(await api.createOrganization());
		await send("POST", "/trial", { planCode: "team" });
		await days(15);

		const { data } = (await send("GET", "/billing")).body;
		const again = await send("POST", "/trial", { planCode: "team" });
		const invoices = (await send("GET", "/billing/invoices")).body.data;

		expect([data.plan.code, data.subscription.status, again.status, invoices]).toEqual(["free", "canceled", 409, []]);
	});

	test("can be canceled by who has not paid, is not charged for again, and gives nothing back", async () => {
		const owner = await api.createOrganization();
		const send = as(owner);
		await send("POST", "/billing/plan", { planCode: "team" });
		await days(16);

		const other = await send("POST", "/billing/plan", { planCode: "business" });
		const refunded = await send("POST", "/billing/plan", { planCode: "free", effective: "immediately" });
		const leaving = await send("POST", "/billing/plan", { planCode: "free" });
		// Suspended on the 28th day, and the period has ended when it is paid.
		await days(40);
		const [open, ...more] = (await send("GET", "/billing/invoices")).body.data;
		const token = await api.signInSystem();
		await api.request("POST", `/orgs/${owner.orgId}/billing/invoices/${open.id}/pay`, { token, body: {} });
		await days(2);
		const { data } = (await send("GET", "/billing")).body;
		const all = (await send("GET", "/billing/invoices")).body.data;

		expect([other.status, refunded.status, leaving.body.data.subscription.cancelAtPeriodEnd]).toEqual([402, 402, true]);
		expect([more, all.length]).toEqual([[], 1]);
		expect([data.plan.code, data.subscription.status, data.account.balanceMinor]).toEqual(["free", "canceled", 0]);
		expect((await send("GET", "/members")).status).toBe(200);
	}, 120_000);

	test("that was paused goes on as was planned, in a new period", async () => {
		const owner = await api.createOrganization({ settings: { timezone: "UTC" } });
		const send = as(owner);
		await send("POST", "/billing/plan", { planCode: "business", seats: 10 });
		await send("POST", "/billing/plan", { planCode: "team", seats: 6 });
		// Suspended on the 28th day; the period has ended when it is paid.
		await days(40);
		const [open] = (await send("GET", "/billing/invoices")).body.data;
		const token = await api.signInSystem();
		await api.request("POST", `/orgs/${owner.orgId}/billing/invoices/${open.id}/pay`, { token, body: {} });
		const { data } = (await send("GET", "/billing")).body;
		const [next] = (await send("GET", "/billing/invoices")).body.data;

		expect(data.subscription).toMatchObject({ planCode: "team", seats: 6, status: "active", pendingChange: null });
		expect(data.plan.code).toBe("team");
		expect(next).toMatchObject({ status: "open", subtotalMinor: 4_900 + 900 });
	}, 120_000);

	test("can be ended while its organization is suspended for it, and nothing else can be changed", async () => {
		const owner = await api.createOrganization({ settings: { timezone: "UTC" } });
		const send = as(owner);
		await send("POST", "/billing/plan", { planCode: "team" });
		await days(29);

		const other = await send("POST", "/billing/plan", { planCode: "business" });
		const now = await send("POST", "/billing/plan", { planCode: "free", effective: "immediately" });
		const leaving = await send("POST", "/billing/plan", { planCode: "free" });

		expect([other.status, now.status, leaving.status]).toEqual([403, 403, 200]);
		expect(leaving.body.data.subscription).toMatchObject({ status: "paused", cancelAtPeriodEnd: true });
	}, 120_000);

	test("is not changed by a dry run, nor by anybody else", async () => {
		const [owner, stranger] = [await api.createOrganization(), await api.createOrganization()];
		const send = as(owner);

		const shown = await send("POST", "/billing/plan", { planCode: "team", seats: 7, dryRun: true });
		const foreign = await api.request("POST", `/orgs/${owner.orgId}/billing/plan`, {
			token: stranger.token,
			body: { planCode: "team" },
		});
		const { data } = (await send("GET", "/billing")).body;

		expect([shown.body.data.invoicePreview.totalMinor, foreign.status]).toEqual([6_700, 403]);
		expect([data.plan.code, data.subscription.id]).toEqual(["free", null]);
	});
});
