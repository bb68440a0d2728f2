import { describe, expect, test } from "bun:test";
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
});
