import { invalidMember } from "./field-errors.ts";

const RFC_3339 =
	/^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** The years that RFC 3339 can write in UTC, in Unix ms: from 0001, so that a period that begins earlier can be written too. */
const FIRST_MS = Date.parse("0001-01-01T00:00:00.000Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** Returns a time, for one that was calculated: it can be written in answers. @throws `validation_failed` naming `path` */
export function writtenInUtc(ms: number, path: string): number {
	if (ms >= FIRST_MS && ms <= LAST_MS) return ms;
	throw invalidMember(path, "invalid_format", "must be, in UTC, in the years 0001 to 9999");
}

/**
 * Parses an RFC 3339 date and time with offset, such as `2030-01-01T09:30:00.000Z`, into Unix ms; precision finer than
 * a millisecond is dropped. Dates that do not exist, leap seconds and times that are not in the years 0001 to 9999 of UTC are rejected.
 * @throws `validation_failed` naming `path`
 */
export function parseInstant(raw: string, path: string): number {
	const [, year, month, day] = RFC_3339.exec(raw) ?? [];
	const daysOfMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
	const ms = Number(day) <= daysOfMonth ? Date.parse(raw) : Number.NaN;
	if (Number.isNaN(ms))
		throw invalidMember(path, "invalid_format", "must be a date and time such as 2030-01-01T09:30:00.000Z");
	return writtenInUtc(ms, path);
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/;

/**
 * Parses a date and time like {@link parseInstant}, or one without an offset, `2030-01-01T09:30:00`, which is the time on
 * the clocks of a time zone. One that the clocks skip is as much later; of one that they show twice, the first is meant.
 * @param timezone IANA name
 * @throws `validation_failed` naming `path`
 */
export function parseInstantIn(timezone: string, raw: string, path: string): number {
	if (!LOCAL.test(raw)) return parseInstant(raw, path);
	// A time that does not exist on any day, such as 25:00, is rejected in the words of parseInstant.
	parseInstant(`${raw.length === "2030-01-01T09:30".length ? `${raw}:00` : raw}Z`, path);
	return writtenInUtc(Temporal.PlainDateTime.from(raw).toZonedDateTime(timezone).epochMilliseconds, path);
}
