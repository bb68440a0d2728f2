import { and, asc, eq, isNotNull } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { calendarFeeds, domains, invoices, subscriptions, workspaces } from "#db/schema";
import { type Bound, readRow, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import type { OverdueInvoice } from "./errors.ts";

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

/** What is counted of an organization, up to this many. */
const MOST = 1_000;

const listModes = readRows((db, { orgId, limit }: Bound<{ readonly orgId: string; readonly limit: number }>) =>
	db
		.select({ state: domains.state, enrollmentMode: domains.enrollmentMode })
		.from(domains)
		.where(eq(domains.orgId, orgId))
		.limit(limit),
);

/** Returns the number of proved domains by which people join an organization by themselves. */
export const countJoinDomains = async (db: ReadDb, orgId: string): Promise<number> =>
	(await listModes(db, { orgId, limit: MOST })).filter(
		({ state, enrollmentMode }) => state === "verified" && enrollmentMode === "auto_join",
	).length;

const listFeeds = readRows((db, { orgId, limit }: Bound<{ readonly orgId: string; readonly limit: number }>) =>
	db.select({ id: calendarFeeds.id }).from(calendarFeeds).where(eq(calendarFeeds.orgId, orgId)).limit(limit),
);

/** Returns the number of calendar feeds of an organization, up to 1,000. */
export const countCalendarFeeds = async (db: ReadDb, orgId: string): Promise<number> =>
	(await listFeeds(db, { orgId, limit: MOST })).length;

const listOverdue = readRows(
	(db, { orgId, state, limit }: Bound<{ readonly orgId: string; readonly state: "open"; readonly limit: number }>) =>
		db
			.select({ id: invoices.id, number: invoices.number })
			.from(invoices)
			.where(and(eq(invoices.orgId, orgId), eq(invoices.state, state), isNotNull(invoices.overdueAtMs)))
			.orderBy(asc(invoices.overdueAtMs))
			.limit(limit),
);

/** Returns the invoices of an organization that are unpaid after their due date, the longest overdue first, 20 at most. */
export const overdueInvoices = (db: ReadDb, orgId: string): Promise<OverdueInvoice[]> =>
	listOverdue(db, { orgId, state: "open", limit: 20 });
