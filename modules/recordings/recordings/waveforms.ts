import type { RecordingRow } from "#db/schema";
import { systemContext } from "#modules/tenancy/permissions";
import { type ArtifactOwner, artifactsOf } from "#platform/artifacts";
import type { Blobs } from "#platform/blobs";
import type { UnitOfWork } from "#platform/unit-of-work";
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
		const content = await owned.store(oneOf(new Uint8Array(peaks.buffer, peaks.byteOffset, peaks.byteLength)));
		const isStored = await deps.unitOfWork.run(systemContext("job:recordings.waveform"), async ({ tx, nowMs }) => {
			const row = await recordingsOf(tx, orgId).lock(id);
			if (!row) return false;
			const ledger = artifactsOf(tx, orgId);
			await ledger.remove(WAVEFORM, id, nowMs);
			const { blobId } = await ledger.add(ownerOf(row), content, nowMs);
			await recordingsOf(tx, orgId).update(id, { waveformBlobId: blobId });
			return true;
		});
		if (!isStored) await owned.discard(content);
	};
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
	yield bytes;
}
