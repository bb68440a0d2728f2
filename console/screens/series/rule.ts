/** Days of the week as RFC 5545 writes them, from Monday. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** How often a series repeats, as far as the form has it. */
export const REPEATS = ["daily", "weekly", "fortnightly", "monthly", "monthlyWeekday"] as const;
type Repeats = (typeof REPEATS)[number];

/** Which of the weekdays of a month; -1: the last. */
export const POSITIONS = [1, 2, 3, 4, -1] as const;
export type Position = (typeof POSITIONS)[number];

/** When a series ends. Without an end of its own it does after two years. */
export type End =
	| { readonly ends: "never" }
	/** @param lastDay `2030-06-28` */
	| { readonly ends: "date"; readonly lastDay: string }
	| { readonly ends: "count"; readonly count: number };

/** A rule as the form has it. */
export interface FormRule {
	readonly repeats: Repeats;
	/** Of `weekly` and `fortnightly`, from Monday, at least one. */
	readonly weekdays: readonly Weekday[];
	/** Of `monthly`: 1…31. */
	readonly monthDay: number;
	/** Of `monthlyWeekday`, with {@link weekday}. */
	readonly position: Position;
	readonly weekday: Weekday;
	readonly end: End;
}

/** What a series says of when it repeats. */
export interface Recurring {
	/** RFC 5545, without its name. */
	readonly rule: string;
	/** Local date and time of the first one: `2030-01-07T09:30:00`. */
	readonly startsAt: string;
	/** Local date and time, or date, of the last moment at which one begins. */
	readonly until: string | null;
}

const DAY_MS = 86_400_000;
const MOST_YEARS = 2;
const noonOf = (day: string) => new Date(`${day.slice(0, 10)}T12:00:00Z`);

/** The weekday of a local date, with or without a time. */
export const weekdayOf = (local: string): Weekday => WEEKDAYS[(noonOf(local).getUTCDay() + 6) % 7] ?? "MO";

/** Which of its weekday in its month a local date is; the fifth is the last. */
export function positionOf(local: string): Position {
	const nth = Math.ceil(noonOf(local).getUTCDate() / 7);
	return POSITIONS.find((each) => each === nth) ?? -1;
}

/** The last whole day on which a series may end: within two years of its first meeting, as the API has it. */
export function lastPossible(startsAt: string): string {
	const day = noonOf(startsAt);
	day.setUTCFullYear(day.getUTCFullYear() + MOST_YEARS, day.getUTCMonth(), day.getUTCDate() - 1);
	return day.toISOString().slice(0, 10);
}

/** The rule that the form begins with: every week, on the day of the first one. */
export const weeklyFrom = (startsAt: string): FormRule => ({
	repeats: "weekly",
	weekdays: [weekdayOf(startsAt)],
	monthDay: noonOf(startsAt).getUTCDate(),
	position: positionOf(startsAt),
	weekday: weekdayOf(startsAt),
	end: { ends: "never" },
});

