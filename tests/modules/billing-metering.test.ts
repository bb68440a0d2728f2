import { expect, test } from "bun:test";
import fc from "fast-check";
import type { MeteredPeriod, MeteredTerms } from "#db/schema";
import { beyondIncluded, includedUnits } from "../../modules/billing/subscriptions/meters.ts";
import { monthContaining, startOfPeriod } from "../../modules/tenancy/usage/periods.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2030, 0, 31, 9, 30);
const MONTH_MS = 28 * DAY_MS;

const terms = fc.record({
	included: fc.oneof(fc.constant(0), fc.nat(100_000)),
	per: fc.constantFrom(1, 100, 1_000),
	amountMinor: fc.nat(5_000),
});
/** A month, plans that apply in it from an instant on (undefined: one that sells no more), and use at instants of it. */
const months = fc.record({
	plans: fc.array(fc.record({ at: fc.integer({ min: 0, max: MONTH_MS - 1 }), terms: fc.option(terms) }), {
		minLength: 1,
		maxLength: 12,
	}),
	uses: fc.array(fc.record({ at: fc.integer({ min: 0, max: MONTH_MS - 1 }), ms: fc.nat(1_000 * MINUTE_MS) }), {
		maxLength: 60,
	}),
});

/** Returns a month in which these plans applied. */
function periodOf(plans: readonly { readonly at: number; readonly terms: MeteredTerms | null }[]): MeteredPeriod {
	const changes = new Map(plans.map((each, index) => [index === 0 ? 0 : each.at, each.terms]));
	return {
		fromMs: START_MS,
		toMs: START_MS + MONTH_MS,
		monthMs: MONTH_MS,
		currency: "EUR",
		segments: [...changes]
			.toSorted(([a], [b]) => a - b)
			.map(([at, of]) => ({
				fromMs: START_MS + at,
				planCode: "team",
				terms: of === null ? {} : { transcription_minutes: of },
				billed: {},
			})),
	};
}

/** Returns what was used in each segment. */
const usedIn = ({ segments, toMs }: MeteredPeriod, uses: readonly { readonly at: number; readonly ms: number }[]) =>
	segments.map(({ fromMs }, index) => {
		const endMs = segments[index + 1]?.fromMs ?? toMs;
		return uses
			.filter(({ at }) => START_MS + at >= fromMs && START_MS + at < endMs)
			.reduce((sum, { ms }) => sum + ms, 0);
	});

const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);

test("What is charged for beyond what is included is all of it, rounded once, whatever the sequence of changes", () => {
	fc.assert(
		fc.property(months, ({ plans, uses }) => {
			const period = periodOf(plans);
			const used = usedIn(period, uses);
			const units = beyondIncluded(period, "transcription_minutes", used);

			// By hand: minutes of the segments that have a price, less included × time of each, as a fraction over the month.
			let exact = 0n;
			for (const [index, { fromMs, terms: of }] of period.segments.entries()) {
				const own = of.transcription_minutes;
				if (own === undefined) continue;
				const lasted = (period.segments[index + 1]?.fromMs ?? period.toMs) - fromMs;
				exact += BigInt(used[index] ?? 0) * BigInt(MONTH_MS) - BigInt(own.included * MINUTE_MS) * BigInt(lasted);
			}
			const unit = BigInt(MONTH_MS) * BigInt(MINUTE_MS);
			const off = 2n * (BigInt(sum(units)) * unit - (exact > 0n ? exact : 0n));
			expect(off <= unit && off >= -unit).toBe(true);
			expect(Math.min(...units)).toBeGreaterThanOrEqual(0);
		}),
		{ numRuns: 2_000 },
	);
});

test("What is recorded late adds up to the same as if it had been there in time", () => {
	fc.assert(
		fc.property(months, fc.nat(60), ({ plans, uses }, late) => {
			const period = periodOf(plans);
			const units = (part: typeof uses) => beyondIncluded(period, "transcription_minutes", usedIn(period, part));
			const first = units(uses.slice(0, late));
			const rest = units(uses).map((each, index) => each - (first[index] ?? 0));

			expect(sum(first) + sum(rest)).toBe(sum(units(uses)));
			expect(sum(rest)).toBeGreaterThanOrEqual(0);
		}),
		{ numRuns: 1_000 },
	);
});

test("A plan that applies for a part of the month includes that part of it", () => {
	const price = { per: 100, amountMinor: 90 };
	const period = periodOf([
		{ at: 0, terms: { included: 10_000, ...price } },
		{ at: 7 * DAY_MS, terms: { included: 100_000, ...price } },
	]);

	expect(includedUnits(period, "transcription_minutes")).toBe(2_500 + 75_000);
	expect(beyondIncluded(period, "transcription_minutes", [20_000 * MINUTE_MS, 60_000 * MINUTE_MS + 31_000])).toEqual([
		0, 2_501,
	]);
});

test("The month of a subscription that contains an instant begins on its day, in every time zone", () => {
	for (const timezone of ["UTC", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"])
		for (let day = -40; day < 800; day += 3) {
			const anchorMs = START_MS + 1_000;
			const atMs = anchorMs + day * DAY_MS;
			const { fromMs, toMs } = monthContaining({ anchorMs, timezone }, atMs);
			expect(fromMs <= atMs && atMs < toMs).toBe(true);
			const next = monthContaining({ anchorMs, timezone }, toMs);
			expect(next.fromMs).toBe(toMs);
			if (day === 365)
				expect(startOfPeriod({ anchorMs, timezone, interval: "year" }, 1)).toBe(
					startOfPeriod({ anchorMs, timezone, interval: "month" }, 12),
				);
		}
});
