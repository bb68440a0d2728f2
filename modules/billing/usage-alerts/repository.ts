import { asc, eq, gt } from "drizzle-orm";
import { organizations, type UsageAlertRow, usageAlerts } from "#db/schema";
import { type Bound, readRows, write } from "#db/statement";

/** Returns what an organization was last notified of, for each meter. */
export const listAlerts = readRows((db, { orgId }: Bound<{ orgId: string }>) =>
	db.select().from(usageAlerts).where(eq(usageAlerts.orgId, orgId)),
);

/** Notes what an organization is notified of. */
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

/** Returns the ids of the first organizations after one. */
export const listIds = readRows((db, { after, take }: Bound<{ after: string; take: number }>) =>
	db
		.select({ id: organizations.id })
		.from(organizations)
		.where(gt(organizations.id, after))
		.orderBy(asc(organizations.id))
		.limit(take),
);
