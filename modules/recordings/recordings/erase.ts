import type { Db } from "#db/store";
import { showPurged } from "#modules/meetings/meetings";
import { type ArtifactPurge, artifactsOf } from "#platform/artifacts";
import { summarizeInMeeting } from "./artifact.ts";
import type { Mixes } from "./mixes.ts";
import { recordingDeleted, recordingPurged } from "./moments.ts";
import { recordingsOf, recordingsOfMeeting } from "./repository.ts";
import { WAVEFORM } from "./waveforms.ts";

/** Erases up to `limit` recordings of a meeting, with their entries in the ledger, and returns their number. */
export async function eraseRecordings(
	tx: Db,
	orgId: string,
	meetingId: string,
	limit: number,
	nowMs: number,
): Promise<number> {
	const rows = await recordingsOfMeeting(tx, orgId, meetingId, limit);
	const ledger = artifactsOf(tx, orgId);
	for (const { id } of rows) {
		await recordingsOf(tx, orgId).remove(id);
		await ledger.remove("recording", id, nowMs);
		await ledger.remove(WAVEFORM, id, nowMs);
	}
	return rows.length;
}

/** Creates the deletion of recordings whose retention period is over; their waveforms follow, and the mix of a track. */
export const createRecordingPurge = (mixes: Pick<Mixes, "purgeTrack">): ArtifactPurge => ({
	async purge(change, { orgId, ownerId: id, meetingId }) {
		const row = await recordingsOf(change.tx, orgId).lock(id);
		if (row) {
			await change.reach(recordingDeleted, row);
			await change.reach(recordingPurged, row);
			await mixes.purgeTrack(change, row);
		}
		await recordingsOf(change.tx, orgId).remove(id);
		await artifactsOf(change.tx, orgId).purgeToo(WAVEFORM, id, change.nowMs);
		if (meetingId === null) return 0;
		const recording = await summarizeInMeeting(change.tx, { orgId, meetingId });
		await showPurged(change, orgId, meetingId, () => ({ recording }));
		return 0;
	},
});

/** Deletes waveforms whose retention period is over. */
export const waveformPurge: ArtifactPurge = {
	async purge({ tx }, { orgId, ownerId }) {
		await recordingsOf(tx, orgId).update(ownerId, { waveformBlobId: null });
		return 0;
	},
};
