import { inPortions } from "#db/portions";
import type { Db, Store } from "#db/store";
import type { Job, JobContext } from "#platform/jobs";
import type { TranscriptKey } from "./ports.ts";
import type { ErasePayload } from "./queues.ts";
import { removeSegments, removeSegmentsOf } from "./repository/segments.ts";
import { erasableTranscripts, removeSpeakers } from "./repository/transcripts.ts";

/** Deletes up to `limit` rows of a transcript but its own, and returns their number. */
async function erasePortion(tx: Db, key: TranscriptKey, limit: number): Promise<number> {
	const segments = await removeSegments(tx, key, limit);
	return segments >= limit ? segments : segments + (await removeSpeakers(tx, key, limit - segments));
}

/** Erases up to `limit` rows of the transcripts of an organization, see `EraseTenant`. */
export async function eraseTenant(tx: Db, orgId: string, limit: number): Promise<number> {
	const segments = await removeSegmentsOf(tx, orgId, limit);
	return segments === limit ? limit : segments + (await erasableTranscripts(tx, orgId).removePortion(limit - segments));
}

/** Erases up to `limit` rows of the transcripts of a meeting, see `EraseMeeting`. */
export async function eraseMeeting(tx: Db, orgId: string, meetingId: string, limit: number): Promise<number> {
	const transcripts = erasableTranscripts(tx, orgId);
	let erased = 0;
	while (erased < limit) {
		const key = await transcripts.findOfMeeting(meetingId);
		if (key === undefined) return erased;
		erased += await erasePortion(tx, key, limit - erased);
		if (erased < limit) erased += await transcripts.removeRow(key.id);
	}
	return erased;
}

/** Creates the handler of the jobs that delete what is left of a transcript: all of one that was removed. */
export function createTranscriptErasure(store: Store) {
	return async ({ payload }: Job, { signal }: JobContext): Promise<void> => {
		const writing = store.writing("transcript.erase");
		const { orgId, transcriptId: id } = payload as ErasePayload;
		const portion = (tx: Db, limit: number) => erasePortion(tx, { orgId, id }, limit);
		await inPortions(writing.tx, portion, { signal });
		await writing.tx(async (tx) => {
			const transcripts = erasableTranscripts(tx, orgId);
			if (await transcripts.isRemoved(id)) await transcripts.removeRow(id);
		});
	};
}
