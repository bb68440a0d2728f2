import type { ArtifactClass, MeetingRow } from "#db/schema";

/** Returns the class of what is made from a meeting: everything of an exam is kept as long as the exam. */
export const classOf = (own: ArtifactClass, kind: MeetingRow["kind"] | undefined): ArtifactClass =>
	kind === "exam" ? "examData" : own;

/**
 * Returns when a retention period starts, in Unix ms; null: not yet, the meeting lasts. A message's own time counts for
 * it, the end of the upload for a recording that arrives after the meeting, and the end of the meeting for anything else.
 * What is of no meeting, or of one that never took place, is as old as itself.
 * @param dataClass see {@link classOf}
 * @param createdAtMs when the content was stored
 */
export function clockOf(
	dataClass: ArtifactClass,
	meeting: Pick<MeetingRow, "state" | "endedAtMs"> | undefined,
	createdAtMs: number,
): number | null {
	if (meeting === undefined || dataClass === "chatLogs") return createdAtMs;
	if (meeting.state === "live") return null;
	if (meeting.endedAtMs === null) return createdAtMs;
	return dataClass === "recordings" ? Math.max(meeting.endedAtMs, createdAtMs) : meeting.endedAtMs;
}
