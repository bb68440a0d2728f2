import type { Enforcement, OrganizationRow, UsageAlertRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { enforcementOf, entitlementValue } from "#modules/tenancy/plans";
import {
	currentUsage,
	findSubscribed,
	METER_NAMES,
	overagePrice,
	PUBLIC_METERS,
	type PublicMeter,
	usagePeriod,
} from "#modules/tenancy/usage";
import type { Span } from "#platform/usage";
import { listAlerts } from "./repository.ts";
import { type Beyond, THRESHOLDS, type Threshold } from "./schemas.ts";

/** A share of a limit that was reached, of which the organization was not notified. */
export interface DueAlert {
	readonly meter: PublicMeter;
	readonly threshold: Threshold;
	/** In the unit of the meter. */
	readonly limit: number;
	/** In the unit of the meter, not rounded. */
	readonly used: number;
	readonly period: Span;
	readonly beyond: Beyond;
}

const BEYOND = { off: "announced", soft: "announced", hard: "refused" } as const satisfies Record<Enforcement, Beyond>;

const limitOf = (row: OrganizationRow, meter: PublicMeter): number => {
	const value = entitlementValue(row, meter);
	// Of what is not included at all, nothing can be used up.
	return typeof value === "number" ? value : 0;
};

function isNotified(
	alert: UsageAlertRow | undefined,
	{ threshold, limit, period }: Pick<DueAlert, "threshold" | "limit" | "period">,
): boolean {
	if (alert === undefined || alert.periodStartMs !== period.fromMs) return false;
	return alert.threshold >= threshold && alert.limit >= limit;
}

/** Returns the shares of limits that an organization has reached by an instant and was not notified of: of each meter the greatest. */
export async function dueAlerts(db: ReadDb, row: OrganizationRow, nowMs: number): Promise<DueAlert[]> {
	if (row.state !== "active" || enforcementOf(row) === "off") return [];
	const limited = METER_NAMES.filter((meter) => limitOf(row, meter) > 0);
	if (limited.length === 0) return [];
	const subscribed = await findSubscribed(db, { orgId: row.id });
	const period = usagePeriod(row, subscribed, nowMs);
	const [notified, ...used] = await Promise.all([
		listAlerts(db, { orgId: row.id }),
		...limited.map((meter) => currentUsage(db, row, meter, period.fromMs)),
	]);
	return limited.flatMap((meter, index) => {
		const beyond: Beyond = overagePrice(subscribed, meter) === null ? BEYOND[enforcementOf(row)] : "charged";
		const due = { meter, limit: limitOf(row, meter), used: used[index] ?? 0, period, beyond };
		const threshold = THRESHOLDS.find((percent) => due.used * 100 >= due.limit * percent);
		if (threshold === undefined) return [];
		const alert = notified.find((each) => each.meter === PUBLIC_METERS[meter].meter);
		return isNotified(alert, { ...due, threshold }) ? [] : [{ ...due, threshold }];
	});
}
