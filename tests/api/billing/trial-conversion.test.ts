import { afterAll, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { startStripe } from "#tests/support/stripe-server";
import { inProcessDescribe } from "#tests/support/target";

const stripe = startStripe();
afterAll(() => stripe.close());
const api = await useHarness({ env: { ...stripe.env, BILLING_ENFORCEMENT: "hard" } });
const DAY_MS = 24 * 60 * 60 * 1_000;

inProcessDescribe("a trial of an organization that has said how it pays", () => {
	test("goes on as a subscription, which is charged from the day on which the trial ended", async () => {
		const owner = await api.createOrganization({ orgType: "business", settings: { timezone: "UTC" } });
		const { orgId, token } = owner;
		const startedAtMs = api.nowMs();
		await api.request("POST", `/orgs/${orgId}/trial`, { token, body: {} });
		await api.request("POST", `/orgs/${orgId}/billing/payment-methods`, { token, body: { token: "pm_trial" } });
		for (let n = 0; n < 6; n++) await api.addMember(owner, "member");

		for (let day = 0; day < 15; day++) {
			api.advanceMs(DAY_MS);
			await api.parley.services.jobs.runDue();
		}

		const system = { token: await api.signInSystem() };
		const { subscription, paymentMethods } = (await api.request("GET", `/orgs/${orgId}/billing`, system)).body.data;
		const invoices = (await api.request("GET", `/orgs/${orgId}/billing/invoices`, system)).body.data;
		const trial = (await api.request("GET", `/orgs/${orgId}/trial`, system)).body.data;
		const log = (await api.request("GET", `/orgs/${orgId}/audit-logs?action=subscription.convert_trial`, system)).body
			.data;
		const endedAt = new Date(startedAtMs + 14 * DAY_MS).toISOString();
		expect(subscription).toMatchObject({ planCode: "team", status: "active", currentPeriodStart: endedAt, seats: 7 });
		expect(paymentMethods).toMatchObject([{ last4: "4242", isDefault: true }]);
		expect(invoices).toMatchObject([{ status: "paid", totalMinor: 4_900 + 2 * 900, periodStart: endedAt }]);
		expect(trial).toMatchObject({ status: "converted", daysLeft: null });
		expect(log).toMatchObject([{ action: "subscription.convert_trial" }]);
	});
});
