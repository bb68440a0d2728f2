import type { StoredHoliday } from "#db/schema";
import { sha256Hex } from "#kernel/secrets";
import { dayOf, parseDay } from "./parse.ts";

/** Writes holidays as an iCalendar file, whose events last whole days and keep their ids. */
export async function writeCalendar(orgId: string, holidays: readonly StoredHoliday[], updatedAtMs: number) {
	// Loaded by the first calendar: few requests write one.
	const { escape: escaped, foldLines } = await import("ical-generator");
	const stamp = new Date(updatedAtMs).toISOString().replace(/[-:]|\.\d+/g, "");
	const compact = (day: string) => day.replaceAll("-", "");
	const events = holidays.flatMap(({ from, to, name }) => [
		"BEGIN:VEVENT",
		`UID:${from}-${sha256Hex(`${to} ${name}`).slice(0, 16)}@${orgId}`,
		`DTSTAMP:${stamp}`,
		`DTSTART;VALUE=DATE:${compact(from)}`,
		`DTEND;VALUE=DATE:${compact(dayOf(parseDay(to, "") + 1))}`,
		`SUMMARY:${escaped(name, false)}`,
		"TRANSP:TRANSPARENT",
		"END:VEVENT",
	]);
	const head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Parley//Holidays//EN"];
	return `${foldLines([...head, ...events, "END:VCALENDAR"].join("\r\n"))}\r\n`;
}
