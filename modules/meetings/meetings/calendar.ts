import type { MeetingRow } from "#db/schema";
import { DAY_MS, HOUR_MS } from "#kernel/clock";
import { INSTALLATION } from "#kernel/fair-queue";
import { Slices } from "#kernel/slices";
import type { Core } from "#platform/module";
import type { JoinCodes } from "./join-code.ts";
import { type SeriesInCalendar, type ShownMeeting, type WrittenSeries, writeSeries } from "./series-calendar.ts";
import { timezoneBlock } from "./timezone-block.ts";

/** Media type of a calendar (RFC 5545). */
export const CALENDAR_TYPE = "text/calendar; charset=utf-8";

/** How far calendars of several meetings look back. */
export const BACK_MS = 92 * DAY_MS;

/** Most occurrences of series that are looked at for one file. What is beyond is shown as the meetings that were created. */
const MOST_OCCURRENCES = 20_000;

/** Interval at which calendar programs shall ask again for a feed, in seconds. */
const REFRESH_SECONDS = 3_600;

export type MeetingCalendars = ReturnType<typeof createMeetingCalendars>;

export interface MeetingCalendarsDeps extends Pick<Core, "clock" | "publicUrl"> {
	readonly codes: JoinCodes;
}

/** Creates what writes iCalendar files. */
export function createMeetingCalendars({ clock, publicUrl, codes }: MeetingCalendarsDeps) {
	const { hostname } = new URL(publicUrl.origin);

	return {
		/**
		 * Converts meetings to an iCalendar file, with turns for others. Times of meetings are UTC: calendar programs show them in the viewer's
		 * time zone; those of series are of their own zone. An event keeps its id, and its sequence number grows, so that a changed meeting
		 * replaces what a program knew of it.
		 * @param name of the calendar, as a program shows it
		 * @param isThin whether it leaves out what the meetings are about
		 * @param series each shown as one event that recurs, with its own meetings
		 */
		async write(
			rows: readonly MeetingRow[],
			name: string,
			isThin = false,
			series: readonly SeriesInCalendar[] = [],
		): Promise<string> {
			// Loaded by the first calendar: few requests write one.
			const { default: ical, foldLines, ICalCalendarMethod, ICalEventStatus } = await import("ical-generator");
			const calendar = ical({
				name,
				prodId: { company: "Parley", product: "Meetings" },
				method: ICalCalendarMethod.PUBLISH,
				ttl: REFRESH_SECONDS,
			});
			const end = "END:VCALENDAR";
			const head = calendar.toString().slice(0, -end.length);
			const valuesOf = (row: MeetingRow): ShownMeeting => {
				const { joinUrl } = codes.toMeeting(row, false);
				return {
					sequence: row.version - 1,
					stamp: new Date(row.updatedAtMs),
					created: new Date(row.createdAtMs),
					lastModified: new Date(row.updatedAtMs),
					start: new Date(row.startsAtMs),
					end: new Date(endOf(row, clock.nowMs())),
					summary: isThin ? name : row.title,
					description: isThin ? null : row.description,
					location: joinUrl,
					url: joinUrl,
					status: row.state === "cancelled" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
				};
			};
			const slices = new Slices(rows[0]?.orgId ?? series[0]?.meetings[0]?.orgId ?? INSTALLATION);
			const others: MeetingRow[] = [...rows];
			const written: WrittenSeries[] = [];
			let count = 0;
			for (const each of series) {
				const shown = isThin ? { ...each, title: name, description: null } : each;
				const one =
					count < MOST_OCCURRENCES
						? await writeSeries(calendar, shown, `${each.id}@${hostname}`, slices, valuesOf)
						: undefined;
				if (one) written.push(one);
				others.push(...(one?.others ?? each.meetings));
				count += one?.count ?? 0;
				if (slices.isOver) await slices.pause();
			}
			const zones = await slices.map(
				Map.groupBy(written, ({ timezone }) => timezone),
				([timezone, ofZone]) =>
					timezoneBlock(timezone, {
						fromMs: Math.min(...ofZone.map(({ period }) => period.fromMs)),
						toMs: Math.max(...ofZone.map(({ period }) => period.toMs)),
					}),
			);
			const ofSeries = await slices.map(
				written.flatMap(({ events }) => events),
				(event) => foldLines(event),
			);
			const events = await slices.map(others, (row) =>
				foldLines(calendar.createEvent({ id: `${row.id}@${hostname}`, ...valuesOf(row) }).toString()),
			);
			// Every line ends with CR LF (RFC 5545, section 3.1); the package leaves it out after the last one.
			return [head, ...zones, ...ofSeries, ...events, end, "\r\n"].join("");
		},
	};
}

/** Length of a meeting of which no length is known, as calendar programs assume it. */
const USUAL_MS = HOUR_MS;
/** Shortest length of an event: programs show none that has no length. */
const SHORTEST_MS = 60_000;

/** Returns when an event ends: when the meeting did, is planned to, or, as long as that is open, may be expected to. */
function endOf(row: MeetingRow, nowMs: number): number {
	const { startsAtMs, endedAtMs, scheduledEndAtMs, state, source, artifacts } = row;
	const plannedMs = Math.max(scheduledEndAtMs ?? startsAtMs + USUAL_MS, startsAtMs + SHORTEST_MS);
	if (source === "upload") return startsAtMs + Math.max(artifacts.recording?.durationMs ?? USUAL_MS, SHORTEST_MS);
	if (state === "live") return Math.max(plannedMs, nowMs);
	return Math.max(endedAtMs ?? plannedMs, startsAtMs + SHORTEST_MS);
}
