import { asc, eq, gt } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import { organizations, type UsageAlertRow, usageAlerts } from "#db/schema";
import { type Bound, readRows, write } from "#db/statement";
import type { Db } from "#db/store";

/** Returns what an organization was told last, of each meter. */
export const listAlerts = readRows((db, { orgId }: Bound<{ orgId: string }>) =>
	db.select().from(usageAlerts).where(eq(usageAlerts.orgId, orgId)),
);

/** Notes what an organization is told. */
export const saveAlert = write((tx, row: Bound<UsageAlertRow>) => {
	const { periodStartMs, threshold, limit } = row;
	return tx
		.insert(usageAlerts)
		.values(row)
		.onConflictDoUpdate({
			target: [usageAlerts.orgId, usageAlerts.meter],
			set: { periodStartMs, threshold, limit },
		});
});

/** Deletes up to `limit` alerts of an organization and returns their number. */
export const removeAlerts = (tx: Db, orgId: string, limit: number): Promise<number> =>
	deletePortion(tx, usageAlerts, usageAlerts.meter, eq(usageAlerts.orgId, orgId), limit);

/** Returns the ids of the first organizations after one. */
export const listIds = readRows((db, { after, take }: Bound<{ after: string; take: number }>) =>
	db
		.select({ id: organizations.id })
		.from(organizations)
		.where(gt(organizations.id, after))
		.orderBy(asc(organizations.id))
		.limit(take),
);
