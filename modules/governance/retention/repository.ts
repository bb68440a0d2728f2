import { and, asc, desc, eq, gt, lte, ne, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { keyset } from "#db/keyset";
import { deletePortion } from "#db/portions";
import { organizations, retentionChanges, retentionPreviews, retentionRuns } from "#db/schema";
import { type Bound, readRow, readRows } from "#db/statement";
import type { Db, ReadDb, ReadHandle } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import { contentId, withConfiguration } from "#platform/configuration";
import { DELAY_MS } from "./retention-policy.ts";

const changeRows = tenantRows(retentionChanges);
const previewRows = tenantRows(retentionPreviews);
const runRows = tenantRows(retentionRuns);

const changesInForce = readRows((db, { orgId, nowMs }: Bound<{ orgId: string; nowMs: number }>) =>
	db
		.select()
		.from(retentionChanges)
		.where(and(eq(retentionChanges.orgId, orgId), gt(retentionChanges.purgesFromMs, nowMs)))
		.orderBy(asc(retentionChanges.purgesFromMs), asc(retentionChanges.id)),
);

const latestRun = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	db
		.select()
		.from(retentionRuns)
		.where(and(eq(retentionRuns.orgId, orgId), eq(retentionRuns.dryRun, false)))
		.orderBy(desc(retentionRuns.createdAtMs), desc(retentionRuns.id))
		.limit(1),
);

type Unfinished = { readonly orgId: string; readonly dryRun: boolean };
const selectUnfinished = (db: ReadDb, { orgId, dryRun }: Bound<Unfinished>) =>
	db
		.select()
		.from(retentionRuns)
		.where(
			and(
				eq(retentionRuns.orgId, orgId),
				eq(retentionRuns.dryRun, dryRun),
				sql`${retentionRuns.state} in ('queued', 'running')`,
			),
		)
		.limit(1);
const findUnfinished = readRow(selectUnfinished);
const lockUnfinished = readRow((tx, key: Bound<Unfinished>) => forUpdate(selectUnfinished(tx, key)));

const policyRow = withConfiguration(
	readRow((db, { orgId }: Bound<{ orgId: string }>) =>
		db
			.select({
				orgType: organizations.orgType,
				settings: organizations.settings,
				retentionPolicy: organizations.retentionPolicy,
				contentId,
			})
			.from(organizations)
			.where(and(eq(organizations.id, orgId), ne(organizations.state, "deleted")))
			.limit(1),
	),
);

/** Returns what the policy of an organization follows from; undefined when it does not exist, or was purged. */
export const findPolicyRow = (store: ReadHandle, orgId: string) => policyRow(store, { orgId });

/** Order of the list of runs. */
export const newestFirst = keyset("desc", { createdAtMs: retentionRuns.createdAtMs, id: retentionRuns.id });

/** The runs of one organization. */
export const runsOf = runRows;

/** Returns the run of an organization that has not ended, locked; undefined when there is none. */
export const lockUnfinishedRun = (tx: Db, orgId: string, dryRun: boolean) => lockUnfinished(tx, { orgId, dryRun });

/** Returns the same without a lock. */
export const findUnfinishedRun = (db: ReadDb, orgId: string, dryRun: boolean) => findUnfinished(db, { orgId, dryRun });

/** Returns the shortenings of an organization's policy that delay the purge at that time, those that end first in front. */
export const listChangesInForce = (db: ReadDb, orgId: string, nowMs: number) => changesInForce(db, { orgId, nowMs });

/** The shortenings of an organization's policy, within a change. */
export const changesOf = (tx: Db, orgId: string) => changeRows(tx, orgId);

/** The previews of an organization. */
export const previewsOf = previewRows;

/** Returns the newest run of an organization that purged; undefined when there was none. */
export const findLatestRun = (db: ReadDb, orgId: string) => latestRun(db, { orgId });

/** Deletes up to `limit` previews of all organizations that are over, and shortenings some time later, and returns their number. */
export async function deleteEnded(tx: Db, nowMs: number, limit: number): Promise<number> {
	const ended = await deletePortion(
		tx,
		retentionChanges,
		[retentionChanges.orgId, retentionChanges.id],
		lte(retentionChanges.purgesFromMs, nowMs - DELAY_MS),
		limit,
	);
	if (ended === limit) return ended;
	return (
		ended +
		(await deletePortion(
			tx,
			retentionPreviews,
			[retentionPreviews.orgId, retentionPreviews.id],
			lte(retentionPreviews.expiresAtMs, nowMs),
			limit - ended,
		))
	);
}
