import { describe, expect, test } from "bun:test";
import type { MeetingRow } from "#db/schema";
import { occurrencesOf, parseRule, type Recurrence } from "#kernel/recurrence";
import { readCalendar } from "#tests/support/calendars";
import { createMeetingCalendars } from "../../modules/meetings/meetings/calendar.ts";
import type { SeriesInCalendar } from "../../modules/meetings/meetings/series-calendar.ts";

const calendars = createMeetingCalendars({
	clock: { nowMs: () => Date.parse("2026-09-01T00:00:00Z") },
	publicUrl: {
		origin: "https://meet.example.edu",
		prefix: "",
		href: (path: string) => `https://meet.example.edu${path}`,
	} as never,
	codes: { toMeeting: ({ id }: MeetingRow) => ({ joinUrl: `https://meet.example.edu/${id}` }) } as never,
});

const recurring = (rule: string, more: Partial<Recurrence> = {}): Recurrence => ({
	rule: parseRule(rule, ""),
	startsAt: "2026-09-07T08:00:00",
	timezone: "Europe/Berlin",
	exDates: [],
	rDates: [],
	...more,
});

const series = (recurrence: Recurrence, more: Partial<SeriesInCalendar> = {}): SeriesInCalendar => ({
	id: "ser_1",
	version: 3,
	createdAtMs: 0,
	updatedAtMs: 1_000,
	title: "Physics; 7b",
	description: null,
	joinUrl: "https://meet.example.edu/c/1",
	recurrence,
	durationMs: 45 * 60_000,
	fromMs: 0,
	createdUntilMs: 0,
	endMs: Date.parse("2028-09-01T00:00:00Z"),
	absent: new Set(),
	meetings: [],
	...more,
});

const meeting = (occurrence: string, startsAt: string, title: string) => {
	const startsAtMs = Date.parse(startsAt);
	const row = {
		id: "mtg_1",
		title,
		version: 2,
		updatedAtMs: 2_000,
		createdAtMs: 0,
		state: "scheduled",
		source: "native",
	};
	return {
		...row,
		description: null,
		startsAtMs,
		occurrenceAtMs: Date.parse(occurrence),
		scheduledEndAtMs: startsAtMs + 60_000,
		artifacts: {},
	} as unknown as MeetingRow;
};

const startsOf = (file: string) => readCalendar(file).map(({ startsAtMs }) => new Date(startsAtMs).toISOString());
const expected = ({ recurrence, endMs, isLeftOut }: SeriesInCalendar) =>
	occurrencesOf(recurrence, { fromMs: 0, toMs: endMs, limit: 3_000, ...(isLeftOut && { isLeftOut }) }).map(
		({ startsAtMs }) => new Date(startsAtMs).toISOString(),
	);

