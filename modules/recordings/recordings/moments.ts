import type { RecordingRow } from "#db/schema";
import { defineMoment } from "#platform/unit-of-work";

/** A new recording, as announced to the modules that process it. */
export interface NewRecording {
	readonly orgId: string;
	readonly meetingId: string;
	readonly recordingId: string;
	/** BCP 47; null: found out from the speech. */
	readonly language: string | null;
}

/** A recording was created, exactly once: its processing is enqueued. */
export const recordingCreated = defineMoment<NewRecording>("recording.created");

/** A recording is about to be deleted: work on it is cancelled, and what was made of it is removed. */
export const recordingDeleted = defineMoment<RecordingRow>("recording.deleted");

/** A recording whose retention period is over is about to be deleted. `recording.deleted` comes before. */
export const recordingPurged = defineMoment<RecordingRow>("recording.purged");
