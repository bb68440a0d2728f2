import { issueInvoice } from "#tests/support/invoices";
import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

/** A read of what belongs to the billing of the largest organization. */
const read = (operation: string, path: string): Case => ({
	operation,
	calls: ({ giantPath, owner: { token } }, count) =>
		times(count, () => ({ method: "GET", path: giantPath + path, token })),
});

/** Organizations or invoices that are made for a round. */
const MOST = 100;

/** Makes an operator's call on a new organization each. */
const onNew = (operation: string, path: string, body: object): Case => ({
	operation,
	most: MOST,
	async calls({ ask, admin: { token } }, count) {
		const school = { method: "POST", path: "/orgs", token, body: { name: "A School", orgType: "education" } };
		const made = await Promise.all(times(count, () => ask(school)));
		return made.map(({ data }) => ({ method: "POST", path: `/orgs/${data.id}${path}`, token, body }));
	},
});

/** Issues an invoice to the largest organization, and returns the path of it. */
async function issue({ parley, world: { giant }, giantPath }: Subject): Promise<string> {
	const { id } = await issueInvoice({ parley }, giant.orgId, [1_900]);
	return `${giantPath}/billing/invoices/${id}`;
}

/** Does something with a new invoice each, as the operator. */
const onInvoice = (operation: string, action: string, body: object = {}): Case => ({
	operation,
	most: MOST,
	async calls(subject, count) {
		const { token } = subject.admin;
		const paths = await Promise.all(times(count, () => issue(subject)));
		return paths.map((path) => ({ method: "POST", path: `${path}/${action}`, token, body }));
	},
});

/** Changes something by a body that differs each time, as the operator. */
const change = (
	operation: string,
	method: string,
	pathOf: (subject: Subject) => string,
	bodyOf: (n: number) => object,
) => ({
	operation,
	calls: (subject: Subject, count: number): Call[] =>
		times(count, (n) => ({ method, path: pathOf(subject), token: subject.admin.token, body: bodyOf(n) })),
});

/** Operations on plans, subscriptions, trials, billing accounts and invoices. */
export const BILLING_CASES: readonly Case[] = [
	{
		operation: "listPlans",
		calls: ({ owner: { token } }, count) =>
			times(count, () => ({ method: "GET", path: "/configurations/plans", token })),
	},
	// It counts up to 10,000 workspaces.
	{ ...read("getBilling", "/billing"), enoughMicros: 10_000 },
	read("getTrial", "/trial"),
	read("getBillingAccount", "/billing/account"),
	read("listInvoices", "/billing/invoices?limit=20"),
	read("getBill", "/billing/bill"),
	{
		operation: "getInvoice",
		async calls(subject, count) {
			const path = await issue(subject);
			return times(count, () => ({ method: "GET", path, token: subject.owner.token }));
		},
	},
	onInvoice("payInvoice", "pay"),
	onInvoice("voidInvoice", "void"),
	onInvoice("createCreditNote", "credit-notes", { reason: "Outage" }),
	{
		operation: "refundBalance",
		most: MOST,
		async calls(subject, count) {
			const { token } = subject.admin;
			const path = await issue(subject);
			await subject.ask({ method: "POST", path: `${path}/pay`, token, body: {} });
			await subject.ask({ method: "POST", path: `${path}/credit-notes`, token, body: { reason: "Outage" } });
			const refund = `${subject.giantPath}/billing/account/refunds`;
			return times(count, () => ({ method: "POST", path: refund, token, body: { amountMinor: 1 } }));
		},
	},
	onNew("startTrial", "/trial", { planCode: "team" }),
	onNew("updateBillingPlan", "/billing/plan", { planCode: "team" }),
	change(
		"updateBillingAccount",
		"PATCH",
		({ giantPath }) => `${giantPath}/billing/account`,
		(n) => ({ name: `Academy ${n}` }),
	),
	change(
		"grantEntitlements",
		"PUT",
		({ giantPath }) => `${giantPath}/billing/entitlements`,
		(n) => ({ entitlements: { workspaces: 1_000 + n } }),
	),
	change(
		"updatePlan",
		"PATCH",
		() => "/configurations/plans/team",
		(n) => ({ description: `Plan ${n}` }),
	),
];
