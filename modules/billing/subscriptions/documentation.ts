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
			"Returns who pays, the plan and the subscription, what the organization is entitled to and how much of it is used, and " +
			"the invoice of the next period as far as it is known. Available while the organization is suspended.",
		tag,
		responses: { 200: okResponse("The billing", billingFields.schema, "Billing retrieved", example) },
	}),

	changePlan: operation({
		id: "updateBillingPlan",
		summary: "Change the plan of an organization",
		description:
			"What costs more applies at once, and the rest of the period is charged to the cent; what costs less applies at the " +
			"end of the period, unless `effective` says otherwise. Unused time that was charged is given back by credit notes of the invoices that charged it: less of " +
			"them is due, and what was paid is added to the balance of the account. `invoicePreview` shows what is charged and given back in one sum. In a trial, which that ends, and without a subscription it applies at once. What a plan includes of minutes, summaries and requests goes by " +
			"the time that it applied in the month; what was used beyond that is charged at the end of the month. The plan `free` ends the subscription, whatever is used: what there is stays, and only what is new is limited. It can also be " +
			"chosen while the organization is suspended. Choosing the current " +
			"plan again takes back what was planned, at the price that was agreed. Without `interval`, it is that of the subscription, also of one that has ended, and else a month. " +
			"While an invoice is overdue, no other plan can be chosen. With `dryRun`, nothing changes and the answer shows what would.",
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
		summary: "Grant entitlements beside the plan",
		description:
			"Replaces everything that was granted to the organization before: limits, features, or less than the plan includes. " +
			"Applies at once, where plans are enforced.",
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
