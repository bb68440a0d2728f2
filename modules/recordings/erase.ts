import type { Db } from "#db/store";
import { artifactsOf } from "#platform/artifacts";
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
