import type { RecordingRow } from "#db/schema";
import type { NewId } from "#kernel/ids";
import { type ArtifactOwner, artifactsOf } from "#platform/artifacts";
import type { StoredObject } from "#platform/blobs";
import type { Change } from "#platform/unit-of-work";
import { showInMeeting } from "./artifact.ts";
import { facts } from "./facts.ts";
import { recordingsOf } from "./repository.ts";
import { toRecording } from "./view.ts";

/** A recording to be created, with what its content is. */
export interface RecordedFile
	extends Pick<
		RecordingRow,
		| "orgId"
		| "meetingId"
		| "filename"
		| "contentType"
		| "language"
		| "participantId"
		| "captureId"
		| "startedAtMs"
		| "createdBy"
	> {
	readonly content: StoredObject;
}

/** Returns the owner of the content of a recording. */
export const ownerOf = ({ orgId, id, meetingId }: Pick<RecordingRow, "orgId" | "id" | "meetingId">): ArtifactOwner => ({
	orgId,
	ownerType: "recording",
	ownerId: id,
	meetingId,
});

/**
 * Stores a recording: its row, its entry in the ledger, what its meeting shows of it. The caller has locked the meeting
 * and checked that it may be recorded.
 */
export async function createRecording(
	change: Change,
	newId: NewId,
	{ content, ...recorded }: RecordedFile,
): Promise<RecordingRow> {
	const file = { ...recorded, id: newId("rec") };
	const { tx, nowMs } = change;
	const { blobId } = await artifactsOf(tx, file.orgId).add(ownerOf(file), content, nowMs);
	if (blobId === null) throw new Error("a recording has content");
	const row: RecordingRow = {
		...file,
		blobId,
		sizeBytes: content.sizeBytes,
		sha256: content.sha256,
		durationMs: null,
		channels: null,
		hasVideo: null,
		state: "processing",
		failure: null,
		waveformBlobId: null,
		version: 1,
		createdAtMs: nowMs,
		updatedAtMs: nowMs,
	};
	await recordingsOf(tx, row.orgId).insert(row);
	change.record(row.orgId, facts["recording.create"], { id: row.id, object: toRecording(row) });
	await showInMeeting(change, row);
	return row;
}
