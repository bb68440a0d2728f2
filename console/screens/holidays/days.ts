import type { components } from "#client";

export type Holiday = components["schemas"]["Holiday"];

const DAY_MS = 86_400_000;
const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** Whether two holidays are the same one: they have no ids. */
export const isSame = (a: Holiday, b: Holiday): boolean => a.from === b.from && a.to === b.to && a.name === b.name;

/** How many days a holiday has. */
export const lengthOf = ({ from, to }: Holiday): number => Math.round((noonOf(to) - noonOf(from)) / DAY_MS) + 1;

/** The days of a holiday in words. @param tag of dates, such as `en-GB` */
export function daysName(tag: string, { from, to }: Holiday): string {
	const format = new Intl.DateTimeFormat(tag, {
		weekday: "short",
		day: "numeric",
		month: "short",
		year: "numeric",
		timeZone: "UTC",
	});
	return from === to ? format.format(noonOf(from)) : format.formatRange(noonOf(from), noonOf(to));
}

/** Returns the holidays by the year in which they begin. */
export const byYear = (holidays: readonly Holiday[]): [year: string, holidays: Holiday[]][] =>
	Object.entries(Object.groupBy(holidays, ({ from }) => from.slice(0, 4))).map(([year, of = []]) => [year, of]);

/** An event of a calendar file, as far as a preview shows it. */
interface Previewed extends Holiday {
	readonly isYearly: boolean;
}

const dayOf = (raw: string | undefined): string | undefined =>
	raw?.replace(/^(\d{4})(\d{2})(\d{2})(?:T.*)?$/, "$1-$2-$3");

/** Returns the events of a calendar file for a preview: the API reads it, and finds what is wrong with it. */
export function preview(file: string): Previewed[] {
	const events = file.replace(/\r?\n[ \t]/g, "").match(/^BEGIN:VEVENT[\s\S]*?^END:VEVENT/gim) ?? [];
	return events.flatMap((event) => {
		const value = (name: string) => new RegExp(`^${name}(?:;[^:\r\n]*)?:(.*)$`, "im").exec(event)?.[1]?.trim();
		const from = dayOf(value("DTSTART"));
		if (from === undefined || Number.isNaN(noonOf(from))) return [];
		const end = noonOf(dayOf(value("DTEND")) ?? from);
		// The end of an event is the day after its last one.
		const to = end > noonOf(from) ? new Date(end - DAY_MS).toISOString().slice(0, 10) : from;
		const name = (value("SUMMARY") ?? "").replace(/\\(.)/g, "$1");
		return [{ from, to, name, isYearly: value("RRULE") !== undefined }];
	});
}
