import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import ICAL from "ical.js";
import { occurrencesOf, parseRule, type Recurrence } from "#kernel/recurrence";

const always = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

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
	test("refuses nothing that it has written itself, and does not change it", () => {
		fc.assert(
			fc.property(rules, (rule) => expect(parseRule(parseRule(rule, ""), "")).toBe(parseRule(rule, ""))),
			{ seed: 1, numRuns: 500 },
		);
	});
});

describe("occurrencesOf", () => {
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
