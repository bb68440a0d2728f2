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

/** What only a mix is, which is made here: it has been read, and counts from when the earliest of its tracks was stored. */
export type MadeFile = Pick<
	RecordingRow,
	"id" | "state" | "durationMs" | "channels" | "hasVideo" | "mixOf" | "createdAtMs"
>;

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
	made: Partial<MadeFile> = {},
): Promise<RecordingRow> {
	const { tx, nowMs } = change;
	const file = { id: newId("rec"), createdAtMs: nowMs, ...recorded, ...made };
	const { blobId } = await artifactsOf(tx, file.orgId).add(ownerOf(file), content, nowMs, file.createdAtMs);
	if (blobId === null) throw new Error("a recording has content");
	const row: RecordingRow = {
		durationMs: null,
		channels: null,
		hasVideo: null,
		mixOf: null,
		state: "processing",
		...file,
		blobId,
		sizeBytes: content.sizeBytes,
		sha256: content.sha256,
		failure: null,
		waveformBlobId: null,
		version: 1,
		updatedAtMs: nowMs,
	};
	await recordingsOf(tx, row.orgId).insert(row);
	change.record(row.orgId, facts["recording.create"], { id: row.id, object: toRecording(row) });
	await showInMeeting(change, row);
	return row;
}
