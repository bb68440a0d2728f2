import type { OrganizationRow, SeriesRow } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { FieldErrors } from "#kernel/field-errors";
import { writtenInUtc } from "#kernel/instant";
import { parseTimezone } from "#kernel/locale";
import { occurrencesOf, parseRule } from "#kernel/recurrence";
import { text } from "#kernel/texts";
import { defaultColumns, parseMeeting, withRecordingAllowed } from "#modules/meetings/meetings";
import { settings } from "#modules/tenancy/settings";
import { instantOf, later, parseLocal, parseUntil } from "./local.ts";
import { allOccurrences, endOf, MOST_OCCURRENCES, MOST_YEARS, type Schedule } from "./schedule.ts";
import type { UpdateSeriesRequest } from "./schemas.ts";

/** The columns that a request sets. */
export type SeriesColumns = Schedule &
	Pick<SeriesRow, "title" | "description" | "access" | "options" | "joinCode" | "participants">;

/** Planned duration of the meetings unless it is given, in minutes. */
const DEFAULT_MINUTES = 60;

/** Returns the columns of a new series to which nothing was said; its first meeting is on a day in the future. */
export function blankColumns(organization: OrganizationRow, nowMs: number): SeriesColumns {
	const { timezone } = settings.effective(organization);
	const { description, access, ...options } = defaultColumns(organization);
	const startsAt = new Date(nowMs + DAY_MS).toISOString().slice(0, 19);
	return {
		title: "",
		description,
		access,
		options,
		rule: "FREQ=DAILY;COUNT=1",
		startsAt,
		timezone,
		durationMinutes: DEFAULT_MINUTES,
		exDates: [],
		rDates: [],
		until: null,
		joinCode: "each",
		participants: [],
	};
}

/**
 * Validates a request and converts it to columns; what is null in it has its default.
 * @param before the series as it is, or {@link blankColumns}
 * @throws `validation_failed` `compliance_violation` `forbidden`
 */
export function parseSeries(
	request: UpdateSeriesRequest,
	organization: OrganizationRow,
	before: SeriesColumns,
): SeriesColumns {
	const errors = new FieldErrors();
	const defaults = settings.effective(organization);
	const { rule, startsAt, timezone, exDates, rDates, until, participants, durationMinutes, joinCode, ...members } =
		request;
	const { access, options: shared } = before;
	const meetingBefore = { ...shared, access, scheduledStartAtMs: null, scheduledEndAtMs: null };
	const parsed = errors.check(() => parseMeeting(members, defaults, meetingBefore));
	const dates = (raw: readonly string[] | null | undefined, name: string, kept: readonly string[]) =>
		raw === undefined
			? kept
			: [...new Set((raw ?? []).map((each, at) => errors.check(() => parseLocal(each, `/${name}/${at}`))))].sort();
	const columns: SeriesColumns = {
		...before,
		...(rule !== undefined && { rule: errors.check(() => parseRule(rule, "/rule")) }),
		...(startsAt !== undefined && { startsAt: errors.check(() => parseLocal(startsAt, "/startsAt")) }),
		...(timezone !== undefined && {
			timezone: timezone === null ? defaults.timezone : errors.check(() => parseTimezone(timezone, "/timezone")),
		}),
		...(durationMinutes !== undefined && { durationMinutes: durationMinutes ?? DEFAULT_MINUTES }),
		exDates: dates(exDates, "exDates", before.exDates),
		rDates: dates(rDates, "rDates", before.rDates),
		...(until !== undefined && { until: until === null ? null : errors.check(() => parseUntil(until, "/until")) }),
		...(joinCode !== undefined && { joinCode: joinCode ?? "each" }),
		...(participants !== undefined && {
			participants: (participants ?? []).map(({ userId, role = "participant" }) => ({ userId, role })),
		}),
	};
	errors.throwIfAny();
	const isMoved = [rule, startsAt, timezone, exDates, rDates, until].some((each) => each !== undefined);
	if (isMoved) assertBounded(columns);
	const { title, description, access: nextAccess, ...options } = withRecordingAllowed(organization, members, parsed);
	return {
		...columns,
		...(title !== undefined && { title }),
		...(description !== undefined && { description }),
		...(nextAccess !== undefined && { access: nextAccess }),
		options: { ...shared, ...options },
	};
}

/** Asserts that a series has an occurrence, and not too many. @throws `validation_failed` */
function assertBounded(series: SeriesColumns): void {
	const errors = new FieldErrors();
	const { startsAt, timezone, until, rDates, rule } = series;
	const years = { years: MOST_YEARS };
	for (const local of [startsAt, later(startsAt, { years: MOST_YEARS + 1 })])
		errors.check(() => writtenInUtc(instantOf(local, timezone), "/startsAt"));
	errors.throwIfAny();
	const last = later(startsAt, years);
	const within = text("must be after startsAt, and within {most} years of it", { most: MOST_YEARS });
	if (until !== null && (until < startsAt || until > last)) errors.add("/until", "out_of_range", within);
	for (const [at, date] of rDates.entries())
		if (date < startsAt || date > last) errors.add(`/rDates/${at}`, "out_of_range", within);
	errors.throwIfAny();
	const count = allOccurrences(series, MOST_OCCURRENCES + 1).length;
	if (count === 0) errors.add("/rule", "out_of_range", "must have an occurrence that is not left out");
	if (count > MOST_OCCURRENCES)
		errors.add("/rule", "out_of_range", text("must have at most {most} occurrences", { most: MOST_OCCURRENCES }));
	if (until === null && /COUNT|UNTIL/.test(rule) && goesBeyond(series))
		errors.add("/rule", "out_of_range", text("must end within {most} years of startsAt", { most: MOST_YEARS }));
	errors.throwIfAny();
}

/** Whether a rule that ends has occurrences which a series would not have. */
function goesBeyond(series: SeriesColumns): boolean {
	const fromMs = endOf(series);
	const toMs = instantOf(later(series.startsAt, { years: 20 * MOST_YEARS }), series.timezone);
	return occurrencesOf({ ...series, rDates: [] }, { fromMs, toMs, limit: 1 }).length > 0;
}
