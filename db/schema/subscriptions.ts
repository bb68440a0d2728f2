import { bigint, bool, instant, int, json, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** States of a subscription. `paused`: it was not paid for, and the organization is suspended. */
export const SUBSCRIPTION_STATES = ["trialing", "active", "past_due", "paused", "canceled"] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** Lengths of the periods of a subscription. */
export const SUBSCRIPTION_INTERVALS = ["month", "year"] as const;

/** How a trial has ended. */
export const TRIAL_OUTCOMES = ["converted", "expired"] as const;

/** The price of a plan when it was chosen, in minor units of the currency. */
export interface SubscriptionPrice {
	readonly baseMinor: number;
	readonly perSeatMinor: number;
	readonly includedSeats: number;
}

/** What the whole period costs from an instant on. */
export interface PriceSegment {
	/** Unix ms. */
	readonly fromMs: number;
	/** For a whole period. */
	readonly priceMinor: number;
}

/** A change that takes effect at the end of the period. */
export interface PendingChange {
	readonly planCode: string;
	readonly interval: (typeof SUBSCRIPTION_INTERVALS)[number];
	readonly seats: number;
}

/** What organizations have subscribed to, one row each. */
export const subscriptions = table(
	"subscriptions",
	{
		...ofTenant(),
		planCode: text().notNull(),
		state: oneOf(...SUBSCRIPTION_STATES).notNull(),
		interval: oneOf(...SUBSCRIPTION_INTERVALS).notNull(),
		/** Seats that are paid for. */
		seats: int().notNull(),
		/** ISO 4217. */
		currency: text().notNull(),
		/** Kept until the plan, the interval or the seats change. */
		price: json<SubscriptionPrice>().notNull(),
		/** IANA name of the time zone in which periods are counted. */
		timezone: text().notNull(),
		/** Start of the first period, from which all others are counted. */
		anchorMs: instant().notNull(),
		/** Number of the current period, from 0. */
		periodIndex: int().notNull(),
		currentPeriodStartMs: instant().notNull(),
		currentPeriodEndMs: instant().notNull(),
		/** Prices within the current period, oldest first; none during a trial. */
		segments: json<readonly PriceSegment[]>().notNull(),
		/** What was charged for the current period so far. */
		chargedMinor: bigint().notNull(),
		cancelAtPeriodEnd: bool().notNull(),
		pendingChange: json<PendingChange>(),
		/** Null: there was no trial. */
		trialStartedAtMs: instant(),
		trialEndsAtMs: instant(),
		/** Null: it has not ended, or there was none. */
		trialOutcome: text().$type<(typeof TRIAL_OUTCOMES)[number]>(),
		/** When an organization that has not paid is suspended; null unless an invoice is overdue. */
		pausesAtMs: instant(),
		canceledAtMs: instant(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("subscriptions", t),
		uniqueIndex("subscriptions_once").on(t.orgId),
		...knownValues("subscriptions", t),
	],
);

/** A subscription as stored. */
export type SubscriptionRow = typeof subscriptions.$inferSelect;
