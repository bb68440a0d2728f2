import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { costUntil, type PricedPeriod, withPrice } from "../../modules/billing/subscriptions/proration.ts";
import { startOfPeriod } from "../../modules/tenancy/usage/periods.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const START_MS = Date.UTC(2026, 0, 1);

/** A period, and prices that are changed to at instants of it, in any order. */
const histories = fc.record({
	lengthMs: fc.integer({ min: 1, max: 366 * DAY_MS }),
	prices: fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), priceMinor: fc.nat(100_000_000) }), {
		minLength: 1,
		maxLength: 30,
	}),
});

/** Plays changes of price, each charged or given back when it is made. Returns every amount, and the period. */
function play({ lengthMs, prices }: History) {
	const endMs = START_MS + lengthMs;
	const [first, ...changes] = prices.toSorted((a, b) => a.at - b.at);
	let period: PricedPeriod = {
		currentPeriodStartMs: START_MS,
		currentPeriodEndMs: endMs,
		segments: [{ fromMs: START_MS, priceMinor: first?.priceMinor ?? 0 }],
	};
	const charged = [costUntil(period, endMs)];
	for (const { at, priceMinor } of changes) {
		const nowMs = START_MS + Math.floor(at * (lengthMs - 1));
		period = { ...period, segments: withPrice(period.segments, nowMs, priceMinor) };
		charged.push(costUntil(period, endMs) - sum(charged));
	}
	return { charged, period };
}

interface History {
	readonly lengthMs: number;
	readonly prices: readonly { readonly at: number; readonly priceMinor: number }[];
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** What a period costs, as a fraction: the sum of price × time, over its length. */
function exactCost({ currentPeriodStartMs, currentPeriodEndMs, segments }: PricedPeriod) {
	const times = segments.map(({ fromMs, priceMinor }, at) => {
		const toMs = segments[at + 1]?.fromMs ?? currentPeriodEndMs;
		return BigInt(priceMinor) * BigInt(toMs - fromMs);
	});
	return {
		sum: times.reduce((total, each) => total + each, 0n),
		length: BigInt(currentPeriodEndMs - currentPeriodStartMs),
	};
}

describe("What a period costs whose price changes", () => {
	test("is charged to the cent, whatever the sequence of changes: at most half a cent from price × time", () => {
		fc.assert(
			fc.property(histories, (history) => {
				const { charged, period } = play(history);
				const { sum: exact, length } = exactCost(period);
				const off = 2n * (BigInt(sum(charged)) * length - exact);
				expect(off <= length && off >= -length).toBe(true);
			}),
			{ numRuns: 2_000 },
		);
	});

	test("is the price of what it was for all of the time, after any changes that were taken back at once", () => {
		fc.assert(
			fc.property(histories, fc.nat(100_000_000), ({ lengthMs, prices }, priceMinor) => {
				const there = prices.flatMap(({ at, priceMinor: other }) => [
					{ at, priceMinor: other },
					{ at, priceMinor },
				]);
				const { charged } = play({ lengthMs, prices: [{ at: 0, priceMinor }, ...there] });
				expect(sum(charged)).toBe(priceMinor);
			}),
			{ numRuns: 1_000 },
		);
	});

	test("is never negative, nor more than the highest price", () => {
		fc.assert(
			fc.property(histories, (history) => {
				const { charged, period } = play(history);
				const highest = Math.max(...period.segments.map(({ priceMinor }) => priceMinor));
				expect(sum(charged)).toBeGreaterThanOrEqual(0);
				expect(sum(charged)).toBeLessThanOrEqual(highest);
			}),
			{ numRuns: 1_000 },
		);
	});
});

describe("Periods", () => {
	const local = (ms: number, timezone: string) =>
		Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDateTime().toString();
	const from = (text: string, timezone: string) =>
		Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).epochMilliseconds;

	test("of a month that began on the 31st begin on the last day of shorter months, and on the 31st again", () => {
		const source = {
			anchorMs: from("2027-01-31T09:30", "Europe/Berlin"),
			timezone: "Europe/Berlin",
			interval: "month",
		} as const;

		const starts = [0, 1, 2, 3, 12, 13].map((index) => local(startOfPeriod(source, index), source.timezone));

		expect(starts).toEqual([
			"2027-01-31T09:30:00",
			"2027-02-28T09:30:00",
			"2027-03-31T09:30:00",
			"2027-04-30T09:30:00",
			"2028-01-31T09:30:00",
			"2028-02-29T09:30:00",
		]);
	});

	test("begin at the same local time on both sides of daylight saving time, an hour later where that time is skipped", () => {
		const source = {
			anchorMs: from("2027-02-28T02:30", "Europe/Berlin"),
			timezone: "Europe/Berlin",
			interval: "month",
		} as const;

		const starts = [1, 2, 8].map((index) => local(startOfPeriod(source, index), source.timezone));

		expect(starts).toEqual(["2027-03-28T03:30:00", "2027-04-28T02:30:00", "2027-10-28T02:30:00"]);
	});

	test("of a year that began on a leap day begin on February 28, and on the 29th in leap years", () => {
		const source = {
			anchorMs: from("2028-02-29T00:00", "Asia/Tokyo"),
			timezone: "Asia/Tokyo",
			interval: "year",
		} as const;

		const starts = [1, 4].map((index) => local(startOfPeriod(source, index), source.timezone));

		expect(starts).toEqual(["2029-02-28T00:00:00", "2032-02-29T00:00:00"]);
	});

	test("follow each other without a gap in every time zone", () => {
		const zones = [
			"UTC",
			"America/New_York",
			"Australia/Lord_Howe",
			"Pacific/Apia",
			"Africa/Casablanca",
			"Asia/Kathmandu",
		];
		for (const timezone of zones)
			for (let day = 0; day < 365; day += 7) {
				const source = { anchorMs: START_MS + day * DAY_MS, timezone, interval: "month" } as const;
				const starts = Array.from({ length: 25 }, (_, index) => startOfPeriod(source, index));
				const lengths = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
				expect(Math.min(...lengths)).toBeGreaterThan(27 * DAY_MS);
				expect(Math.max(...lengths)).toBeLessThan(32 * DAY_MS);
			}
	});
});
