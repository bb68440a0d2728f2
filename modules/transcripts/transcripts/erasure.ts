import { inPortions } from "#db/portions";
import type { Db } from "#db/store";
import { showPurged } from "#modules/meetings/meetings";
import type { ArtifactPurge } from "#platform/artifacts";
import type { Job, JobContext } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { TranscriptKey } from "./ports.ts";
import type { ErasePayload } from "./queues.ts";
import { removeSegments } from "./repository/segments.ts";
import { erasableTranscripts, removeSpeakers } from "./repository/transcripts.ts";

/** Creates the functions that delete transcripts for good, with what is derived from them. */
export function createErasure({ store, contributions }: Pick<Core, "store" | "contributions">) {
	/** Deletes up to `limit` rows of a transcript but its own, and returns their number. */
	async function erasePortion(tx: Db, key: TranscriptKey, limit: number): Promise<number> {
		let erased = await contributions.eraseTranscript(tx, key, limit);
		if (erased < limit) erased += await removeSegments(tx, key, limit - erased);
		return erased >= limit ? erased : erased + (await removeSpeakers(tx, key, limit - erased));
	}

	return {
		/** Erases up to `limit` rows of the transcripts of a meeting, see `EraseMeeting`. */
		async eraseMeeting(tx: Db, orgId: string, meetingId: string, limit: number): Promise<number> {
			const transcripts = erasableTranscripts(tx, orgId);
			let erased = 0;
			while (erased < limit) {
				const key = await transcripts.findOfMeeting(meetingId);
				if (key === undefined) return erased;
				erased += await erasePortion(tx, key, limit - erased);
				if (erased < limit) erased += await transcripts.removeRow(key.id);
			}
			return erased;
		},

		/** Deletes transcripts whose retention period is over, with what is derived from them. */
		purge: {
			async purge(change, { orgId, ownerId: id, meetingId }, limit) {
				const erased = await erasePortion(change.tx, { orgId, id }, limit);
				if (erased >= limit) return erased;
				await showPurged(change, orgId, meetingId, ({ transcript, translations = [] }) => ({
					...(transcript?.transcriptId === id && {
						transcript: { state: "deleted", transcriptId: null, languages: [], segmentCount: 0 },
					}),
					...(translations.some(({ transcriptId }) => transcriptId === id) && {
						translations: translations.filter(({ transcriptId }) => transcriptId !== id),
					}),
				}));
				return erased + (await erasableTranscripts(change.tx, orgId).removeRow(id));
			},
		} satisfies ArtifactPurge,

		/** Handles the jobs that delete what is left of a transcript: all of one that was removed. */
		async eraseRemoved({ payload }: Job, { signal }: JobContext): Promise<void> {
			const writing = store.writing("transcript.erase");
			const { orgId, transcriptId: id } = payload as ErasePayload;
			const portion = (tx: Db, limit: number) => erasePortion(tx, { orgId, id }, limit);
			await inPortions(writing.tx, portion, { signal });
			await writing.tx(async (tx) => {
				const transcripts = erasableTranscripts(tx, orgId);
				if (await transcripts.isRemoved(id)) await transcripts.removeRow(id);
			});
		},
	};
}
