import { operation } from "#http/operation";
import { okResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import { tag } from "#modules/billing/billing-accounts";
import { examplePlan } from "#modules/tenancy/plans";
import { type Billing, billingFields, Entitlements, PlanChange, type Subscription } from "./schemas.ts";

const subscription: Subscription = {
	id: exampleId("sub"),
	planCode: "team",
	status: "active",
	interval: "month",
	seats: 12,
	currentPeriodStart: "2030-01-01T08:00:00.000Z",
	currentPeriodEnd: "2030-02-01T08:00:00.000Z",
	cancelAtPeriodEnd: false,
	pendingChange: null,
	trialEndsAt: null,
};
const period = { periodStart: "2030-02-01T08:00:00.000Z", periodEnd: "2030-03-01T08:00:00.000Z" };
const preview = {
	currency: "EUR",
	...period,
	lines: [
		{
			kind: "subscription" as const,
			description: "Team, monthly",
			quantity: 1,
			unit: null,
			unitAmountMinor: 4900,
			per: 1,
			amountMinor: 4900,
			...period,
		},
		{
			kind: "seats" as const,
			description: "Team, seats beyond 5",
			quantity: 7,
			unit: null,
			unitAmountMinor: 900,
			per: 1,
			amountMinor: 6300,
			...period,
		},
	],
	subtotalMinor: 11_200,
	taxes: [],
	taxMinor: 0,
	totalMinor: 11_200,
	creditAppliedMinor: 0,
	amountDueMinor: 11_200,
};
const example: Billing = {
	account: {
		id: exampleId("bac"),
		provider: "manual",
		currency: "EUR",
		name: "Ada Lovelace Academy",
		email: "accounts@example.edu",
		taxId: null,
		address: null,
		balanceMinor: 0,
		otherBalances: [],
		delinquent: false,
	},
	plan: examplePlan,
	subscription,
	entitlements: [
		{
			key: "transcription_minutes",
			type: "metered",
			value: 10_000,
			planValue: 10_000,
			used: 421,
			remaining: 9_579,
			unit: "minute",
			resetsAt: "2030-02-01T08:00:00.000Z",
			overage: { per: 100, amountMinor: 90, currency: "EUR", included: 10_000 },
		},
	],
	paymentMethods: [],
	upcomingInvoice: preview,
	enforcement: "hard",
};

/** Documentation of the operations on the billing of an organization. */
export const documentation = {
	get: operation({
		id: "getBilling",
		summary: "Get the billing of an organization",
		description:
			"Returns the billing account, the plan, the subscription, the entitlements with their usage, and a " +
			"preview of the next invoice. Available while the organization is suspended.",
		tag,
		responses: { 200: okResponse("The billing", billingFields.schema, "Billing retrieved", example) },
	}),

	changePlan: operation({
		id: "updateBillingPlan",
		summary: "Change the plan of an organization",
		description:
			"A more expensive plan applies at once, and the rest of the period is charged pro rata; a cheaper plan " +
			"applies at the end of the period, unless `effective` says otherwise. Unused time that was charged is " +
			"credited by credit notes for the invoices that charged it: the amount due decreases, and paid amounts " +
			"are added to the balance of the account. `invoicePreview` shows charges and credits in one sum. The " +
			"change applies at once during a trial, which it ends, and without a subscription. Included minutes, " +
			"summaries and requests are prorated by the time each plan applied in the month; usage beyond them is " +
			"charged at the end of the month. The plan `free` ends the subscription regardless of usage: existing " +
			"resources stay, and only new ones are limited. It can also be chosen while the organization is " +
			"suspended. Choosing the current plan again cancels a planned change, at the agreed price. `interval` " +
			"defaults to that of the current or last subscription, otherwise to a month. While an invoice is overdue, " +
			"no other plan can be chosen. With `dryRun`, nothing changes and the response shows the effect.",
		tag,
		request: { planCode: "team", interval: "month", seats: 12 },
		responses: {
			200: okResponse("The subscription, and the invoice of the change", PlanChange, "Plan changed", {
				subscription,
				invoicePreview: preview,
			}),
		},
		errors: ["downgrade_blocked", "organization_suspended", "payment_required", "state_conflict"],
	}),

	grant: operation({
		id: "grantEntitlements",
		summary: "Grant entitlements in addition to the plan",
		description:
			"Replaces all previous grants to the organization: limits and features, which may also be lower than in " +
			"the plan. Applies at once where plans are enforced.",
		tag,
		request: { entitlements: { seats: 250, realTimeTranslation: true } },
		responses: {
			200: okResponse("What the organization is entitled to", Entitlements, "Entitlements granted", {
				entitlements: example.entitlements,
			}),
		},
		errors: ["not_found", "state_conflict"],
	}),
};
