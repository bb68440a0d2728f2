import { invalidMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";

const list = (item: string) => `[+-]?${item}(?:,[+-]?${item})*`;
const PART = new RegExp(
	[
		"^(?:FREQ=YEARLY",
		"INTERVAL=[1-9]\\d?",
		"COUNT=[1-9]\\d{0,2}",
		"UNTIL=\\d{8}(?:T\\d{6}Z?)?",
		"BYMONTH=(?:1[0-2]|[1-9])(?:,(?:1[0-2]|[1-9]))*",
		`BYMONTHDAY=${list("(?:[12]\\d|3[01]|[1-9])")}`,
		`BYDAY=${list("\\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU)")}`,
		`BYSETPOS=${list("[1-9]\\d{0,2}")}`,
		"WKST=(?:MO|TU|WE|TH|FR|SA|SU))$",
	].join("|"),
);

/** Most days that a rule may choose: a dozen each year. */
const MOST_DAYS = 100;
/** After these years, the days of all months are the same weekdays again. */
const CYCLE_YEARS = 28;

/**
 * Returns the days of a yearly rule (RFC 5545) in a window and the year before: holidays recur so, and meetings do not.
 * @param first day from which it counts
 * @throws `validation_failed` naming `path`
 */
export function yearlyDays(
	rule: string,
	first: string,
	window: { readonly from: string; readonly to: string },
	path: string,
): string[] {
	const parts = rule.trim().toUpperCase().split(";");
	const names = new Set(parts.map((part) => part.split("=")[0]));
	if (!names.has("FREQ") || names.size < parts.length || !parts.every((part) => PART.test(part)))
		throw invalidMember(path, "not_allowed", "must recur yearly (FREQ=YEARLY), on days of months or weekdays");
	// Loaded by the first rule: few requests have one.
	const { RRuleTemporal } = require("rrule-temporal") as typeof import("rrule-temporal");
	// A holiday of some days may have begun in the year before.
	const firstYear = Number(window.from.slice(0, 4)) - 1;
	const start = names.has("COUNT") ? first : nearer(first, firstYear, intervalOf(parts));
	const expansion = new RRuleTemporal({
		rruleString: parts.join(";"),
		dtstart: Temporal.ZonedDateTime.from(`${start}T00:00[UTC]`),
	});
	const days = expansion.between(new Date(`${firstYear}-01-01T00:00:00Z`), new Date(`${window.to}T00:00:00Z`), true);
	if (days.length > MOST_DAYS)
		throw invalidMember(path, "too_many", text("must choose at most {most} days in all", { most: MOST_DAYS }));
	return days.map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString().slice(0, 10));
}

const intervalOf = (parts: readonly string[]) =>
	Number(parts.find((part) => part.startsWith("INTERVAL="))?.slice("INTERVAL=".length) ?? 1);

/** Returns a start near a year from which a rule that does not count chooses the same days. */
function nearer(first: string, year: number, interval: number): string {
	const stepYears = CYCLE_YEARS * interval;
	const firstYear = Number(first.slice(0, 4));
	const steps = Math.max(0, Math.floor((year - 1 - firstYear) / stepYears));
	return `${firstYear + steps * stepYears}${first.slice(4)}`;
}
