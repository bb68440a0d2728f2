import { describe, expect, test } from "bun:test";
import {
	changeOfRule,
	type FormRule,
	formOf,
	lastPossible,
	ruleOf,
	weeklyFrom,
} from "../../console/screens/series/rule.ts";
import { wordsOf } from "../../console/screens/series/words.ts";

const startsAt = "2030-01-07T09:30:00";
const series = (rule: string, until: string | null = null) => ({ rule, startsAt, until });
const monday = weeklyFrom(startsAt);

describe("the rule of a series", () => {
	test.each<[string, string, string, string]>([
		["FREQ=DAILY", "Every day", "Todos los días", "Jeden Tag"],
		["FREQ=WEEKLY;BYDAY=MO,SA", "Every Monday and Saturday", "Todos los lunes y sábados", "Jeden Montag und Samstag"],
		[
			"FREQ=WEEKLY;INTERVAL=2;BYDAY=WE",
			"Every 2 weeks on Wednesday",
			"Cada 2 semanas, los miércoles",
			"Alle 2 Wochen am Mittwoch",
		],
		["FREQ=MONTHLY;BYMONTHDAY=15", "Every month on day 15", "Cada mes, el día 15", "Jeden Monat am 15."],
		[
			"FREQ=MONTHLY;BYDAY=-1FR",
			"Every month on the last Friday",
			"Cada mes, el último viernes",
			"Jeden Monat am letzten Freitag",
		],
		["FREQ=DAILY;COUNT=8", "Every day, 8 times", "Todos los días, 8 veces", "Jeden Tag, 8-mal"],
	])("%s is read by the form, said in three languages, and written again", (rule, en, es, de) => {
		const form = formOf(series(rule));

		expect(form && ruleOf(form)).toEqual({ rule, until: null });
		expect(wordsOf(series(rule), "en", "en-GB")).toBe(en);
		expect(wordsOf(series(rule), "es", "es")).toBe(es);
		expect(wordsOf(series(rule), "de", "de")).toBe(de);
	});

	test("without days is on that of the first meeting", () => {
		expect(formOf(series("FREQ=WEEKLY"))).toEqual(monday);
		expect(formOf(series("FREQ=MONTHLY"))).toMatchObject({ repeats: "monthly", monthDay: 7 });
		expect([lastPossible(startsAt), lastPossible("2028-02-29T08:00")]).toEqual(["2032-01-06", "2030-02-28"]);
		expect(weeklyFrom("2030-01-31T23:30")).toMatchObject({ weekdays: ["TH"], position: -1, monthDay: 31 });
	});

	test("ends on the last day on which a meeting may begin", () => {
		const lastDay = (until: string) => formOf(series("FREQ=WEEKLY", until))?.end;

		expect(lastDay("2030-06-28T23:59:59")).toEqual({ ends: "date", lastDay: "2030-06-28" });
		// A series that was split ends a second before the next begins.
		expect(lastDay("2030-06-24T09:29:59")).toEqual({ ends: "date", lastDay: "2030-06-23" });
		expect(formOf(series("FREQ=DAILY;UNTIL=20300301"))?.end).toEqual({ ends: "date", lastDay: "2030-03-01" });
		expect(wordsOf(series("FREQ=DAILY", "2030-06-28T23:59:59"), "en", "en-GB")).toBe("Every day, until 28 Jun 2030");
		expect(wordsOf(series("FREQ=DAILY", "2030-06-28T23:59:59"), "de", "de")).toBe("Jeden Tag, bis 28.06.2030");
	});

	test("of a series that was split has a number, too, until its end is changed", () => {
		const split = series("FREQ=WEEKLY;BYDAY=MO;COUNT=20", "2030-06-24T09:29:59");
		const form = { ...monday, end: { ends: "date", lastDay: "2030-06-23" } } as const;

		expect(formOf(split)).toEqual(form);
		expect(wordsOf(split, "en", "en-GB")).toBe("Every Monday, until 23 Jun 2030, at most 20");
		expect(changeOfRule(split, form)).toEqual({});
		expect(changeOfRule(split, monday)).toEqual({ rule: "FREQ=WEEKLY;BYDAY=MO", until: null });
	});

	test.each([
		"FREQ=MONTHLY;INTERVAL=3;BYDAY=1MO",
		"FREQ=DAILY;BYDAY=MO,TU",
		"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
		"FREQ=MONTHLY;BYMONTHDAY=-1",
		"FREQ=MONTHLY;BYMONTHDAY=1,15",
		"FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU",
		"FREQ=DAILY;UNTIL=20300301T080000Z",
	])("%s is none of the form, and shown as it is written", (rule) => {
		expect(formOf(series(rule))).toBeNull();
		expect(wordsOf(series(rule), "en", "en-GB")).toBe(`By a rule of its own: ${rule}`);
	});

	test("changes by what differs only", () => {
		const tuesday: FormRule = { ...monday, weekdays: ["TU"] };
		const split = series("FREQ=WEEKLY;BYDAY=MO", "2030-06-24T09:29:59");
		const end = { ends: "date", lastDay: "2030-06-23" } as const;

		expect(changeOfRule(series("FREQ=WEEKLY;BYDAY=MO"), monday)).toEqual({});
		expect(changeOfRule(series("FREQ=WEEKLY"), tuesday)).toEqual({ rule: "FREQ=WEEKLY;BYDAY=TU" });
		expect(changeOfRule(split, { ...tuesday, end })).toEqual({ rule: "FREQ=WEEKLY;BYDAY=TU" });
		expect(changeOfRule(split, monday)).toEqual({ until: null });
		expect(changeOfRule(series("FREQ=DAILY;UNTIL=20300301"), monday)).toEqual({
			rule: "FREQ=WEEKLY;BYDAY=MO",
			until: null,
		});
		expect(changeOfRule(series("FREQ=MONTHLY;INTERVAL=3"), monday)).toEqual({
			rule: "FREQ=WEEKLY;BYDAY=MO",
			until: null,
		});
	});
});
