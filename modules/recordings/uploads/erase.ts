import type { RecordingRow } from "#db/schema";
import type { Db } from "#db/store";
import type { Change } from "#platform/unit-of-work";
import type { DraftRemoval } from "./drafts.ts";
import { uploadsOf, uploadsToErase } from "./repository.ts";

/** Most uploads of a meeting that are looked at for one that has become a recording. */
const MOST = 1_000;

/** Deletes, within the change that purges a recording, the upload that has become it. */
export async function forgetUpload(
	{ tx }: Pick<Change, "tx">,
	{ orgId, meetingId, id: recordingId }: Pick<RecordingRow, "orgId" | "meetingId" | "id">,
): Promise<void> {
	for (const row of await uploadsToErase(tx, { orgId, meetingId, limit: MOST }))
		if (row.recordingId === recordingId) await uploadsOf(tx, orgId).remove(row.id);
}

/** Creates the function that erases up to `limit` uploads of a meeting, or of a whole organization, with what was received. */
export const eraseUploads =
	(draftRemoval: DraftRemoval) =>
	async (tx: Db, orgId: string, meetingId: string | undefined, limit: number): Promise<number> => {
		const rows = await uploadsToErase(tx, { orgId, meetingId, limit });
		for (const row of rows) {
			await draftRemoval.enqueue(tx, row);
			await uploadsOf(tx, orgId).remove(row.id);
		}
		return rows.length;
	};
