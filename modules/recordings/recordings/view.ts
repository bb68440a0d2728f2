import type { RecordingRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { Recording } from "./schemas.ts";

/** Returns what a recording is. */
function kindOf({ mixOf, participantId }: Pick<RecordingRow, "mixOf" | "participantId">): Recording["kind"] {
	if (mixOf !== null) return "mix";
	return participantId === null ? "file" : "track";
}

/** Returns a recording as the API shows it. */
export const toRecording = (row: RecordingRow): Recording => ({
	id: row.id,
	kind: kindOf(row),
	meetingId: row.meetingId,
	filename: row.filename,
	contentType: row.contentType,
	sizeBytes: row.sizeBytes,
	sha256: row.sha256,
	durationMs: row.durationMs,
	channels: row.channels,
	hasVideo: row.hasVideo,
	language: row.language,
	participantId: row.participantId,
	captureId: row.captureId,
	startedAt: row.startedAtMs === null ? null : rfc3339(row.startedAtMs),
	state: row.state,
	failure: row.failure,
	createdBy: row.createdBy,
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});
