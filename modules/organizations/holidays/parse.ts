import type { StoredHoliday } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { FieldErrors, invalidMember } from "#kernel/field-errors";
import { parseName } from "#kernel/text";
import { text } from "#kernel/texts";
import { MOST_DAYS, MOST_HOLIDAYS, MOST_YEARS, type SetHolidaysRequest } from "./schemas.ts";

/** Returns the number of a day, counted from 1970-01-01; undefined for what is no day. */
function numberOf(day: string): number | undefined {
	const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
	return Number.isFinite(ms) && dayOf(ms / DAY_MS) === day ? ms / DAY_MS : undefined;
}

/** Returns the day with a number. */
export const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** Checks that a text is a day. @throws `validation_failed` naming `path` */
export function parseDay(raw: string, path: string): number {
	const number = numberOf(raw);
	if (number === undefined) throw invalidMember(path, "invalid_format", "must be a day, such as 2030-01-12");
	return number;
}

/** Checks holidays and returns them in order, the same only once. @throws `validation_failed` with every error */
export function parseHolidays({ holidays }: SetHolidaysRequest): readonly StoredHoliday[] {
	const errors = new FieldErrors();
	const parsed = holidays.map(({ from, to = from, name }, index) => {
		const at = `/holidays/${index}`;
		const first = errors.check(() => parseDay(from, `${at}/from`));
		const last = errors.check(() => parseDay(to, `${at}/to`));
		if (last < first) errors.add(`${at}/to`, "out_of_range", "must not be before the first day");
		if (last - first >= MOST_DAYS)
			errors.add(
				`${at}/to`,
				"out_of_range",
				text("must be at most {days} days after the first", { days: MOST_DAYS - 1 }),
			);
		return { from, to, name: errors.check(() => parseName(name, `${at}/name`)) };
	});
	errors.throwIfAny();
	return inOrder(parsed);
}

function inOrder(holidays: readonly StoredHoliday[]): readonly StoredHoliday[] {
	const byKey = new Map(holidays.map((holiday) => [`${holiday.from} ${holiday.to} ${holiday.name}`, holiday]));
	const sorted = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, holiday]) => holiday);
	const [first] = sorted;
	if (first === undefined) return sorted;
	if (sorted.length > MOST_HOLIDAYS)
		throw invalidMember("/holidays", "too_many", text("must have at most {most} holidays", { most: MOST_HOLIDAYS }));
	const lastDay =
		sorted
			.map(({ to }) => to)
			.sort()
			.at(-1) ?? first.to;
	if (Number(lastDay.slice(0, 4)) - Number(first.from.slice(0, 4)) > MOST_YEARS)
		throw invalidMember(
			"/holidays",
			"out_of_range",
			text("must be within {years} years; these are from {first} to {last}", {
				years: MOST_YEARS,
				first: first.from,
				last: lastDay,
			}),
		);
	return sorted;
}
