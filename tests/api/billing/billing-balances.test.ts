import { expect, test } from "bun:test";
import { type TestResponse, useHarness } from "#tests/support/harness";
import { issueInvoice } from "#tests/support/invoices";
import { codeOf as failureOf } from "#tests/support/responses";

const api = await useHarness();
const system = await api.signInSystem();
const codeOf = (response: TestResponse) => failureOf(response)[1];

const account = async (token: string, orgId: string) =>
	(await api.request("GET", `/orgs/${orgId}/billing/account`, { token })).body.data;
const operate = (orgId: string, id: string, action: string, body: unknown = {}) =>
	api.request("POST", `/orgs/${orgId}/billing/invoices/${id}/${action}`, { token: system, body });

/** Has an organization be owed an amount: of an invoice that it has paid, and that is taken back. */
async function creditOf(orgId: string, amountMinor: number, currency = "EUR"): Promise<void> {
	const { id } = await issueInvoice(api, orgId, [amountMinor], { currency });
	await operate(orgId, id, "pay");
	expect((await operate(orgId, id, "credit-notes", { reason: "Outage" })).status).toBe(201);
}

test("A balance is what was paid and is taken back, and the next invoices use it", async () => {
	const { token, orgId } = await api.createOrganization();

	await creditOf(orgId, 4_000);
	expect(issueInvoice(api, orgId, [-5_000, 1_000])).rejects.toThrow("is no invoice");
	expect(await account(token, orgId)).toMatchObject({ balanceMinor: 4_000 });

	const all = await issueInvoice(api, orgId, [3_000]);
	expect(all).toMatchObject({ state: "paid", creditAppliedMinor: 3_000, amountDueMinor: 0 });
	const part = await issueInvoice(api, orgId, [1_500]);
	expect(part).toMatchObject({ state: "open", creditAppliedMinor: 1_000, amountDueMinor: 500 });
	expect(await account(token, orgId)).toMatchObject({ balanceMinor: 0 });

	// Voided, it gives back what it used.
	expect((await operate(orgId, part.id, "void")).status).toBe(200);
	expect(await account(token, orgId)).toMatchObject({ balanceMinor: 1_000 });
});

test("A balance does not mix currencies", async () => {
	const { token, orgId } = await api.createOrganization();
	await creditOf(orgId, 100);

	const other = await issueInvoice(api, orgId, [70], { currency: "USD" });
	expect(other).toMatchObject({ creditAppliedMinor: 0, amountDueMinor: 70 });
	await operate(orgId, other.id, "pay");
	await operate(orgId, other.id, "credit-notes", { reason: "Outage" });
	expect(await account(token, orgId)).toMatchObject({
		...{ balanceMinor: 100, currency: "EUR" },
		otherBalances: [{ balanceMinor: 70, currency: "USD" }],
	});
	expect(await issueInvoice(api, orgId, [50], { currency: "USD" })).toMatchObject({ creditAppliedMinor: 50 });
	expect((await account(token, orgId)).otherBalances).toEqual([{ balanceMinor: 20, currency: "USD" }]);
});

test("A balance is refunded in its currency, once and no more than there is", async () => {
	const { token, orgId } = await api.createOrganization();
	await creditOf(orgId, 500);
	await creditOf(orgId, 300, "USD");
	const refund = (body: object, as = system) =>
		api.request("POST", `/orgs/${orgId}/billing/account/refunds`, { token: as, body });

	const part = await refund({ amountMinor: 200, reference: "Transfer 7" });
	expect(part.body.data).toMatchObject({ currency: "EUR", balanceMinor: 300 });
	expect(codeOf(await refund({ amountMinor: 301 }))).toBe("validation_failed");
	expect((await refund({ currency: "USD" })).body.data).toMatchObject({ balanceMinor: 300, otherBalances: [] });
	expect(codeOf(await refund({ currency: "USD" }))).toBe("state_conflict");
	expect(codeOf(await refund({}, token))).toBe("admin_required");
	const [one, other] = await Promise.all([refund({}), refund({})]);
	expect([one.status, other.status].sort()).toEqual([200, 409]);
	expect(await account(token, orgId)).toMatchObject({ balanceMinor: 0 });
});
