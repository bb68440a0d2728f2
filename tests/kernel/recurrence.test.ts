import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import ICAL from "ical.js";
import { occurrencesOf, parseRule, type Recurrence } from "#kernel/recurrence";
import { refusalOf } from "./refusals.ts";

const recurring = (rule: string, startsAt: string, more: Partial<Recurrence> = {}): Recurrence => ({
	rule: parseRule(rule, "/rule"),
	startsAt,
	timezone: "Europe/Berlin",
	exDates: [],
	rDates: [],
	...more,
});

const always = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };
const first = (limit: number, recurrence: Recurrence) =>
	occurrencesOf(recurrence, { ...always, limit }).map(({ occurrence }) => occurrence);

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const some = <T>(values: readonly T[], maxLength: number) =>
	fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength }).map((list) => list.join(","));
const monthDays = Array.from({ length: 31 }, (_, index) => index + 1).flatMap((day) => [day, -day]);
const none = fc.constant("");
const part = (name: string, values: fc.Arbitrary<string | number>) => values.map((value) => `;${name}=${value}`);
const weekdays = part("BYDAY", some(WEEKDAYS, 7));
const days: Record<string, fc.Arbitrary<string>> = {
	// ical.js never ends with days from the end of a month in a daily rule.
	DAILY: fc.oneof(
		none,
		weekdays,
		part(
			"BYMONTHDAY",
			some(
				monthDays.filter((day) => day > 0),
				5,
			),
		),
	),
	WEEKLY: fc.oneof(none, weekdays),
	MONTHLY: fc.oneof(
		none,
		weekdays,
		part(
			"BYDAY",
			some(
				WEEKDAYS.flatMap((day) => [`1${day}`, `2${day}`, `4${day}`, `5${day}`, `-1${day}`, `-5${day}`]),
				3,
			),
		),
		part("BYMONTHDAY", some(monthDays, 5)),
		fc.tuple(weekdays, part("BYMONTHDAY", some(monthDays, 5))).map((both) => both.join("")),
	),
};
const rules = fc
	.constantFrom("DAILY", "WEEKLY", "MONTHLY")
	.chain((frequency) =>
		fc
			.tuple(
				fc.constant(`FREQ=${frequency}`),
				days[frequency] ?? none,
				fc.oneof(none, part("INTERVAL", fc.integer({ min: 1, max: 6 }))),
				fc.oneof(none, part("WKST", fc.constantFrom(...WEEKDAYS))),
				fc.oneof(
					none,
					part("COUNT", fc.integer({ min: 1, max: 40 })),
					part("UNTIL", fc.constantFrom("20270329T033000", "20261231T080000", "20280229T235959")),
				),
			)
			.chain(([freq, by, ...rest]) =>
				(by === "" || frequency === "DAILY" ? none : fc.oneof(none, part("BYSETPOS", some([1, -1], 2)))).map(
					(position) => [freq, by, position, ...rest].join(""),
				),
			),
	);
const recurrences = fc
	.record({
		rule: rules.map((rule) => parseRule(rule, "")),
		day: fc.integer({ min: 0, max: 800 }),
		time: fc.constantFrom("00:00:00", "01:30:00", "02:00:00", "02:30:00", "08:00:00", "23:59:59"),
		timezone: fc.constantFrom(
			"Europe/Berlin",
			"America/New_York",
			"America/Santiago",
			"Australia/Lord_Howe",
			"Asia/Kathmandu",
			"Africa/Casablanca",
			"America/St_Johns",
			"Pacific/Auckland",
			"Etc/UTC",
		),
	})
	.map(({ rule, day, time, timezone }): Recurrence => {
		const date = new Date(Date.parse("2026-01-01T00:00:00Z") + day * 86_400_000).toISOString().slice(0, 10);
		return { rule, startsAt: `${date}T${time}`, timezone, exDates: [], rDates: [] };
	});

