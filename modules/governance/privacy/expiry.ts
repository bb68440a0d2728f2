import { ARTIFACT_CLASSES } from "#db/schema";
import type { Store } from "#db/store";
import { listExpired, type RetentionReader } from "#platform/artifacts";

/** Entries of the ledger that are read at once. */
const PAGE = 200;
/** Follows every id. */
const AFTER_ALL_IDS = "~";

/** What {@link hasExpiredSince} reads. */
export interface ExpirySource {
	readonly store: Pick<Store, "db">;
	readonly retention: Pick<RetentionReader, "cutoffs" | "cutoffsAt">;
}

/**
 * Whether content of an organization has expired since a time that is not purged yet, so that an archive begun at that time
 * contains what nobody is shown any more. What a legal hold preserves is shown.
 * @param sinceMs in Unix ms
 * @throws `not_found` `purged`
 */
export async function hasExpiredSince(
	{ store: { db }, retention }: ExpirySource,
	orgId: string,
	sinceMs: number,
): Promise<boolean> {
	const [now, then] = await Promise.all([retention.cutoffs(db, orgId), retention.cutoffsAt(db, orgId, sinceMs)]);
	for (const dataClass of ARTIFACT_CLASSES) {
		const place = { orgId, dataClass, cutoffMs: now[dataClass], limit: PAGE };
		for (let after = { atMs: then[dataClass], id: AFTER_ALL_IDS }; ; ) {
			const entries = await listExpired(db, { ...place, ...after });
			if (entries.some(({ isHeld }) => !isHeld)) return true;
			const last = entries.at(-1);
			if (last === undefined || entries.length < PAGE) break;
			after = { atMs: last.atMs ?? 0, id: last.id };
		}
	}
	return false;
}
