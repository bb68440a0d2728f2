/** Subscriptions of organizations that owe something. */
import { expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { subscribing } from "#tests/support/subscriptions";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const { send, operate, choose, billingOf, invoicesOf, pay, inUtc, days } = subscribing(api);

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
});
