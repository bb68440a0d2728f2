import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { closed, Id, mapOf, Nullable, OneOf, Timestamp } from "#http/schemas";
import { BillingAccount } from "#modules/billing/billing-accounts";
import { InvoicePreview } from "#modules/billing/invoices";
import { PaymentMethod } from "#modules/billing/payments";
import { SubscriptionPlan } from "#modules/tenancy/plans";
import { ENFORCEMENTS, SUBSCRIPTION_INTERVALS, SUBSCRIPTION_STATES } from "./values.ts";

const PlanCode = Type.String({ minLength: 1, maxLength: 40, description: "The code of a plan.", examples: ["team"] });
const Interval = OneOf(SUBSCRIPTION_INTERVALS, "length of a period");
const Seats = Type.Integer({
	minimum: 1,
	maximum: 1_000_000,
	description: "Paid seats, which limit the number of members where seats have a price.",
});

const subscriptionMembers = {
	id: Nullable(Id("sub", "Id of the subscription; null: the organization has none.")),
	planCode: PlanCode,
	status: OneOf([...SUBSCRIPTION_STATES, "unlimited"], "state of the subscription"),
	interval: Nullable(Interval),
	seats: Nullable(Seats),
	currentPeriodStart: Nullable(Timestamp),
	currentPeriodEnd: Nullable(Timestamp),
	cancelAtPeriodEnd: Type.Boolean({ description: "Whether it ends with the current period." }),
	pendingChange: Nullable(
		closed(
			{ planCode: PlanCode, interval: Interval, seats: Seats, effectiveAt: Timestamp },
			{ description: "Change that takes effect at the end of the period." },
		),
	),
	trialEndsAt: Nullable(Timestamp),
};

/** What an organization has subscribed to. */
export const Subscription = closed(subscriptionMembers, { $id: "Subscription" });
export type Subscription = typeof Subscription.static;

/** A subscription in events. */
export const PublishedSubscription = closed(
	{ ...subscriptionMembers, orgId: Id("org", "id of the organization") },
	{ $id: "PublishedSubscription" },
);
export type PublishedSubscription = typeof PublishedSubscription.static;

/** Request to change the plan of an organization. */
export const ChangePlanRequest = closed(
	{
		planCode: PlanCode,
		interval: Type.Optional(Interval),
		seats: Type.Optional(Seats),
		effective: Type.Optional(OneOf(["immediately", "period_end"], "when the change takes effect")),
		dryRun: Type.Optional(
			Type.Boolean({ description: "Whether to return only the effect, without changing anything." }),
		),
	},
	{ $id: "UpdateBillingPlanRequestBody" },
);
export type ChangePlanRequest = typeof ChangePlanRequest.static;

/** The effect of a change of plan. */
export const PlanChange = closed(
	{ subscription: Subscription, invoicePreview: Nullable(InvoicePreview) },
	{ $id: "PlanChange" },
);
export type PlanChange = typeof PlanChange.static;

const Value = Type.Union([Type.Boolean(), Type.Integer(), Type.Null()]);

const Overage = closed(
	{
		per: Type.Integer({ description: "So many units…", examples: [1000] }),
		amountMinor: Type.Integer({ description: "…cost this much, in minor units of the currency." }),
		currency: Type.String({ description: "ISO 4217.", examples: ["EUR"] }),
		included: Type.Integer({
			description: "Included in this month of the subscription: `value`, prorated if it changed within the month.",
		}),
	},
	{
		description:
			"Price of usage beyond the limit, charged at the end of the month; absent: usage beyond `value` is refused.",
	},
);

/** Something that an organization is entitled to. */
export const SubscriptionEntitlements = closed(
	{
		key: Type.String({ description: "A limit, or a feature flag.", examples: ["transcription_minutes"] }),
		type: OneOf(
			["boolean", "static", "metered"],
			"`metered`: counted from zero in each month of the subscription, or calendar month without one",
		),
		value: Type.Union(Value.anyOf, { description: "Limit in effect; null: unlimited." }),
		planValue: Type.Union(Value.anyOf, { description: "What the plan includes." }),
		overrideValue: Type.Optional(
			Type.Union(Value.anyOf, { description: "Granted by the operator in addition to the plan; absent: nothing." }),
		),
		used: Type.Optional(Type.Number({ description: "Usage; absent where nothing is counted." })),
		remaining: Type.Optional(Nullable(Type.Number({ description: "Null: without a limit." }))),
		unit: Type.Optional(Type.String({ examples: ["minute"] })),
		resetsAt: Type.Optional(Timestamp),
		overage: Type.Optional(Overage),
	},
	{ $id: "SubscriptionEntitlements" },
);
export type SubscriptionEntitlements = typeof SubscriptionEntitlements.static;

/** Everything about the billing of an organization. */
export const Billing = closed(
	{
		account: BillingAccount,
		plan: SubscriptionPlan,
		subscription: Subscription,
		entitlements: Type.Array(SubscriptionEntitlements),
		paymentMethods: Type.Array(PaymentMethod),
		upcomingInvoice: Nullable(InvoicePreview),
		enforcement: OneOf(ENFORCEMENTS, "whether use beyond the plan is permitted, announced or refused"),
	},
	{ $id: "Billing" },
);
export type Billing = typeof Billing.static;

/** Selector of `fields` for the billing of an organization. */
export const billingFields = selectable(Billing);

/** What an operator grants beside the plan, or takes away; whatever is left out is as the plan says. */
export const GrantEntitlementsRequest = closed(
	{
		entitlements: mapOf(
			Type.Union([Type.Boolean(), Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]),
			{
				maxProperties: 50,
				description: "A number or null (without a limit) for each limit, a boolean for each feature flag.",
			},
		),
	},
	{ $id: "GrantEntitlementsRequestBody" },
);
export type GrantEntitlementsRequest = typeof GrantEntitlementsRequest.static;

/** What an organization is entitled to. */
export const Entitlements = closed({ entitlements: Type.Array(SubscriptionEntitlements) }, { $id: "Entitlements" });
export type Entitlements = typeof Entitlements.static;
