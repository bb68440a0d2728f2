import type { InvoiceLine, OrganizationRow, SubscriptionRow } from "#db/schema";
import { DEFAULT_PLAN, type Plan, plansOf } from "#modules/tenancy/plans";
import { changeLines, periodLines, unusedLines } from "./lines.ts";
import { endedAt, withTerms } from "./meters.ts";
import { costUntil, withPrice } from "./proration.ts";
import { chargedPeriod, firstPeriod, monthlyPrice, nextPeriod, paidMonthly, type Terms, termColumns } from "./terms.ts";

/** When a change of plan takes effect. */
export type Effective = "immediately" | "period_end";

/** A subscription after a change, and what it charges now. */
export interface PlannedChange {
	readonly row: SubscriptionRow;
	/** In the currency of the subscription; none: nothing is charged now. */
	readonly lines: readonly InvoiceLine[];
	/** What is given back of what the period has been charged, in the currency of before; their sum is not positive. */
	readonly unused: readonly InvoiceLine[];
}

/** The plan of a subscription, which stays known although nobody may choose it any more. */
export function planOfSubscription(organization: OrganizationRow, planCode: string): Plan {
	const plan = plansOf(organization).get(planCode);
	if (plan === undefined) throw new Error(`there is no plan ${planCode}`);
	return plan;
}

/** Whether a subscription charges for its period. */
const isCharged = ({ state }: SubscriptionRow): boolean => state !== "trialing" && state !== "canceled";

/** Returns when a change takes effect unless the request says: what costs less, at the end of what is paid for. */
export function effectiveByDefault(row: SubscriptionRow, terms: Terms): Effective {
	if (!isCharged(row)) return "immediately";
	return monthlyPrice(terms) < paidMonthly(row) ? "period_end" : "immediately";
}

/** Whether these are the terms that a subscription has, so that there is nothing to change but what was planned. */
export const isSame = (row: SubscriptionRow, { plan, interval, seats }: Terms): boolean =>
	isCharged(row) && plan.code === row.planCode && interval === row.interval && seats === row.seats;

/**
 * Whether a change waits for the end of the period: because that is when it takes effect; because nothing changes, and the
 * price that was agreed stays; or because the period has ended while nobody had paid, and the next one begins with the payment.
 */
export function isForLater(row: SubscriptionRow, terms: Terms, effective: Effective, nowMs: number): boolean {
	if (!isCharged(row)) return false;
	const isOver = row.state === "paused" && row.currentPeriodEndMs <= nowMs;
	const isLeaving = endsSubscription(terms.plan);
	return effective === "period_end" || isSame(row, terms) || (isOver && !isLeaving);
}

/** Plans a change at the end of the period; one to the plan that is free of charge ends the subscription. */
export function atPeriodEnd(row: SubscriptionRow, terms: Terms): PlannedChange {
	const { plan, interval, seats } = terms;
	const [same, isLeaving] = [isSame(row, terms), endsSubscription(plan)];
	const pendingChange = same || isLeaving ? null : { planCode: plan.code, interval, seats };
	return { row: { ...row, pendingChange, cancelAtPeriodEnd: isLeaving && !same }, lines: [], unused: [] };
}

/** Whether whoever chooses a plan ends their subscription: it costs nothing, however many seats it has, and is for everybody. */
export const endsSubscription = ({ code, isPublic, prices }: Plan): boolean =>
	(isPublic || code === DEFAULT_PLAN) &&
	Object.values(prices).every(({ baseMinor, perSeatMinor }) => baseMinor === 0 && perSeatMinor === 0);

/** Returns a subscription that has ended; with it its trial, if that was going on. */
export function ended(row: SubscriptionRow, nowMs: number): SubscriptionRow {
	const trial = row.state === "trialing" ? ({ trialOutcome: "expired", trialEndsAtMs: nowMs } as const) : {};
	const none = { cancelAtPeriodEnd: false, pendingChange: null, pausesAtMs: null };
	return { ...row, ...none, ...trial, state: "canceled", canceledAtMs: nowMs };
}

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
	const charged = { ...begun, ...chargedPeriod(organization, begun, begun.currentPeriodStartMs) };
	return {
		row: withTerms(organization, charged, plan, begun.currentPeriodStartMs),
		lines: periodLines(charged, plan),
		unused: [],
	};
}

/** The state after a change: who has not paid goes on owing it, whoever makes the change. */
const stateAfter = ({ state }: SubscriptionRow): SubscriptionRow["state"] =>
	state === "past_due" || state === "paused" ? state : "active";

/**
 * Plans a change that takes effect now: within the period when its length stays, which is charged the difference, otherwise
 * with a new one. What was charged and is not used is given back, in the currency in which it was charged.
 * @param nowMs Unix ms; an instant before the period, which a clock shows that was set back, counts as its start
 */
export function immediately(
	organization: OrganizationRow,
	row: SubscriptionRow,
	terms: Terms,
	nowMs: number,
): PlannedChange {
	const was = planOfSubscription(organization, row.planCode);
	const columns = termColumns(terms);
	const changed = {
		...{ ...row, ...columns, pendingChange: null, cancelAtPeriodEnd: false },
		state: stateAfter(row),
		...(row.state === "trialing" && { trialOutcome: "converted" as const }),
	};
	const [isPaidFor, isSameCurrency] = [isCharged(row), row.currency === columns.currency];
	const atMs = isPaidFor ? Math.max(nowMs, row.currentPeriodStartMs) : nowMs;
	if (isPaidFor && row.interval === terms.interval && isSameCurrency) {
		const { priceMinor = 0 } = chargedPeriod(organization, changed, atMs).segments[0] ?? {};
		const repriced = { ...changed, segments: withPrice(row.segments, atMs, priceMinor) };
		const after = withTerms(organization, repriced, terms.plan, atMs);
		const repaid = { ...after, chargedMinor: costUntil(after, after.currentPeriodEndMs) };
		const lines = changeLines(row, was, after, terms.plan, atMs);
		return {
			row: repaid,
			...(repaid.chargedMinor < row.chargedMinor ? { lines: [], unused: lines } : { lines, unused: [] }),
		};
	}
	const period = { ...endedAt(changed, atMs), ...firstPeriod(organization, terms.interval, atMs) };
	const started = withTerms(
		organization,
		{ ...period, ...chargedPeriod(organization, period, atMs) },
		terms.plan,
		atMs,
	);
	return {
		row: started,
		lines: periodLines(started, terms.plan),
		unused: isPaidFor ? unusedLines(row, was, atMs) : [],
	};
}

/** Plans the end of a subscription now. What was charged and is not used is given back; a trial has been one. */
export function leavingNow(
	organization: OrganizationRow,
	row: SubscriptionRow,
	terms: Terms,
	nowMs: number,
): PlannedChange {
	const { row: free } = immediately(organization, row, terms, nowMs);
	const { trialOutcome, trialEndsAtMs } = ended(row, nowMs);
	const was = planOfSubscription(organization, row.planCode);
	return {
		row: { ...ended(endedAt(free, nowMs), nowMs), trialOutcome, trialEndsAtMs },
		lines: [],
		unused: isCharged(row) ? unusedLines(row, was, Math.max(nowMs, row.currentPeriodStartMs)) : [],
	};
}
