import { lt } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import { notedReads } from "#db/schema";
import type { Db } from "#db/store";
import { tenantRows } from "#db/tenant-rows";

const noted = tenantRows(notedReads);

/** Notes a read; false: it is noted already. */
export const noteRead = (tx: Db, orgId: string, id: string, notedAtMs: number): Promise<boolean> =>
	noted(tx, orgId).tryInsert({ id, notedAtMs });

/** Deletes up to `limit` notes of all organizations from before an instant, and returns their number. */
export const deleteNotedReads = (tx: Db, beforeMs: number, limit: number): Promise<number> =>
	deletePortion(tx, notedReads, [notedReads.orgId, notedReads.id], lt(notedReads.notedAtMs, beforeMs), limit);
