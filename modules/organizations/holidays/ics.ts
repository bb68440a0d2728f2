import { FieldErrors, invalidMember } from "#kernel/field-errors";
import { fitName } from "#kernel/text";
import { text } from "#kernel/texts";
import { dayOf, parseDay } from "./parse.ts";
import type { SetHolidaysRequest } from "./schemas.ts";
import { yearlyDays } from "./yearly.ts";

/** Most events of a file. */
const MOST_EVENTS = 5_000;
/** Most events of a file that recur. */
const MOST_RECURRING = 100;
/** Longest line that is read, in characters: longer ones are descriptions. */
const LONGEST_LINE = 10_000;
/** Most errors that are looked for. */
const MOST_ERRORS = 20;
/** Years after the current one whose events are read. */
const YEARS_AHEAD = 5;

/** Values of the properties of an event, as they are written, by name. */
type CalendarEvent = ReadonlyMap<string, readonly string[]>;

/**
 * Reads the all-day events of an iCalendar file (RFC 5545) from the current year to five years ahead as holidays. Those that
 * recur yearly become one for each year.
 * @throws `validation_failed` with every error, at `/events/<number>/<property>`
 */
export function readCalendar(file: string, nowMs: number): SetHolidaysRequest {
	const errors = new FieldErrors();
	const year = new Date(nowMs).getUTCFullYear();
	const window = { from: `${year}-01-01`, to: `${year + YEARS_AHEAD}-12-31` };
	const events = eventsOf(file);
	if (events.filter((event) => event.has("RRULE")).length > MOST_RECURRING)
		throw invalidMember("", "too_many", text("must have at most {most} recurring events", { most: MOST_RECURRING }));
	const holidays: SetHolidaysRequest["holidays"] = [];
	for (const [index, event] of events.entries()) {
		if (isCancelled(event)) continue;
		holidays.push(...(errors.check(() => holidaysOf(event, `/events/${index}`, window)) ?? []));
		if (errors.found.length >= MOST_ERRORS) break;
	}
	errors.throwIfAny();
	return { holidays };
}

const isCancelled = (event: CalendarEvent) => event.get("STATUS")?.[0]?.trim().toUpperCase() === "CANCELLED";

/** Returns the events of a file with their own properties, not those of alarms inside. */
function eventsOf(file: string): CalendarEvent[] {
	const events: Map<string, string[]>[] = [];
	const open: string[] = [];
	const begin = (component: string) => {
		if (open.length === 0 && component !== "VCALENDAR") throw noCalendar();
		open.push(component);
		if (component === "VEVENT" && events.push(new Map()) > MOST_EVENTS)
			throw invalidMember("", "too_many", text("must have at most {most} events", { most: MOST_EVENTS }));
	};
	let hasComponents = false;
	for (const { name, value } of propertiesOf(file)) {
		if (name === "BEGIN") begin(value.trim().toUpperCase());
		else if (open.length === 0) throw noCalendar();
		else if (name === "END" && open.pop() !== value.trim().toUpperCase()) throw noCalendar();
		else if (open.at(-1) === "VEVENT" && name !== "END") append(events.at(-1), name, value);
		hasComponents = true;
	}
	if (open.length > 0 || !hasComponents) throw noCalendar();
	return events;
}

const noCalendar = () =>
	invalidMember("", "invalid_format", "must be an iCalendar file: BEGIN:VCALENDAR … END:VCALENDAR");

function append(event: Map<string, string[]> | undefined, name: string, value: string): void {
	const values = event?.get(name);
	if (values) values.push(value);
	else event?.set(name, [value]);
}

/** Returns the properties of a file in their order, without their parameters; what is none has the name `""`. */
function* propertiesOf(file: string): Generator<{ readonly name: string; readonly value: string }> {
	const lines = file.replace(/^\uFEFF/, "").replace(/\r?\n[ \t]/g, "");
	for (const line of lines.split(/\r\n|\n|\r/)) {
		if (line.trim() === "" || line.length > LONGEST_LINE) continue;
		const [, name = "", value = ""] = /^([A-Za-z0-9-]+)(?:;[^:"]*(?:"[^"]*"[^:"]*)*)?:(.*)$/.exec(line) ?? [];
		yield { name: name.toUpperCase(), value };
	}
}

interface Window {
	readonly from: string;
	readonly to: string;
}

function holidaysOf(event: CalendarEvent, at: string, window: Window): SetHolidaysRequest["holidays"] {
	for (const name of ["RDATE", "RECURRENCE-ID"])
		if (event.has(name))
			throw invalidMember(
				`${at}/${name}`,
				"not_allowed",
				"must not be there: write each of these days as an event of its own",
			);
	const [start, summary] = [event.get("DTSTART")?.[0], event.get("SUMMARY")?.[0]];
	if (start === undefined) throw invalidMember(`${at}/DTSTART`, "required", "is required");
	const first = parseDate(start, `${at}/DTSTART`);
	const name = fitName(unescaped(summary ?? ""));
	if (name === null) throw invalidMember(`${at}/SUMMARY`, "required", "must contain at least one visible character");
	const length = lengthOf(event, first, at);
	const rule = event.get("RRULE")?.[0];
	const left = new Set(
		(event.get("EXDATE") ?? []).flatMap((dates) => dates.split(",").map((date) => date.slice(0, 8))),
	);
	const days =
		rule === undefined
			? [first]
			: yearlyDays(rule, dayOf(first), window, `${at}/RRULE`).map((day) => parseDay(day, at));
	return days
		.map((day) => ({ from: dayOf(day), to: dayOf(day + length - 1), name }))
		.filter(({ from }) => !left.has(from.replaceAll("-", "")))
		.filter(({ from, to }) => to >= window.from && from <= window.to);
}

/** Returns how many days an event lasts: its end is the day after the last one, and may be missing or, wrongly, its start. */
function lengthOf(event: CalendarEvent, first: number, at: string): number {
	const [end, duration] = [event.get("DTEND")?.[0], event.get("DURATION")?.[0]?.trim()];
	if (end !== undefined) return Math.max(1, parseDate(end, `${at}/DTEND`) - first);
	if (duration === undefined) return 1;
	const [, days, weeks] = /^P(?:(\d{1,3})D|(\d{1,2})W)$/.exec(duration) ?? [];
	const length = Number(days ?? 0) + 7 * Number(weeks ?? 0);
	if (length > 0) return length;
	throw invalidMember(`${at}/DURATION`, "invalid_format", "must be whole days, such as P1D");
}

/** Parses a date, or a time at midnight: some programs write whole days so. */
function parseDate(raw: string, path: string): number {
	const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(?:T000000Z?)?$/.exec(raw.trim()) ?? [];
	if (year === undefined || year < "1900")
		throw invalidMember(path, "invalid_format", "must be a whole day, such as 20301224, from 1900 on");
	return parseDay(`${year}-${month}-${day}`, path);
}

const unescaped = (value: string) =>
	value.replace(/\\([\\;,nN])/g, (_, escaped: string) => (escaped.toLowerCase() === "n" ? " " : escaped));
