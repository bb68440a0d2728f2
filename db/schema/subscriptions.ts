import { bigint, bool, instant, int, json, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";
import type { OverageMeter, OveragePrice } from "../seed/plans.ts";
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
	/** What more than is included costs; absent or null: there is no more. */
	readonly overage?: Readonly<Partial<Record<OverageMeter, OveragePrice | null>>>;
}

/** What the whole period costs from an instant on. */
export interface PriceSegment {
	/** Unix ms. */
	readonly fromMs: number;
	/** For a whole period. */
	readonly priceMinor: number;
}

/** What a meter includes and costs beyond that, from an instant on. */
export interface MeteredTerms extends OveragePrice {
	/** In a whole month. */
	readonly included: number;
}

/** A part of a metered month in which the terms stay the same. */
export interface MeteredSegment {
	/** Unix ms. */
	readonly fromMs: number;
	readonly planCode: string;
	/** Only of meters of which more is sold than is included. */
	readonly terms: Readonly<Partial<Record<OverageMeter, MeteredTerms>>>;
	/** How many units beyond what is included were charged so far. */
	readonly billed: Readonly<Partial<Record<OverageMeter, number>>>;
}

/** A month of a subscription in which use beyond what is included is charged for. */
export interface MeteredPeriod {
	/** Unix ms. */
	readonly fromMs: number;
	/** Unix ms, exclusive; before the end of the month when it ended early. */
	readonly toMs: number;
	/** Length of the whole month in ms. */
	readonly monthMs: number;
	/** ISO 4217. */
	readonly currency: string;
	/** Oldest first; each applies until the next. */
	readonly segments: readonly MeteredSegment[];
	/** What had been used when it was charged, in the unit of what is recorded; absent: it was not. */
	readonly used?: Readonly<Partial<Record<OverageMeter, number>>>;
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
		...ofTenant({ export: "subscription" }),
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
		/** The metered months, oldest first; the last one goes on. Earlier ones are kept for use that is recorded late. */
		metered: json<readonly MeteredPeriod[]>().notNull().default([]),
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
