import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { closed, each, Nullable, patchOf } from "#http/schemas";
import { LIMITS, OVERAGE_METERS, PLAN_CODES } from "./plans.ts";

const Minor = (description: string) =>
	Type.Integer({
		minimum: 0,
		maximum: 1_000_000_000,
		description: `${description}, in minor units of the currency (cents).`,
	});
const Price = closed({
	baseMinor: Minor("Price for the organization with the included seats"),
	perSeatMinor: Minor("Price of each additional seat"),
});
const Limits = closed(each(LIMITS, Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))), {
	description:
		"Limits of the plan; null: unlimited. Minutes, summaries and requests count in each month of a subscription.",
});

const OveragePrice = closed({
	per: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: "So many of them…", examples: [1000] }),
	amountMinor: Minor("…cost this much, prorated for fractions"),
});
const Overage = closed(each(OVERAGE_METERS, Nullable(OveragePrice)), {
	description:
		"Price of usage beyond the limits, charged at the end of each month of the subscription; null: usage beyond the limit is refused.",
});

/** What an operator may change of a plan. */
const changeable = {
	name: Type.String({ minLength: 1, maxLength: 80, examples: ["Team"] }),
	description: Type.String({ maxLength: 500 }),
	currency: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217, of a currency in use.", examples: ["EUR"] }),
	prices: closed({ month: Price, year: Price }),
	includedSeats: Type.Integer({ minimum: 0, maximum: 1_000_000, description: "Seats that the base price contains." }),
	trialDays: Type.Integer({ minimum: 0, maximum: 365, description: "Days of a trial; 0: there is none." }),
	isPublic: Type.Boolean({ description: "Whether organizations may choose it themselves." }),
	lacks: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
		maxItems: 100,
		uniqueItems: true,
		description: "Feature flags that it does not include.",
	}),
	limits: Limits,
	overage: Overage,
};

/** A plan that organizations may subscribe to. */
export const SubscriptionPlan = closed(
	{ code: Type.String({ examples: PLAN_CODES }), ...changeable },
	{ $id: "SubscriptionPlan" },
);
export type SubscriptionPlan = typeof SubscriptionPlan.static;

/** All plans. */
export const Plans = closed({ plans: Type.Array(SubscriptionPlan) }, { $id: "Plans" });
export type Plans = typeof Plans.static;

/** Selector of `fields` for the plans. */
export const plansFields = selectable(Plans);

/** Change of a plan: null restores what is built in. */
export const UpdatePlanRequest = patchOf(closed(changeable), { minProperties: 1, $id: "UpdatePlanRequestBody" });
export type UpdatePlanRequest = typeof UpdatePlanRequest.static;

/** Path parameter that identifies a plan. */
export const PlanParams = closed({
	planCode: Type.String({ minLength: 1, maxLength: 40, description: "Code of the plan.", examples: ["team"] }),
});
