import { and, desc, eq, lte, or, sql } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { privacyExports, retentionRuns } from "#db/schema";
import { type Bound, readRows } from "#db/statement";
import type { ReadDb, ReadHandle } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import type { ErasedPerson } from "#platform/module";

/** Order of the list of exports. */
export const newestExports = keyset("desc", { createdAtMs: privacyExports.createdAtMs, id: privacyExports.id });

/** Exports of one organization. */
export const exportsOf = tenantRows(privacyExports);

/** A literal, as in the partial index. */
const isReady = sql`${privacyExports.state} = 'ready'`;
const key = { orgId: privacyExports.orgId, id: privacyExports.id };

const expired = readRows((db, { nowMs, limit }: Bound<{ readonly nowMs: number; readonly limit: number }>) =>
	db
		.select(key)
		.from(privacyExports)
		.where(and(isReady, lte(privacyExports.expiresAtMs, nowMs)))
		.orderBy(privacyExports.expiresAtMs)
		.limit(limit),
);
const ready = readRows((db, { limit }: Bound<{ readonly limit: number }>) =>
	db
		.select({ ...key, startedAtMs: privacyExports.startedAtMs })
		.from(privacyExports)
		.where(isReady)
		.orderBy(privacyExports.expiresAtMs)
		.limit(limit),
);
const runs = readRows((db, { orgId, limit }: Bound<{ readonly orgId: string; readonly limit: number }>) =>
	db
		.select({ purged: retentionRuns.purged, dryRun: retentionRuns.dryRun, endedAtMs: retentionRuns.endedAtMs })
		.from(retentionRuns)
		.where(eq(retentionRuns.orgId, orgId))
		.orderBy(desc(retentionRuns.createdAtMs), desc(retentionRuns.id))
		.limit(limit),
);

/** Runs of retention that are looked through: as many as a week has. */
const RUNS = 200;

/** Returns up to `limit` exports whose time is over. @param acrossTenants a store without the tenant guard */
export const listExpired = (acrossTenants: ReadHandle | ReadDb, nowMs: number, limit: number) =>
	expired(acrossTenants, { nowMs, limit });

/** Returns up to `limit` exports that can be downloaded, of all organizations. */
export const listReady = (acrossTenants: ReadHandle | ReadDb, limit: number) => ready(acrossTenants, { limit });

/** Whether retention has purged content of an organization since an instant, in Unix ms. */
export async function hasPurgedSince(db: ReadDb | ReadHandle, orgId: string, sinceMs: number): Promise<boolean> {
	const rows = await runs(db, { orgId, limit: RUNS });
	return rows.some(({ purged, dryRun, endedAtMs }) => {
		if (dryRun || (endedAtMs ?? sinceMs) < sinceMs) return false;
		const { classes = {} } = purged as { readonly classes?: Readonly<Record<string, { readonly items: number }>> };
		return Object.values(classes).some(({ items }) => items > 0);
	});
}

const unfinished = sql`${privacyExports.state} in ('queued', 'running', 'ready')`;

/**
 * Returns up to `limit` exports that contain a person: their own, and those of their organization.
 * @param acrossTenants a handle without the tenant guard
 */
export function listOfPerson(
	acrossTenants: ReadDb,
	{ userId, emailKey, orgId }: ErasedPerson,
	limit: number,
): Promise<{ readonly orgId: string; readonly id: string }[]> {
	const theirs = or(eq(privacyExports.userId, userId), eq(privacyExports.emailKey, emailKey));
	const containing =
		orgId === null
			? theirs
			: and(eq(privacyExports.orgId, orgId), or(theirs, eq(privacyExports.subject, "organization")));
	return acrossTenants.select(key).from(privacyExports).where(and(containing, unfinished)).limit(limit);
}
