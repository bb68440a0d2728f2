import type { MeetingRow, OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { Principal } from "#kernel/principal";
import type { Change } from "#platform/unit-of-work";
import type { LiveAccess } from "./live-access-schemas.ts";
import type { PersonalView } from "./rights.ts";
import type { CreateMeetingRequest } from "./schemas.ts";
import type { SeriesInCalendar } from "./series-calendar.ts";

/** Somebody who is asked to take part in a meeting. */
export type ParticipantRequest = NonNullable<CreateMeetingRequest["participants"]>[number];

/**
 * Adds participants to meetings; modules/meetings/participants implements it.
 * @typeParam Prepared somebody who was checked
 */
export interface ParticipantAdder<Prepared> {
	/**
	 * Checks who is to be added; called before the change.
	 * @param path JSON Pointer of the list; null: `people` is a body of its own
	 * @throws `validation_failed` `rate_limited`
	 */
	prepare(
		by: { readonly orgId: string; readonly principal: Pick<Principal, "id"> },
		people: readonly ParticipantRequest[],
		path: string | null,
	): Promise<readonly Prepared[]>;
	/** Adds them to a meeting that the change made. @throws `validation_failed` for a `userId` of no member, `conflict` */
	add(change: Change, meeting: MeetingRow, people: readonly Prepared[]): Promise<unknown>;
}

/**
 * Makes the way into a live meeting for somebody who may enter it; modules/meetings/live-access implements it.
 * @param participantId how they are in its room; null: they are not
 */
export type LiveAccessFor = (
	principal: Principal,
	organization: OrganizationRow,
	meetingId: string,
	participantId: string | null,
) => LiveAccess;

/**
 * Returns the series with which a calendar shows a meeting; undefined when the meeting is shown by itself. modules/meetings/series
 * implements it.
 * @param view null: whoever asks has all meetings of the organization
 * @param range `fromMs`: time before which nothing is shown
 */
export type SeriesOfMeeting = (
	db: ReadDb,
	view: PersonalView | null,
	meeting: MeetingRow,
	range: { readonly nowMs: number; readonly fromMs: number },
) => Promise<SeriesInCalendar | undefined>;
