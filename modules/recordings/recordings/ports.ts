import type { RecordingRow } from "#db/schema";
import type { Change } from "#platform/unit-of-work";

/** A new recording, as announced to the modules that process it. */
export interface NewRecording {
	readonly orgId: string;
	readonly meetingId: string;
	readonly recordingId: string;
	/** BCP 47; null: found out from the speech. */
	readonly language: string | null;
}

/** Called within the change that creates a recording: to enqueue its processing. Runs exactly once per recording. */
export type OnRecorded = (change: Change, recording: NewRecording) => Promise<void>;

/** Called within the change that deletes a recording: to cancel work on it and to remove what was made of it. */
export type OnRecordingDeleted = (change: Change, recording: RecordingRow) => Promise<void>;
