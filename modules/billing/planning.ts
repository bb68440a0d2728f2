import type { InvoiceLine, OrganizationRow, SubscriptionRow } from "#db/schema";
import { type Plan, plansOf } from "#modules/plans";
import { changeLines, periodLines, unusedLines } from "./lines.ts";
import { endedAt, withTerms } from "./metering.ts";
import { costUntil, withPrice } from "./proration.ts";
import { chargedPeriod, firstPeriod, monthlyPrice, nextPeriod, type Terms, termColumns } from "./terms.ts";

/** When a change of plan takes effect. */
export type Effective = "immediately" | "period_end";

/** A subscription after a change, and what it charges now. */
export interface PlannedChange {
	readonly row: SubscriptionRow;
	/** None: nothing is charged or given back now. */
	readonly lines: readonly InvoiceLine[];
}

/** The plan of a subscription, which stays known although nobody may choose it any more. */
export function planOfSubscription(organization: OrganizationRow, planCode: string): Plan {
	const plan = plansOf(organization).get(planCode);
	if (plan === undefined) throw new Error(`there is no plan ${planCode}`);
	return plan;
}

/** The terms of a subscription as they are now. */
export const termsOf = (organization: OrganizationRow, row: SubscriptionRow): Terms => ({
	plan: planOfSubscription(organization, row.planCode),
	interval: row.interval,
	seats: row.seats,
});

/** Whether a subscription charges for its period. */
const isCharged = ({ state }: SubscriptionRow): boolean => state !== "trialing" && state !== "canceled";

/** Returns when a change takes effect unless the request says: what costs less, at the end of what is paid for. */
export function effectiveByDefault(organization: OrganizationRow, row: SubscriptionRow, terms: Terms): Effective {
	if (!isCharged(row)) return "immediately";
	return monthlyPrice(terms) < monthlyPrice(termsOf(organization, row)) ? "period_end" : "immediately";
}

/** Plans a change at the end of the period; one to the plan that is free of charge ends the subscription. */
export function atPeriodEnd(row: SubscriptionRow, { plan, interval, seats }: Terms): PlannedChange {
	const isSame = plan.code === row.planCode && interval === row.interval && seats === row.seats;
	const isFree = isFreeOfCharge(plan);
	const pendingChange = isSame || isFree ? null : { planCode: plan.code, interval, seats };
	return { row: { ...row, pendingChange, cancelAtPeriodEnd: isFree && !isSame }, lines: [] };
}

/** Whether a plan costs nothing, however many seats it has. */
export const isFreeOfCharge = ({ prices }: Plan): boolean =>
	Object.values(prices).every(({ baseMinor, perSeatMinor }) => baseMinor === 0 && perSeatMinor === 0);

/**
 * Returns a subscription in its next period, on other terms where that was asked for, and the lines of that period.
 * @param startMs when it begins, Unix ms; absent: when the current one ends
 */
export function renewed(organization: OrganizationRow, row: SubscriptionRow, startMs?: number): PlannedChange {
	const { pendingChange } = row;
	const plan = planOfSubscription(organization, pendingChange?.planCode ?? row.planCode);
	const interval = pendingChange?.interval ?? row.interval;
	const period =
		startMs === undefined && interval === row.interval
			? nextPeriod(row)
			: firstPeriod(organization, interval, startMs ?? row.currentPeriodEndMs);
	const terms = pendingChange === null ? {} : termColumns({ ...pendingChange, plan });
	const begun = { ...row, ...terms, ...period, pendingChange: null };
	const charged = { ...begun, ...chargedPeriod(begun, begun.currentPeriodStartMs) };
	return {
		row: withTerms(organization, charged, plan, begun.currentPeriodStartMs),
		lines: periodLines(charged, plan),
	};
}

/**
 * Plans a change that takes effect now: within the period when its length stays, otherwise with a new one. What was charged
 * and is not used is given back.
 */
export function immediately(
	organization: OrganizationRow,
	row: SubscriptionRow,
	terms: Terms,
	nowMs: number,
): PlannedChange {
	const was = planOfSubscription(organization, row.planCode);
	const columns = termColumns(terms);
	const changed = { ...row, ...columns, state: "active", pendingChange: null, cancelAtPeriodEnd: false } as const;
	if (isCharged(row) && row.interval === terms.interval && row.currency === columns.currency) {
		const { priceMinor = 0 } = chargedPeriod(changed, nowMs).segments[0] ?? {};
		const repriced = { ...changed, segments: withPrice(row.segments, nowMs, priceMinor) };
		const after = withTerms(organization, repriced, terms.plan, nowMs);
		const lines = changeLines(row, was, after, terms.plan, nowMs);
		return { row: { ...after, chargedMinor: costUntil(after, after.currentPeriodEndMs) }, lines };
	}
	const period = { ...endedAt(changed, nowMs), ...firstPeriod(organization, terms.interval, nowMs) };
	const started = withTerms(organization, { ...period, ...chargedPeriod(period, nowMs) }, terms.plan, nowMs);
	const unused = isCharged(row) && row.currency === columns.currency ? unusedLines(row, was, nowMs) : [];
	return { row: started, lines: [...unused, ...periodLines(started, terms.plan)] };
}
