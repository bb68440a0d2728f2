import type { SeriesRow } from "#db/schema";
import type { Store } from "#db/store";
import { orgOf } from "#db/tenant-rows";
import { assertIfMatch } from "#kernel/etag";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { assertRuns, type MeetingRights, meetingAccess } from "#modules/meetings/meetings";
import { assertOrganizationExists, assertWritableOrganization } from "#modules/tenancy/organization-records";
import type { Change } from "#platform/unit-of-work";
import type { LockedSeries } from "./align.ts";
import { seriesNotFound } from "./errors.ts";
import { seriesOf, tenantOfSeries } from "./repository.ts";

/** Returns the organization in which a caller looks for a series; call it before a change begins. @throws `not_found` */
export const seriesOrg = (store: Store, principal: Principal, seriesId: string): Promise<string> =>
	orgOf(store, principal, tenantOfSeries, seriesId, seriesNotFound);

/** A series, and what the caller may do with its meetings. */
export interface SeenSeries {
	readonly row: SeriesRow;
	readonly rights: MeetingRights;
}

/** Returns a series that the caller may see: as they would a meeting like it. @throws `not_found` `purged` */
export async function findSeries(store: Store, principal: Principal, seriesId: string): Promise<SeenSeries> {
	const orgId = await seriesOrg(store, principal, seriesId);
	await assertOrganizationExists(store.db, principal, orgId);
	const row = await seriesOf(store.db, orgId).find(seriesId);
	const rights = row && (await meetingAccess(store.db, principal, row));
	if (!row || !rights?.canSee) throw seriesNotFound();
	return { row, rights };
}

/**
 * Returns a series locked until the change ends, for a caller who runs its meetings now.
 * @throws `not_found` `purged` `forbidden` `state_conflict` `precondition_failed`
 */
export async function lockSeries(
	change: Change,
	orgId: string,
	seriesId: string,
	{ ifMatch }: Pick<RequestContext, "ifMatch">,
): Promise<LockedSeries> {
	const [organization, series] = await Promise.all([
		assertWritableOrganization(change.tx, orgId),
		seriesOf(change.tx, orgId).lock(seriesId),
	]);
	const rights = series && (await meetingAccess(change.tx, change.principal, series));
	if (!series || !rights?.canSee) throw seriesNotFound();
	assertRuns(change.principal, rights);
	assertIfMatch(ifMatch, series.version);
	return { organization, series };
}
