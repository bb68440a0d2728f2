import type { Db } from "#db/store";
import type { Discarding } from "./drafts.ts";
import { uploadsOf, uploadsToErase } from "./repository.ts";

/** Creates the function that erases up to `limit` uploads of a meeting, or of a whole organization, with what was received. */
export const eraseUploads =
	(discarding: Discarding) =>
	async (tx: Db, orgId: string, meetingId: string | undefined, limit: number): Promise<number> => {
		const rows = await uploadsToErase(tx, { orgId, meetingId, limit });
		for (const row of rows) {
			await discarding.enqueue(tx, row);
			await uploadsOf(tx, orgId).remove(row.id);
		}
		return rows.length;
	};
