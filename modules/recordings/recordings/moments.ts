import type { RecordingRow } from "#db/schema";
import { defineMoment } from "#platform/unit-of-work";

/** A recording was created, exactly once: its processing is enqueued. */
export const recordingCreated = defineMoment<RecordingRow>("recording.created");

/** A recording is about to be deleted: work on it is cancelled, and what was made of it is removed. */
export const recordingDeleted = defineMoment<RecordingRow>("recording.deleted");

/** A recording whose retention period is over is about to be deleted. `recording.deleted` comes before. */
export const recordingPurged = defineMoment<RecordingRow>("recording.purged");
