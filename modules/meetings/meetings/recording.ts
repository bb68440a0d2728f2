import type { MeetingRow, RoomRecording } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { roomChanged } from "./moments.ts";
import { saveMeeting } from "./save.ts";
import { toRecordedMeeting } from "./view.ts";

/** Codes of the reasons for which the server stops a recording. */
type StopReason = "consent_required" | "recording_off" | "meeting_ended";

/** Who starts or stops a recording, or why the server does. */
interface RecordingCause {
	/** Participant; null: the server, or somebody who takes no part. */
	readonly byId: string | null;
	readonly reason: StopReason | null;
}

/** Whether a meeting is being recorded in its room. */
export const isRecorded = ({ recording }: Pick<MeetingRow, "recording">): boolean => recording?.state === "started";

/**
 * Starts or stops the recording of a meeting locked by the change, and records it; one that is so already stays as it is.
 * Whether it may be recorded is checked before.
 */
export async function setRecording(
	change: Change,
	row: MeetingRow,
	state: RoomRecording["state"],
	cause: RecordingCause,
): Promise<MeetingRow> {
	if (isRecorded(row) === (state === "started")) return row;
	const saved = await saveMeeting(change, row, { recording: { state, ...cause, sinceMs: change.nowMs } });
	const object = toRecordedMeeting(saved);
	const changes = differencesBetween(toRecordedMeeting(row), object);
	const fact = state === "started" ? facts["meeting.start_recording"] : facts["meeting.stop_recording"];
	change.record(row.orgId, fact, { id: row.id, object, changes });
	await change.reach(roomChanged, { orgId: row.orgId, meetingId: row.id, what: "recording" });
	return saved;
}
