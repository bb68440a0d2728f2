import type { OrganizationRow, SubscriptionRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { enforcementOf, planOf } from "#modules/tenancy/plans";
import type { PublishedSubscription, Subscription } from "./schemas.ts";

/** Converts a subscription to its representation. */
export const toSubscription = (row: SubscriptionRow): Subscription => ({
	id: row.id,
	planCode: row.planCode,
	status: row.state,
	interval: row.interval,
	seats: row.seats,
	currentPeriodStart: rfc3339(row.currentPeriodStartMs),
	currentPeriodEnd: rfc3339(row.currentPeriodEndMs),
	cancelAtPeriodEnd: row.cancelAtPeriodEnd,
	pendingChange:
		row.pendingChange === null ? null : { ...row.pendingChange, effectiveAt: rfc3339(row.currentPeriodEndMs) },
	trialEndsAt: row.trialEndsAtMs === null ? null : rfc3339(row.trialEndsAtMs),
});

/** Converts a subscription to its form in events. */
export const toPublished = (row: SubscriptionRow): PublishedSubscription => ({
	...toSubscription(row),
	orgId: row.orgId,
});

/** Returns what is shown of an organization without a subscription of its own, or where no plan is enforced. */
const withoutSubscription = (organization: OrganizationRow): Subscription => ({
	id: null,
	planCode: planOf(organization).code,
	status: enforcementOf(organization) === "off" ? "unlimited" : "active",
	interval: null,
	seats: null,
	currentPeriodStart: null,
	currentPeriodEnd: null,
	cancelAtPeriodEnd: false,
	pendingChange: null,
	trialEndsAt: null,
});

/** Returns what an organization has subscribed to. @param row undefined: nothing */
export const shownSubscription = (organization: OrganizationRow, row: SubscriptionRow | undefined): Subscription =>
	row === undefined || enforcementOf(organization) === "off" ? withoutSubscription(organization) : toSubscription(row);
