import type { SeriesRow } from "#db/schema";
import type { ReadDb, Store } from "#db/store";
import type { Principal } from "#kernel/principal";
import { type MeetingRights, mayNotEnter, meetingAccess } from "#modules/meetings/meetings";
import { assertOrganizationExists } from "#modules/tenancy/organization-records";
import { seriesOrg } from "./access.ts";
import { seriesNotFound } from "./errors.ts";
import { seriesOf } from "./repository.ts";

/** Splits that are followed back: more than one for each week of a term. */
const MOST_SPLITS = 50;

/** A series with the ones that it continues since they were split. */
export interface Lineage {
	readonly row: SeriesRow;
	/** Their ids, the oldest first. One that was deleted is the last that is known. */
	readonly seriesIds: readonly string[];
	/**
	 * Asserts that the caller knows of the series and enters its meetings.
	 * @param entersAny whether they enter one of its meetings, whatever the series says
	 * @throws `not_found` `forbidden`
	 */
	readonly assertEntered: (entersAny: boolean) => void;
}

/**
 * Returns a series with those before it. What the caller may do with each of its meetings is up to the meeting.
 * @throws `not_found` `purged`
 */
export async function findLineage(store: Store, principal: Principal, seriesId: string): Promise<Lineage> {
	const orgId = await seriesOrg(store, principal, seriesId);
	await assertOrganizationExists(store.db, principal, orgId);
	const row = await seriesOf(store.db, orgId).find(seriesId);
	if (!row) throw seriesNotFound();
	const [rights, earlier] = await Promise.all([meetingAccess(store.db, principal, row), listEarlier(store.db, row)]);
	return { row, seriesIds: [...earlier, row.id], assertEntered: (entersAny) => assertEntered(rights, entersAny) };
}

function assertEntered({ canSee, canEnter }: MeetingRights, entersAny: boolean): void {
	if (canEnter || entersAny) return;
	throw canSee ? mayNotEnter() : seriesNotFound();
}

/** Returns the ids of the series that one continues, the oldest first. */
async function listEarlier(db: ReadDb, { orgId, previousId }: SeriesRow): Promise<string[]> {
	const ids: string[] = [];
	for (let id = previousId; id !== null && ids.length < MOST_SPLITS; ) {
		ids.unshift(id);
		id = (await seriesOf(db, orgId).find(id))?.previousId ?? null;
	}
	return ids;
}
