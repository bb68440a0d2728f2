import type { OrganizationRow, SubscriptionRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { SubscriptionEntitlements } from "#modules/billing/subscriptions";
import { DEFAULT_PLAN, planOf } from "#modules/tenancy/plans";
import { percentOf } from "#modules/tenancy/usage";
import type { Trial } from "./schemas.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Days before its end from which on a trial is said to expire. */
const EXPIRING_DAYS = 3;

/** Returns the days of a trial that are left, each counted once it has begun. */
export const daysLeft = (endsAtMs: number, nowMs: number): number =>
	Math.max(0, Math.ceil((endsAtMs - nowMs) / DAY_MS));

function statusOf(row: SubscriptionRow | undefined, nowMs: number): Trial["status"] {
	if (row === undefined || row.trialEndsAtMs === null) return "none";
	if (row.trialOutcome !== null) return row.trialOutcome;
	if (row.state !== "trialing") return "expired";
	return daysLeft(row.trialEndsAtMs, nowMs) <= EXPIRING_DAYS ? "expiring" : "active";
}

const limitOf = ({ key, value, used = 0, unit = "" }: SubscriptionEntitlements): Trial["limits"][number] => {
	const limit = typeof value === "number" ? value : null;
	const remaining = limit === null ? null : Math.max(0, limit - used);
	return { key, limit, used, remaining, unit, percent: percentOf(used, limit) };
};

/** Converts a subscription, or none, to the representation of the trial. */
export function toTrial(
	organization: OrganizationRow,
	row: SubscriptionRow | undefined,
	entitlements: readonly SubscriptionEntitlements[],
	nowMs: number,
): Trial {
	const startedAtMs = row?.trialStartedAtMs ?? null;
	const endsAtMs = row?.trialEndsAtMs ?? null;
	const isRunning = row?.state === "trialing" && endsAtMs !== null;
	return {
		status: statusOf(row, nowMs),
		startedAt: startedAtMs === null ? null : rfc3339(startedAtMs),
		endsAt: endsAtMs === null ? null : rfc3339(endsAtMs),
		daysLeft: isRunning ? daysLeft(endsAtMs, nowMs) : null,
		plan: planOf(organization).code,
		limits: entitlements.filter(({ used }) => used !== undefined).map(limitOf),
		onExpiry: isRunning ? DEFAULT_PLAN : planOf(organization).code,
	};
}
