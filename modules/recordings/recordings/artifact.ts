import type { ArtifactState, MeetingArtifacts, RecordingRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { updateArtifacts } from "#modules/meetings/meetings";
import type { Change } from "#platform/unit-of-work";
import { summarizeRecordings } from "./repository.ts";

/** Brings up to date what a meeting shows of its recordings, all of them together. */
export async function showInMeeting(
	change: Change,
	{ orgId, meetingId }: Pick<RecordingRow, "orgId" | "meetingId">,
): Promise<void> {
	const recording = await summarizeInMeeting(change.tx, { orgId, meetingId });
	await updateArtifacts(change, orgId, meetingId, { recording });
}

/** Returns what a meeting is to show of its recordings, all of them together. */
export async function summarizeInMeeting(
	db: ReadDb,
	{ orgId, meetingId }: Pick<RecordingRow, "orgId" | "meetingId">,
): Promise<NonNullable<MeetingArtifacts["recording"]>> {
	const { processing, ready, failed, sizeBytes, durationMs } = await summarizeRecordings(db, orgId, meetingId);
	return { state: stateOf(processing, ready, failed), sizeBytes, durationMs };
}

/** Returns the state of the recordings of a meeting: there was one, so none left means that they were deleted. */
function stateOf(processing: number, ready: number, failed: number): ArtifactState {
	if (processing > 0) return "processing";
	if (ready > 0) return "ready";
	return failed > 0 ? "failed" : "deleted";
}
