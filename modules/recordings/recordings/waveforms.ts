import type { RecordingRow } from "#db/schema";
import { systemContext } from "#modules/tenancy/permissions";
import { type ArtifactOwner, artifactsOf } from "#platform/artifacts";
import type { Blobs, OwnedBlobs, StoredObject } from "#platform/blobs";
import type { Change, UnitOfWork } from "#platform/unit-of-work";
import { recordingsOf } from "./repository.ts";

/** Noun of the owner of a waveform in the ledger; its id is that of the recording. */
export const WAVEFORM = "waveform";

const ownerOf = ({ orgId, id, meetingId }: RecordingRow): ArtifactOwner => ({
	orgId,
	ownerType: WAVEFORM,
	ownerId: id,
	meetingId,
});

/** Stores the waveform of a recording: amplitudes of equal parts of it, 0…127. */
export type StoreWaveform = (recording: RecordingRow, peaks: Int8Array) => Promise<void>;

/** Creates the function that stores the waveform of a recording, in place of one it may have. */
export function createWaveformStore(deps: { readonly blobs: Blobs; readonly unitOfWork: UnitOfWork }): StoreWaveform {
	return async (recording, peaks) => {
		const { orgId, id } = recording;
		const owned = deps.blobs.forOwner(ownerOf(recording));
		const content = await storePeaks(owned, peaks);
		const isStored = await deps.unitOfWork.run(systemContext("job:recordings.waveform"), async (change) => {
			const row = await recordingsOf(change.tx, orgId).lock(id);
			if (row) await setWaveform(change, row, content);
			return row !== undefined;
		});
		if (!isStored) await owned.discard(content);
	};
}

/** Stores a waveform, which belongs to no recording yet. */
export const storePeaks = (owned: OwnedBlobs, peaks: Int8Array): Promise<StoredObject> =>
	owned.store(oneOf(new Uint8Array(peaks.buffer, peaks.byteOffset, peaks.byteLength)));

/** Gives a recording its waveform, in place of one it may have. */
export async function setWaveform({ tx, nowMs }: Change, row: RecordingRow, content: StoredObject): Promise<void> {
	const ledger = artifactsOf(tx, row.orgId);
	await ledger.remove(WAVEFORM, row.id, nowMs);
	const { blobId } = await ledger.add(ownerOf(row), content, nowMs, row.createdAtMs);
	await recordingsOf(tx, row.orgId).update(row.id, { waveformBlobId: blobId });
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
	yield bytes;
}
