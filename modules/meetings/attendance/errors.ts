import type { MeetingRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { invalidParameter } from "#kernel/field-errors";
import { type PlainText, text } from "#kernel/texts";

const REASONS = {
	uploaded: "The meeting was uploaded: attendance is measured only in meetings that are held in a room.",
	held_elsewhere:
		"The meeting is held elsewhere, where attendance cannot be measured: use the list of the service that holds it.",
	not_begun: "The meeting has not begun: there is no attendance yet.",
	cancelled: "The meeting was cancelled: there is no attendance.",
	not_ready: "Attendance can be corrected once the meeting has ended and its attendance is ready.",
} as const satisfies Readonly<Record<string, PlainText>>;

const unavailable = (reason: keyof typeof REASONS, { state }: Pick<MeetingRow, "state">) =>
	new AppError("state_conflict", REASONS[reason], { meta: { reason, state } });

/** Asserts that attendance of a meeting is measured. @throws `state_conflict` */
export function assertAttended(meeting: Pick<MeetingRow, "source" | "conferenceUrl" | "state">): void {
	const { source, conferenceUrl, state } = meeting;
	if (source !== "native") throw unavailable("uploaded", meeting);
	if (conferenceUrl !== null) throw unavailable("held_elsewhere", meeting);
	if (state === "scheduled") throw unavailable("not_begun", meeting);
	if (state === "cancelled") throw unavailable("cancelled", meeting);
}

/** Returns the error for a correction before the end. */
export const notReady = (meeting: Pick<MeetingRow, "state">) => unavailable("not_ready", meeting);

/** Returns the error for a participant without attendance. */
export const attendanceNotFound = () =>
	new AppError("not_found", "The meeting has no attendance of such a participant.");

/** Returns the error for a period of a series with more meetings than one answer has. */
export const tooManyMeetings = (most: number) =>
	invalidParameter("/from", "too_large", text("must be later: the period has more than {most} meetings", { most }));

/** Returns the error for a period of a series with more attendance than one answer has. */
export const tooManyRows = (most: number) =>
	invalidParameter(
		"/from",
		"too_large",
		text("must be later: the attendance has more than {most} rows; CSV has all of them", { most }),
	);
