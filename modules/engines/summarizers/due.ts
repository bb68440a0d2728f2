import type { ParsedResult } from "chrono-node/en";
import type { Language, Period } from "./language.ts";

/** When something is due. */
export interface Due {
	/** As it was said. */
	readonly text: string;
	/** `YYYY-MM-DD`. */
	readonly day: string;
}

const DAY_MS = 86_400_000;
/** Nothing that is said in a meeting is due later than this. */
const MAX_DAYS = 3 * 366;

const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns when a sentence says that something is due; null where it names no day from `today` on. */
export function dueIn(text: string, { periods, dates, noDates, within }: Language, today: string): Due | null {
	for (const [expression, period] of periods) {
		const found = expression.exec(text);
		if (found) return { text: found[0], day: endOf(period, today) };
	}
	if (dates === null) return null;
	const reference = { instant: new Date(toMs(today) + DAY_MS / 2), timezone: 0 };
	for (const result of dates().parse(text, reference, { forwardDate: true })) {
		const end = result.index + result.text.length;
		if (isLetter(text[result.index - 1]) || isLetter(text[end])) continue;
		if (noDates.test(text.slice(Math.max(0, result.index - 12), end + 12))) continue;
		const day = dayOf(result, text.slice(0, result.index), within);
		if (day !== null && day >= today && toMs(day) - toMs(today) <= MAX_DAYS * DAY_MS) return { text: result.text, day };
	}
	return null;
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /\p{L}/u.test(character);

/** Returns the day that was named, the last one of a month that was; null for a time of day and other things. */
function dayOf({ start, text }: ParsedResult, before: string, within: RegExp): string | null {
	const [year, month, day] = [start.get("year"), start.get("month"), start.get("day")];
	if (year === null || month === null || day === null || /^\P{L}*\d{1,2}\P{L}*$|^now$/iu.test(text)) return null;
	if (start.isCertain("day") || start.isCertain("weekday")) return toDay(Date.UTC(year, month - 1, day));
	if (start.isCertain("month") && within.test(before.trimEnd())) return toDay(Date.UTC(year, month, 0));
	return null;
}

const FRIDAY = 5;

/** Returns the last day of a period: of a week its Friday, unless the weekend has begun. */
function endOf(period: Period, today: string): string {
	const ms = toMs(today);
	const date = new Date(ms);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
	switch (period) {
		case "week":
		case "next week": {
			const weekday = date.getUTCDay() || 7;
			const friday = weekday <= FRIDAY ? FRIDAY - weekday : 7 - weekday;
			if (period === "week") return toDay(ms + friday * DAY_MS);
			return toDay(ms + (7 - weekday + FRIDAY) * DAY_MS);
		}
		case "month":
			return toDay(Date.UTC(year, month + 1, 0));
		case "next month":
			return toDay(Date.UTC(year, month + 2, 0));
		case "quarter":
			return toDay(Date.UTC(year, month - (month % 3) + 3, 0));
		case "year":
			return toDay(Date.UTC(year, 11, 31));
	}
}
