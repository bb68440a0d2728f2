import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { MeetingRow } from "#db/schema";
import type { PublicUrl } from "#kernel/public-url";
import type { JoinCodes } from "./join-code.ts";

/** Media type of a calendar (RFC 5545). */
export const CALENDAR_TYPE = "text/calendar; charset=utf-8";

/** Interval at which calendar programs shall ask again for a feed, in seconds. */
const REFRESH_SECONDS = 3_600;

/** See {@link createMeetingCalendars}. */
export type MeetingCalendars = ReturnType<typeof createMeetingCalendars>;

/** Dependencies of {@link createMeetingCalendars}. */
export interface MeetingCalendarsDeps {
	readonly publicUrl: PublicUrl;
	readonly codes: JoinCodes;
}

/** Creates what writes iCalendar files. */
export function createMeetingCalendars({ publicUrl, codes }: MeetingCalendarsDeps) {
	const { hostname } = new URL(publicUrl.origin);

	return {
		/**
		 * Converts meetings to an iCalendar file. All times are UTC: calendar programs show them in the viewer's time zone.
		 * An event keeps its id, and its sequence number grows, so that a changed meeting replaces what a program knew of it.
		 * @param name of the calendar, as a program shows it
		 * @param isThin whether it leaves out what the meetings are about
		 */
		write(rows: readonly MeetingRow[], name: string, isThin = false): string {
			const calendar = ical({
				name,
				prodId: { company: "Parley", product: "Meetings" },
				method: ICalCalendarMethod.PUBLISH,
				ttl: REFRESH_SECONDS,
			});
			for (const row of rows) {
				const { joinUrl } = codes.toMeeting(row, false);
				calendar.createEvent({
					id: `${row.id}@${hostname}`,
					sequence: row.version - 1,
					stamp: new Date(row.updatedAtMs),
					created: new Date(row.createdAtMs),
					lastModified: new Date(row.updatedAtMs),
					start: new Date(row.startsAtMs),
					end: endOf(row),
					summary: isThin ? name : row.title,
					description: isThin ? null : row.description,
					location: joinUrl,
					url: joinUrl,
					status: row.state === "cancelled" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
				});
			}
			return calendar.toString();
		},
	};
}

/** Returns when a meeting ended or shall end; null while that is open. */
function endOf({ startsAtMs, endedAtMs, scheduledEndAtMs }: MeetingRow): Date | null {
	const endMs = endedAtMs ?? scheduledEndAtMs;
	// One that began later than planned may have outlasted its plan.
	return endMs === null || endMs < startsAtMs ? null : new Date(endMs);
}
