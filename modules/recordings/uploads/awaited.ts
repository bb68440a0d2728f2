import type { UploadRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { awaitsDecisions } from "#modules/meetings/consents";
import { findMeetingRow } from "#modules/meetings/meetings";

/**
 * Whether an upload whose bytes are all here waits for participants who have not decided about being recorded. Only files
 * do, in which anyone may be heard: a track has no other voice than its own participant's.
 */
export async function awaitsConsent(
	db: ReadDb,
	{ orgId, meetingId, participantId, state }: UploadRow,
): Promise<boolean> {
	if (state !== "finishing" || participantId !== null) return false;
	const meeting = await findMeetingRow(db, { orgId, id: meetingId });
	return meeting !== undefined && awaitsDecisions(db, meeting, "recording");
}
