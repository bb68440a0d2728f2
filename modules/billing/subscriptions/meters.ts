import type { MeteredPeriod, MeteredSegment, MeteredTerms, OrganizationRow, SubscriptionRow } from "#db/schema";
import { OVERAGE_METERS, type OverageMeter } from "#db/seed/plans";
import type { Plan } from "#modules/tenancy/plans";
import { monthContaining, PUBLIC_METERS } from "#modules/tenancy/usage";

/** Months that are kept for use that is recorded late, and the current one. */
const KEPT = 13;

/** Returns the meters that a plan sells more of than it includes, at the prices that the subscription was made with. */
function termsOf({ entitlementOverrides }: OrganizationRow, { price }: SubscriptionRow, { limits }: Plan) {
	const terms: Partial<Record<OverageMeter, MeteredTerms>> = {};
	for (const meter of OVERAGE_METERS) {
		const included = entitlementOverrides[meter] ?? limits[meter];
		const isUnlimited = entitlementOverrides[meter] === null || typeof included !== "number";
		const overage = price.overage?.[meter];
		if (overage && !isUnlimited) terms[meter] = { included, ...overage };
	}
	return terms;
}

/** Returns a subscription whose plan includes from an instant on what it does now: within its month, or in a new one. */
export function withTerms(
	organization: OrganizationRow,
	row: SubscriptionRow,
	plan: Plan,
	fromMs: number,
): SubscriptionRow {
	const segment: MeteredSegment = { fromMs, planCode: plan.code, terms: termsOf(organization, row, plan), billed: {} };
	const current = row.metered.at(-1);
	if (current !== undefined && current.fromMs <= fromMs && fromMs < current.toMs) {
		const before = current.segments.filter((each) => each.fromMs < fromMs);
		return { ...row, metered: row.metered.with(-1, { ...current, segments: [...before, segment] }) };
	}
	const month = monthContaining(row, fromMs);
	// Begun already by a change that came between the end of the period before and the job that begins this one.
	const begun = row.metered.find((each) => each.fromMs > fromMs && each.toMs === month.toMs);
	// Of a clock that was set back: months that there are already are not begun again.
	if (current !== undefined && begun === undefined && fromMs < current.fromMs)
		return withTerms(organization, row, plan, current.fromMs);
	const monthMs = month.toMs - month.fromMs;
	const period: MeteredPeriod = {
		...(begun ?? { toMs: month.toMs, monthMs, currency: row.currency }),
		fromMs,
		segments: [segment, ...(begun?.segments ?? [])],
	};
	const others = row.metered.filter((each) => each !== begun);
	return { ...row, metered: [...others, period].toSorted((a, b) => a.fromMs - b.fromMs).slice(-KEPT) };
}

/** Returns a subscription whose current month ends at an instant, unless it has ended before. */
export function endedAt(row: SubscriptionRow, atMs: number): SubscriptionRow {
	const current = row.metered.at(-1);
	if (current === undefined || current.toMs <= atMs) return row;
	const segments = current.segments.filter(({ fromMs }) => fromMs < atMs);
	const metered = row.metered.slice(0, -1);
	return { ...row, metered: segments.length === 0 ? metered : [...metered, { ...current, toMs: atMs, segments }] };
}

/** Returns when the current month is to be charged for, Unix ms; null when nothing can be. */
export function meteredUntilMs({ metered }: Pick<SubscriptionRow, "metered">): number | null {
	const current = metered.at(-1);
	return current !== undefined && metersOf(current).length > 0 ? current.toMs : null;
}

/** Returns the meters that may be charged for in a month. */
export const metersOf = ({ segments }: MeteredPeriod): OverageMeter[] =>
	OVERAGE_METERS.filter((meter) => segments.some(({ terms }) => terms[meter] !== undefined));

/** Returns when a segment of a month ends, Unix ms. */
export const endOf = ({ segments, toMs }: MeteredPeriod, index: number): number => segments[index + 1]?.fromMs ?? toMs;

/**
 * Returns how much a month includes of a meter: what is included in a whole month, times the part of it in which it was. As a
 * fraction, in what is recorded over `monthMs`: nothing is rounded.
 */
function includedIn(period: MeteredPeriod, meter: OverageMeter): bigint {
	const unit = BigInt(PUBLIC_METERS[meter].per);
	return period.segments.reduce((sum, { fromMs, terms }, index) => {
		const included = BigInt(terms[meter]?.included ?? 0);
		return sum + included * unit * BigInt(endOf(period, index) - fromMs);
	}, 0n);
}

/** Returns how many whole units of a meter a month includes, as it is shown. */
export const includedUnits = (period: MeteredPeriod, meter: OverageMeter): number =>
	Number(halfUp(includedIn(period, meter), BigInt(period.monthMs) * BigInt(PUBLIC_METERS[meter].per)));

const halfUp = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);

/**
 * Returns how many units of a meter were used in each segment of a month beyond what the month includes. What is included is
 * used up first; the total is rounded once, so that no sequence of changes gains or loses anything.
 * @param used in each segment, in the unit of what is recorded; that of a segment without a price does not count
 */
export function beyondIncluded(period: MeteredPeriod, meter: OverageMeter, used: readonly number[]): number[] {
	const month = BigInt(period.monthMs);
	const included = includedIn(period, meter);
	let [exact, before] = [0n, 0];
	return period.segments.map(({ terms }, index) => {
		if (terms[meter] === undefined) return 0;
		exact += BigInt(used[index] ?? 0) * month;
		const beyond = exact > included ? exact - included : 0n;
		const units = Number(halfUp(beyond, month * BigInt(PUBLIC_METERS[meter].per)));
		const inSegment = units - before;
		before = units;
		return inSegment;
	});
}
