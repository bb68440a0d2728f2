import { invalidMember } from "#kernel/field-errors";

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

function parse(raw: string): string | undefined {
	try {
		return Temporal.PlainDateTime.from(raw, { overflow: "reject" }).toString({ smallestUnit: "second" });
	} catch {
		return undefined;
	}
}

/** Parses a local date and time, `2030-01-07T09:30:00`, with or without seconds. @throws `validation_failed` naming `path` */
export function parseLocal(raw: string, path: string): string {
	const local = LOCAL.test(raw) ? parse(raw) : undefined;
	if (local !== undefined) return local;
	throw invalidMember(
		path,
		"invalid_format",
		"must be a local date and time without an offset, such as 2030-01-07T09:30:00",
	);
}

/** Parses a local date and time, or a date, which is its last second. @throws `validation_failed` naming `path` */
export const parseUntil = (raw: string, path: string): string =>
	parseLocal(DATE.test(raw) ? `${raw}T23:59:59` : raw, path);

/** Returns the instant that clocks in a time zone show as this local date and time, in Unix ms. */
export const instantOf = (local: string, timezone: string): number =>
	Temporal.PlainDateTime.from(local).toZonedDateTime(timezone).epochMilliseconds;

/** Returns a local date and time this much later. */
export const later = (local: string, by: { readonly years?: number; readonly seconds?: number }): string =>
	Temporal.PlainDateTime.from(local).add(by).toString({ smallestUnit: "second" });

/** Returns the date that clocks in a time zone show at an instant. */
export const dateAt = (ms: number, timezone: string): string =>
	Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDate().toString();
