import type { UploadRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { Upload } from "./schemas.ts";

/** Returns an upload as the API shows it. */
export const toUpload = (row: UploadRow): Upload => ({
	id: row.id,
	meetingId: row.meetingId,
	filename: row.filename,
	contentType: row.contentType,
	sizeBytes: row.lengthDeferred ? null : row.sizeBytes,
	offsetBytes: row.offsetBytes,
	state: row.state,
	failure: row.failure,
	recordingId: row.recordingId,
	participantId: row.participantId,
	captureId: row.captureId,
	startedAt: row.startedAtMs === null ? null : rfc3339(row.startedAtMs),
	createdBy: row.createdBy,
	expiresAt: rfc3339(row.expiresAtMs),
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});
