import { issueInvoice } from "./invoices.ts";
import type { Scenario, ScenarioContext } from "./scenarios.ts";
import { signEvent } from "./stripe-server.ts";

const METHODS = "/billing/payment-methods";

/** Does something with a new invoice, as the operator. */
const operate =
	(action: string, body: object = {}) =>
	async ({ act, api, owner: { orgId } }: ScenarioContext) => {
		const { id } = await issueInvoice(api, orgId, [1_900]);
		return act("POST", `/orgs/${orgId}/billing/invoices/${id}/${action}`, { token: await api.signInSystem(), body });
	};

/** Mutating operations on accounts, invoices and payments by `operationId`. */
export const BILLING_SCENARIOS: Readonly<Record<string, Scenario>> = {
	updateBillingAccount: {
		records: "billing_account.update",
		run: ({ act, owner: { orgId, token } }) =>
			act("PATCH", `/orgs/${orgId}/billing/account`, { token, body: { name: "Ada Lovelace Academy" } }),
	},
	refundBalance: {
		records: "billing_account.refund",
		async run({ act, api, owner: { orgId } }) {
			const token = await api.signInSystem();
			const { id } = await issueInvoice(api, orgId, [1_900]);
			const of = `/orgs/${orgId}/billing`;
			await api.request("POST", `${of}/invoices/${id}/pay`, { token, body: {} });
			await api.request("POST", `${of}/invoices/${id}/credit-notes`, { token, body: { reason: "Outage" } });
			return act("POST", `${of}/account/refunds`, { token, body: { amountMinor: 900 } });
		},
	},
	payInvoice: { records: "invoice.pay", run: operate("pay") },
	voidInvoice: { records: "invoice.void", run: operate("void") },
	createCreditNote: { records: "invoice.correct", run: operate("credit-notes", { reason: "Outage" }) },
	addPaymentMethod: {
		records: "payment_method.add",
		run: ({ act, owner: { orgId, token } }) =>
			act("POST", `/orgs/${orgId}${METHODS}`, { token, body: { token: "pm_added" } }),
	},
	removePaymentMethod: {
		records: "payment_method.remove",
		async run({ act, api, owner: { orgId, token } }) {
			const path = `/orgs/${orgId}${METHODS}`;
			const { body } = await api.request("POST", path, { token, body: { token: "pm_removed" } });
			return act("DELETE", `${path}/${body.data.id}`, { token });
		},
	},
	createBillingLink: {
		records: null,
		because: "it changes nothing: what people do on that page, the provider tells",
		run: ({ act, owner: { orgId, token } }) =>
			act("POST", `/orgs/${orgId}/billing/links`, { token, body: { page: "portal" } }),
	},
	receiveStripeEvent: {
		records: null,
		because: "it is acted on in the background, as whatever it is about",
		run({ act, api }) {
			const { raw, signature } = signEvent(
				{ id: "evt_1", object: "event", type: "ping", data: { object: {} } },
				api.nowMs(),
			);
			const headers = { "content-type": "application/json", "stripe-signature": signature };
			return act("POST", "/billing/stripe/webhook", { raw, headers });
		},
	},
};
