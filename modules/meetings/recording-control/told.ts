import type { ReadDb } from "#db/store";
import { findMeetingRow, type MeetingRecording, toRecording } from "#modules/meetings/meetings";
import { findParticipant } from "#modules/meetings/participants";

/** What those in a room are told of its recording. */
export interface ToldRecording extends Omit<MeetingRecording, "by"> {
	/** Who has started or stopped it; null: the server, or somebody who takes no part. */
	readonly by: { readonly participantId: string; readonly name: string | null } | null;
}

/** Returns what those in a room are told of its recording; null before the first. */
export async function recordingInRoom(
	db: ReadDb,
	{ orgId, meetingId }: { readonly orgId: string; readonly meetingId: string },
): Promise<ToldRecording | null> {
	const row = await findMeetingRow(db, { orgId, id: meetingId });
	if (!row?.recording) return null;
	const { by: participantId, ...recording } = toRecording(row.recording);
	const by = participantId === null ? undefined : await findParticipant(db, orgId, participantId);
	return { ...recording, by: by ? { participantId: by.id, name: by.name === "" ? null : by.name } : null };
}
