import { and, eq, isNotNull } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { invoices, subscriptions, workspaces } from "#db/schema";
import { type Bound, readRow, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";

type ByOrganization = Bound<{ readonly orgId: string }>;

const select = (db: ReadDb, { orgId }: ByOrganization) =>
	db.select().from(subscriptions).where(eq(subscriptions.orgId, orgId)).limit(1);

/** Returns the subscription of an organization; undefined without one. */
export const findSubscription = readRow(select);

/** Returns the same, and locks it until the transaction ends. */
export const lockSubscription = readRow((tx, values: ByOrganization) => forUpdate(select(tx, values)));

/** The subscriptions of one organization. */
export const subscriptionsOf = tenantRows(subscriptions);

const listWorkspaces = readRows((db, { orgId, limit }: Bound<{ readonly orgId: string; readonly limit: number }>) =>
	db.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.orgId, orgId)).limit(limit),
);

/** Returns the number of workspaces of an organization, `atMost` if there are more. */
export const countWorkspaces = async (db: ReadDb, orgId: string, atMost: number): Promise<number> =>
	(await listWorkspaces(db, { orgId, limit: atMost })).length;

/** Returns an invoice of an organization that is overdue; undefined when there is none. @param values `state`: `open` */
export const findOverdueInvoice = readRow(
	(db, { orgId, state }: Bound<{ readonly orgId: string; readonly state: "open" }>) =>
		db
			.select({ id: invoices.id })
			.from(invoices)
			.where(and(eq(invoices.orgId, orgId), eq(invoices.state, state), isNotNull(invoices.overdueAtMs)))
			.limit(1),
);