/** What ical.js is wrong about: positions but among plain weekdays of a month, and days of a month together with weekdays. */
const isKnownToIcal = ({ rule }: Recurrence) =>
	!/WEEKLY.*BYSETPOS|BYMONTHDAY.*BYSETPOS|\d[A-Z]{2}.*BYSETPOS|BYDAY.*BYMONTHDAY/.test(rule);

/** The first local times of a rule, by another implementation, which knows no zones here. */
function icalTimes({ rule, startsAt }: Recurrence, most: number): string[] {
	const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(startsAt));
	const times: string[] = [];
	while (times.length < most) {
		const next = iterator.next();
		if (!next) break;
		times.push(next.toString());
	}
	return times;
}

const shown = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show at a time, by `Intl`, which knows nothing of `Temporal`. */
function shownIn(timezone: string, ms: number): string {
	const format =
		shown.get(timezone) ??
		new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "medium" });
	shown.set(timezone, format);
	return format.format(ms).replace(" ", "T");
}

describe("parseRule", () => {
	test.each([
		["freq=weekly;byday=mo,we,mo", "FREQ=WEEKLY;BYDAY=MO,WE"],
		["COUNT=0010;INTERVAL=1;WKST=MO;FREQ=DAILY", "FREQ=DAILY;COUNT=10"],
		["FREQ=WEEKLY;WKST=SU;INTERVAL=2;UNTIL=20261218T220000Z", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;UNTIL=20261218T220000Z"],
		["FREQ=MONTHLY;BYDAY=+1MO,-1FR", "FREQ=MONTHLY;BYDAY=1MO,-1FR"],
		["FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU,WE,TH,FR", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
		["FREQ=MONTHLY;BYMONTHDAY=1,-1,+1;UNTIL=20280229", "FREQ=MONTHLY;BYMONTHDAY=1,-1;UNTIL=20280229"],
	])("reads %s as %s", (raw, rule) => {
		expect(parseRule(raw, "/rule")).toBe(rule);
	});

	test.each([
		["", "must be a recurrence rule"],
		["RRULE:FREQ=DAILY", "must be a recurrence rule"],
		["FREQ=DAILY;", "must be a recurrence rule"],
		["FREQ=DAILY\nEXDATE=1", "must be a recurrence rule"],
		["INTERVAL=2", "must have FREQ, which is one of DAILY, WEEKLY, MONTHLY"],
		["FREQ=YEARLY", "must have FREQ, which is one of DAILY, WEEKLY, MONTHLY"],
		["FREQ=HOURLY", "must have FREQ, which is one of DAILY, WEEKLY, MONTHLY"],
		["FREQ=DAILY;BYHOUR=8", "must not have BYHOUR: supported are FREQ, INTERVAL"],
		["FREQ=DAILY;BYMONTH=8", "must not have BYMONTH: supported are FREQ, INTERVAL"],
		["FREQ=DAILY;FREQ=WEEKLY", "must have FREQ only once"],
		["FREQ=DAILY;COUNT=1000000000", "must have COUNT from 1 to 2000"],
		["FREQ=DAILY;COUNT=0", "must have COUNT from 1 to 2000"],
		["FREQ=DAILY;INTERVAL=9007199254740993", "must have INTERVAL from 1 to 1000"],
		["FREQ=DAILY;COUNT=2;UNTIL=20261218", "must not have both COUNT and UNTIL"],
		["FREQ=DAILY;UNTIL=20260229", "must have an UNTIL such as"],
		["FREQ=DAILY;UNTIL=20261218T250000Z", "must have an UNTIL such as"],
		["FREQ=DAILY;WKST=XX", "must have WKST, which is one of MO, TU"],
		["FREQ=WEEKLY;BYDAY=1MO", "must have BYDAY without numbers"],
		["FREQ=MONTHLY;BYDAY=0MO", "must have weekdays in BYDAY"],
		["FREQ=MONTHLY;BYDAY=MO,", "must have weekdays in BYDAY"],
		["FREQ=MONTHLY;BYMONTHDAY=32", "must have numbers from 1 to 31"],
		["FREQ=MONTHLY;BYMONTHDAY=0", "must have numbers from 1 to 31"],
		["FREQ=WEEKLY;BYMONTHDAY=1", "must not have BYMONTHDAY if FREQ is WEEKLY"],
		["FREQ=MONTHLY;BYSETPOS=1", "must have BYDAY or BYMONTHDAY"],
		["FREQ=MONTHLY;BYMONTHDAY=31;BYSETPOS=9", "must have no BYSETPOS of 9: the other parts choose at most 1"],
		[`FREQ=MONTHLY;BYMONTHDAY=${"1,".repeat(250)}1`, "must have at most 500 characters"],
	])("refuses %s", (raw, message) => {
		const refusal = refusalOf(() => parseRule(raw, "/recurrence/rule"));

		expect(refusal.code).toBe("validation_failed");
		expect(refusal.fieldErrors[0]).toStartWith("/recurrence/rule ");
		expect(refusal.message).toContain(message);
	});

	test("refuses nothing that it has written itself, and does not change it", () => {
		fc.assert(
			fc.property(rules, (rule) => expect(parseRule(parseRule(rule, ""), "")).toBe(parseRule(rule, ""))),
			{ seed: 1, numRuns: 500 },
		);
	});
});

describe("occurrencesOf", () => {
	test("keeps the time of day when clocks change", () => {
		expect(first(3, recurring("FREQ=WEEKLY", "2026-10-19T08:00:00"))).toEqual([
			"2026-10-19T08:00:00+02:00",
			"2026-10-26T08:00:00+01:00",
			"2026-11-02T08:00:00+01:00",
		]);
	});

	test("is later where clocks skip its time, and counts", () => {
		const occurrences = occurrencesOf(recurring("FREQ=DAILY;COUNT=3", "2026-03-28T02:30:00"), { ...always, limit: 9 });

		expect(occurrences.map(({ occurrence }) => occurrence)).toEqual([
			"2026-03-28T02:30:00+01:00",
			"2026-03-29T03:30:00+02:00",
			"2026-03-30T02:30:00+02:00",
		]);
		expect(occurrences[1]?.local).toBe("2026-03-29T02:30:00");
	});

	test("is once, the first time, where clocks show its time twice", () => {
		expect(first(2, recurring("FREQ=DAILY", "2026-10-25T02:30:00"))).toEqual([
			"2026-10-25T02:30:00+02:00",
			"2026-10-26T02:30:00+01:00",
		]);
	});

	test("is once where a zone skips a whole day", () => {
		const samoa = recurring("FREQ=DAILY", "2011-12-29T08:00:00", { timezone: "Pacific/Apia" });

		expect(first(3, samoa)).toEqual([
			"2011-12-29T08:00:00-10:00",
			"2011-12-31T08:00:00+14:00",
			"2012-01-01T08:00:00+14:00",
		]);
	});

	test.each([
		["UNTIL=20260909T060000Z", 3],
		["UNTIL=20260909T055959Z", 2],
		["UNTIL=20260909T080000", 3],
		["UNTIL=20260909", 3],
		["UNTIL=20260908T235959", 2],
		["UNTIL=20260101", 0],
	])("ends with %s", (until, expected) => {
		expect(first(9, recurring(`FREQ=DAILY;${until}`, "2026-09-07T08:00:00"))).toHaveLength(expected);
	});

	test("counts from the start, also in a later window", () => {
		const daily = recurring("FREQ=DAILY;COUNT=10", "2026-09-07T08:00:00");
		const fromMs = Date.parse("2026-09-14T00:00:00Z");

		expect(occurrencesOf(daily, { fromMs, toMs: Number.POSITIVE_INFINITY, limit: 99 })).toHaveLength(3);
	});

	test("counts what is left out", () => {
		const { length } = occurrencesOf(recurring("FREQ=DAILY;COUNT=10", "2026-09-07T08:00:00"), {
			...always,
			limit: 99,
			isLeftOut: (date) => date === "2026-09-08",
		});

		expect(length).toBe(9);
	});

	test("leaves out exDates, also those among rDates, and holidays, but those not among rDates", () => {
		const recurrence = recurring("FREQ=DAILY;COUNT=4", "2026-09-07T08:00:00", {
			exDates: ["2026-09-08T08:00:00", "2026-09-12T10:00:00"],
			rDates: ["2026-09-12T10:00:00", "2026-09-09T14:00:00", "2026-09-07T08:00:00", "2026-09-05T08:00:00"],
		});
		const isLeftOut = (date: string) => date === "2026-09-09";

		expect(occurrencesOf(recurrence, { ...always, limit: 99, isLeftOut }).map(({ local }) => local)).toEqual([
			"2026-09-05T08:00:00",
			"2026-09-07T08:00:00",
			"2026-09-09T14:00:00",
			"2026-09-10T08:00:00",
		]);
	});

	test("has no occurrence at its start when the rule does not choose it", () => {
		expect(first(1, recurring("FREQ=WEEKLY;BYDAY=TU", "2026-09-07T08:00:00"))).toEqual(["2026-09-08T08:00:00+02:00"]);
	});

	test("returns the first of those in a window, which does not include its end", () => {
		const daily = recurring("FREQ=DAILY", "2026-09-07T08:00:00");
		const window = { fromMs: Date.parse("2026-09-08T06:00:00Z"), toMs: Date.parse("2026-09-10T06:00:00Z") };

		expect(occurrencesOf(daily, { ...window, limit: 9 }).map(({ local }) => local)).toEqual([
			"2026-09-08T08:00:00",
			"2026-09-09T08:00:00",
		]);
		expect(occurrencesOf(daily, { ...window, limit: 1 })).toHaveLength(1);
		expect(occurrencesOf(daily, { ...window, toMs: window.fromMs, limit: 1 })).toEqual([]);
	});

	test("ends 25 years after its start", () => {
		const { at, length } = occurrencesOf(recurring("FREQ=DAILY", "2026-01-01T08:00:00"), { ...always, limit: 1e6 });

		expect(length).toBeGreaterThan(9_130);
		expect(at).toBeDefined();
	});

	test.each([
		["FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31", 0],
		["FREQ=MONTHLY;BYMONTHDAY=30;BYDAY=5MO;BYSETPOS=1;INTERVAL=1000", 0],
		["FREQ=DAILY;INTERVAL=7;BYDAY=MO,TU,WE,TH,FR,SA;COUNT=2000", 0],
		["FREQ=DAILY;BYMONTHDAY=31;BYDAY=MO;BYSETPOS=1;COUNT=2000", 1],
		["FREQ=DAILY;COUNT=2000", 2000],
	])("is cheap for %s, which may never match", (rule, least) => {
		const recurrence = recurring(rule, "2026-02-01T08:00:00");
		first(1, recurrence); // loads the package
		const beforeMs = performance.now();
		const { length } = occurrencesOf(recurrence, { ...always, limit: 10_000 });

		expect(length).toBeGreaterThanOrEqual(least);
		expect(performance.now() - beforeMs).toBeLessThan(1_000);
	});

	test("does not depend on the window", () => {
		fc.assert(
			fc.property(
				recurrences,
				fc.integer({ min: 0, max: 900 }),
				fc.integer({ min: 1, max: 90 }),
				(recurrence, day, days) => {
					const fromMs = Date.parse("2026-01-01T00:00:00Z") + day * 86_400_000;
					const toMs = fromMs + days * 86_400_000;
					const all = occurrencesOf(recurrence, { ...always, toMs, limit: 10_000 });
					const later = all.filter(({ startsAtMs }) => startsAtMs >= fromMs);

					expect(occurrencesOf(recurrence, { fromMs, toMs, limit: 10_000 })).toEqual(later);
					expect(occurrencesOf(recurrence, { fromMs, toMs, limit: 3 })).toEqual(later.slice(0, 3));
				},
			),
			{ seed: 2, numRuns: 300 },
		);
	});

	test("is when the clocks of the zone show its time", () => {
		fc.assert(
			fc.property(recurrences, ({ timezone, ...recurrence }) => {
				for (const { startsAtMs, occurrence, local } of occurrencesOf(
					{ ...recurrence, timezone },
					{ ...always, limit: 20 },
				)) {
					expect(Date.parse(occurrence)).toBe(startsAtMs);
					expect(occurrence.slice(0, 19)).toBe(shownIn(timezone, startsAtMs));
					if (occurrence.slice(0, 19) === local) continue;
					// Skipped: an instant before, clocks show an earlier time, and no instant shows this one.
					const skippedMs = Date.parse(`${occurrence.slice(0, 19)}Z`) - Date.parse(`${local}Z`);
					expect(shownIn(timezone, startsAtMs - skippedMs) < local).toBe(true);
				}
			}),
			{ seed: 4, numRuns: 200 },
		);
	});

	/** The occurrences of some whole months. */
	const inMonths = (recurrence: Recurrence, rule: string) =>
		occurrencesOf(
			{ ...recurrence, rule },
			{ fromMs: Date.parse("2028-05-01T00:00:00Z"), toMs: Date.parse("2029-02-01T00:00:00Z"), limit: 1_000 },
		).filter(({ local }) => local > "2028-06" && local < "2029");

	test("chooses the positions among the days that the rule has without them", () => {
		const positioned = recurrences.filter(({ rule }) => /^FREQ=MONTHLY.*BYSETPOS/.test(rule) && !/COUNT/.test(rule));
		fc.assert(
			fc.property(positioned, (recurrence) => {
				const { rule } = recurrence;
				const months = Map.groupBy(inMonths(recurrence, rule.replace(/;BYSETPOS=[-\d,]+/, "")), ({ local }) =>
					local.slice(0, 7),
				);
				const positions = (/BYSETPOS=([-\d,]+)/.exec(rule)?.[1]?.split(",") ?? []).map(Number);
				const chosen = [...months.values()].flatMap((month) => [
					...new Set(positions.map((position) => month.at(position > 0 ? position - 1 : position))),
				]);

				expect(inMonths(recurrence, rule)).toEqual(
					chosen.filter((one) => one !== undefined).sort((a, b) => a.startsAtMs - b.startsAtMs),
				);
			}),
			{ seed: 5, numRuns: 200 },
		);
	});

	test("is on the days that both BYDAY and BYMONTHDAY choose", () => {
		const both = recurrences.filter(({ rule }) => /BYDAY.*BYMONTHDAY/.test(rule) && !/COUNT|BYSETPOS/.test(rule));
		fc.assert(
			fc.property(both, (recurrence) => {
				const { rule } = recurrence;
				const ofDays = inMonths(recurrence, rule.replace(/;BYDAY=[^;]+/, "")).map(({ local }) => local);

				expect(inMonths(recurrence, rule)).toEqual(
					inMonths(recurrence, rule.replace(/;BYMONTHDAY=[^;]+/, "")).filter(({ local }) => ofDays.includes(local)),
				);
			}),
			{ seed: 6, numRuns: 100 },
		);
	});

	test("agrees with ical.js, which is given the first occurrence as the start", () => {
		fc.assert(
			fc.property(recurrences.filter(isKnownToIcal), (recurrence) => {
				const toMs = Date.parse("2028-12-01T00:00:00Z");
				const ours = occurrencesOf(recurrence, { ...always, toMs, limit: 40 }).map(({ local }) => local);

				expect(ours).toEqual(icalTimes({ ...recurrence, startsAt: ours[0] ?? recurrence.startsAt }, ours.length));
			}),
			{ seed: 3, numRuns: 500 },
		);
	}, 30_000);
});
