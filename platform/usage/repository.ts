import { type Meter, usageRecords } from "#db/schema";
import type { Db } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import { newId } from "#kernel/ids";

const rowsOf = tenantRows(usageRecords);

/** What was used. */
export interface Usage {
	readonly meter: Meter;
	/** In the unit of the meter; negative where bytes were deleted. */
	readonly quantity: number;
	/** What was measured: `meeting:mtg_…`, `blob:blb_…`. It is counted once for each meter. */
	readonly subject: string;
	/** Unix ms. */
	readonly occurredAtMs: number;
}

/** Records use, in the transaction of what it measures; a subject that was recorded already is not counted again. */
export async function recordUsage(tx: Db, orgId: string, usage: Usage): Promise<void> {
	await rowsOf(tx, orgId).tryInsert({ id: newId("usg"), ...usage });
}

/** Deletes up to `limit` records of an organization and returns their number. */
export const eraseTenant = (tx: Db, orgId: string, limit: number): Promise<number> =>
	rowsOf(tx, orgId).removePortion(limit);