/** Returns the rule as the form has it; null for one that the form cannot express, such as every third month. */
export function formOf({ rule, startsAt, until }: Recurring): FormRule | null {
	const parts = new Map(rule.split(";").map((part) => part.split("=", 2) as [string, string]));
	const known = ["FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "COUNT", "UNTIL"];
	if ([...parts.keys()].some((name) => !known.includes(name))) return null;
	const end = endOf(parts, startsAt, until);
	const chosen = chosenBy(parts, startsAt);
	return end && chosen && { ...weeklyFrom(startsAt), ...chosen, end };
}

type Parts = ReadonlyMap<string, string>;

function chosenBy(parts: Parts, startsAt: string): Partial<FormRule> | null {
	const byDay = parts.get("BYDAY");
	switch (`${parts.get("FREQ")}/${parts.get("INTERVAL") ?? 1}`) {
		case "DAILY/1":
			return byDay || parts.has("BYMONTHDAY") ? null : { repeats: "daily" };
		case "WEEKLY/1":
			return onWeekdays("weekly", byDay ?? weekdayOf(startsAt));
		case "WEEKLY/2":
			return onWeekdays("fortnightly", byDay ?? weekdayOf(startsAt));
		case "MONTHLY/1":
			return inMonth(byDay, parts.get("BYMONTHDAY"), startsAt);
		default:
			return null;
	}
}

function onWeekdays(repeats: Repeats, byDay: string): Partial<FormRule> | null {
	const days = byDay.split(",");
	const weekdays = WEEKDAYS.filter((day) => days.includes(day));
	return weekdays.length < days.length ? null : { repeats, weekdays };
}

function inMonth(
	byDay: string | undefined,
	byMonthDay: string | undefined,
	startsAt: string,
): Partial<FormRule> | null {
	if (byDay === undefined) {
		const monthDay = byMonthDay === undefined ? noonOf(startsAt).getUTCDate() : Number(byMonthDay);
		return Number.isInteger(monthDay) && monthDay > 0 ? { repeats: "monthly", monthDay } : null;
	}
	const [, number, name] = /^(-?\d)([A-Z]{2})$/.exec(byDay) ?? [];
	const position = POSITIONS.find((each) => each === Number(number));
	const weekday = WEEKDAYS.find((each) => each === name);
	return position && weekday && !byMonthDay ? { repeats: "monthlyWeekday", position, weekday } : null;
}

function endOf(parts: Parts, startsAt: string, until: string | null): End | null {
	const [count, ruleUntil] = [parts.get("COUNT"), parts.get("UNTIL")];
	if (until !== null) return ruleUntil ? null : { ends: "date", lastDay: lastDayOf(until, startsAt) };
	if (count !== undefined) return { ends: "count", count: Number(count) };
	if (ruleUntil === undefined) return { ends: "never" };
	const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(ruleUntil ?? "") ?? [];
	return year === undefined ? null : { ends: "date", lastDay: `${year}-${month}-${day}` };
}

/** Returns after how many the rule of a series ends that also has a last day, such as one that was split; null: it does not. */
export const mostOf = ({ rule, until }: Recurring): number | null =>
	until === null ? null : Number(/COUNT=(\d+)/.exec(rule)?.[1]) || null;

/** The last day on which one may begin: the one before, if the series ends earlier on that day than its meetings begin. */
function lastDayOf(until: string, startsAt: string): string {
	const day = until.slice(0, 10);
	const isTooEarly = until.length > 10 && until.slice(11, 16) < startsAt.slice(11, 16);
	return isTooEarly ? new Date(noonOf(day).getTime() - DAY_MS).toISOString().slice(0, 10) : day;
}

/** Returns what the API takes: a rule, and the last day. */
export function ruleOf({ repeats, weekdays, monthDay, position, weekday, end }: FormRule): {
	readonly rule: string;
	readonly until: string | null;
} {
	const days = WEEKDAYS.filter((day) => weekdays.includes(day)).join(",");
	const frequency = {
		daily: "FREQ=DAILY",
		weekly: `FREQ=WEEKLY;BYDAY=${days}`,
		fortnightly: `FREQ=WEEKLY;INTERVAL=2;BYDAY=${days}`,
		monthly: `FREQ=MONTHLY;BYMONTHDAY=${monthDay}`,
		monthlyWeekday: `FREQ=MONTHLY;BYDAY=${position}${weekday}`,
	}[repeats];
	return {
		rule: end.ends === "count" ? `${frequency};COUNT=${end.count}` : frequency,
		until: end.ends === "date" ? end.lastDay : null,
	};
}

/** Returns the members of a change: what of a rule differs from what was read. */
export function changeOfRule(before: Recurring, after: FormRule): { rule?: string; until?: string | null } {
	const known = formOf(before);
	const [old, next] = [known && ruleOf(known), ruleOf(after)];
	if (old?.rule === next.rule && old.until === next.until) return {};
	// An end within the rule becomes one of the series.
	const hasOwnEnd = known?.end.ends === "date" && /COUNT|UNTIL/.test(before.rule);
	return {
		...((hasOwnEnd || old?.rule !== next.rule) && { rule: next.rule }),
		...((hasOwnEnd || old?.until !== next.until) && { until: next.until }),
	};
}