describe("the calendar of a series", () => {
	test.each([
		["FREQ=WEEKLY;BYDAY=MO,WE", "Europe/Berlin", "2026-09-07T08:00:00"],
		["FREQ=DAILY;COUNT=400", "America/New_York", "2026-09-07T08:00:00"],
		["FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU", "Australia/Lord_Howe", "2026-09-07T23:30:00"],
		["FREQ=MONTHLY;BYDAY=-1FR", "America/Santiago", "2026-09-07T00:30:00"],
		["FREQ=MONTHLY;BYMONTHDAY=31", "Asia/Kathmandu", "2026-10-31T08:00:00"],
		["FREQ=DAILY;UNTIL=20270401", "Europe/Berlin", "2026-09-07T01:30:00"],
		["FREQ=DAILY;UNTIL=20270401T060000", "Africa/Casablanca", "2026-09-07T06:00:00"],
		["FREQ=DAILY;COUNT=3", "Etc/UTC", "2026-09-07T06:00:00"],
		["FREQ=WEEKLY;BYDAY=TU", "Europe/Berlin", "2026-09-07T08:00:00"],
	])("has the same times in another program: %s in %s", async (rule, timezone, startsAt) => {
		const one = series(recurring(rule, { timezone, startsAt }));

		const file = await calendars.write([], "Green Valley", false, [one]);

		expect(startsOf(file)).toEqual(expected(one));
		expect(startsOf(file).length).toBeGreaterThan(2);
		for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
	});

	test("leaves out cancelled ones and holidays, and has further ones, also on holidays", async () => {
		const one = series(
			recurring("FREQ=WEEKLY;COUNT=10", {
				exDates: ["2026-09-14T08:00:00", "2026-12-12T08:00:00"],
				rDates: ["2026-10-03T10:00:00", "2026-10-05T08:00:00", "2026-12-12T08:00:00"],
			}),
			{ isLeftOut: (date) => date.startsWith("2026-10") },
		);

		const file = await calendars.write([], "Green Valley", false, [one]);

		expect(startsOf(file)).toEqual(expected(one));
		expect(startsOf(file)).toContain("2026-10-03T08:00:00.000Z");
		expect(startsOf(file)).toContain("2026-10-05T06:00:00.000Z");
	});

	test("shows a changed meeting in place of its occurrence", async () => {
		const one = series(recurring("FREQ=WEEKLY;COUNT=4"), {
			meetings: [
				meeting("2026-09-21T06:00:00Z", "2026-09-22T12:00:00Z", "Trip"),
				meeting("2020-01-01T00:00:00Z", "2026-09-23T12:00:00Z", "Former"),
			],
		});

		const file = await calendars.write([], "Green Valley", false, [one]);

		expect(readCalendar(file).map(({ startsAtMs, summary }) => [new Date(startsAtMs).toISOString(), summary])).toEqual([
			["2026-09-07T06:00:00.000Z", "Physics; 7b"],
			["2026-09-14T06:00:00.000Z", "Physics; 7b"],
			["2026-09-22T12:00:00.000Z", "Trip"],
			["2026-09-23T12:00:00.000Z", "Former"],
			["2026-09-28T06:00:00.000Z", "Physics; 7b"],
		]);
		expect(readCalendar(file)[0]).toMatchObject({ endsAtMs: Date.parse("2026-09-07T06:45:00Z") });
	});

	test("has one description of each zone, and nothing of a series without occurrences", async () => {
		const series2 = (rule: string, startsAt: string, timezone = "Europe/Berlin") =>
			series(recurring(rule, { startsAt, timezone }), { id: `ser_${startsAt}${timezone}` });
		const file = await calendars.write([], "Green Valley", false, [
			series2("FREQ=DAILY;COUNT=2", "2026-09-07T08:00:00"),
			series2("FREQ=DAILY;COUNT=2", "2027-09-07T08:00:00"),
			series2("FREQ=DAILY;COUNT=2", "2026-09-07T08:00:00", "Asia/Tokyo"),
			series2("FREQ=DAILY;UNTIL=20200101", "2026-09-07T08:00:00", "Asia/Kathmandu"),
		]);

		expect(file.match(/TZID:.*/g)).toEqual(["TZID:Europe/Berlin", "TZID:Asia/Tokyo"]);
		expect(readCalendar(file)).toHaveLength(6);
	});

	test("beyond 20,000 occurrences in a file is shown by the meetings that were created", async () => {
		const daily = (n: number) =>
			series(recurring("FREQ=DAILY"), {
				id: `ser_${n}`,
				meetings: [meeting("2026-09-07T06:00:00Z", "2026-09-07T06:00:00Z", "Last")],
			});
		const many = Array.from({ length: 29 }, (_, n) => daily(n));

		const file = await calendars.write([], "Green Valley", false, many);

		expect(file.match(/RRULE/g)).toHaveLength(28);
		expect(file.match(/UID:mtg_1@/g)).toHaveLength(1);
	});

	test("of compliance modes that keep titles out says nothing of what it is about", async () => {
		const file = await calendars.write([], "Green Valley", true, [series(recurring("FREQ=WEEKLY;COUNT=2"))]);

		expect(file).not.toContain("Physics");
	});

	test("of further dates alone is shown as well", async () => {
		const one = series(
			recurring("FREQ=DAILY;UNTIL=20200101", { rDates: ["2026-09-07T08:00:00", "2026-12-07T08:00:00"] }),
		);

		expect(startsOf(await calendars.write([], "Green Valley", false, [one]))).toEqual([
			"2026-09-07T06:00:00.000Z",
			"2026-12-07T07:00:00.000Z",
		]);
	});
});
