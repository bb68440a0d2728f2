import { and, eq, sql } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import { type CalendarFeedRow, calendarFeeds, memberships, organizations, type Role, users } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";

const rowsOf = tenantRows(calendarFeeds);
type OfPerson = { readonly orgId: string; readonly userId: string };
const isTheirs = ({ orgId, userId }: Bound<OfPerson>) =>
	and(eq(calendarFeeds.orgId, orgId), eq(calendarFeeds.userId, userId));

const findOf = readRow((db, key: Bound<OfPerson>) => db.select().from(calendarFeeds).where(isTheirs(key)).limit(1));
const removeOf = write((tx, key: Bound<OfPerson>) => tx.delete(calendarFeeds).where(isTheirs(key)));

/** Queries on the calendar feeds of one organization. */
export const readFeedsOf = (db: ReadDb, orgId: string) => ({
	/** Returns the feed of a person; undefined when they have none. */
	findOf: (userId: string): Promise<CalendarFeedRow | undefined> => findOf(db, { orgId, userId }),
});

/** Statements on the calendar feeds of one organization, within a change. */
export const feedsOf = (tx: Db, orgId: string) => ({
	...rowsOf(tx, orgId),
	...readFeedsOf(tx, orgId),
	/** Removes the feed of a person and returns the number of rows. */
	removeOf: (userId: string): Promise<number> => removeOf(tx, { orgId, userId }),
});

/**
 * Deletes up to `limit` feeds of a person, and returns their number.
 * @param acrossTenants a handle without the tenant guard
 * @param orgId their organization; null: all of them
 */
export const eraseFeedsOf = (
	acrossTenants: Db,
	userId: string,
	limit: number,
	orgId: string | null = null,
): Promise<number> =>
	deletePortion(
		acrossTenants,
		calendarFeeds,
		[calendarFeeds.orgId, calendarFeeds.id],
		and(eq(calendarFeeds.userId, userId), orgId === null ? undefined : eq(calendarFeeds.orgId, orgId)),
		limit,
	);

/** Whose feed an address is. */
export interface FeedAuthority {
	readonly userId: string;
	/** Role of that person in the organization. */
	readonly role: Role;
	readonly orgName: string;
}

/** Returns whose feed has this secret, as long as they are a member of an active organization; undefined otherwise. */
export const findFeedAuthority: (
	db: ReadDb,
	key: Pick<CalendarFeedRow, "orgId" | "secretHash">,
) => Promise<FeedAuthority | undefined> = readRow(
	(db, { orgId, secretHash }: Bound<Pick<CalendarFeedRow, "orgId" | "secretHash">>) =>
		db
			.select({ userId: calendarFeeds.userId, role: memberships.role, orgName: organizations.name })
			.from(calendarFeeds)
			.crossJoin(memberships)
			.crossJoin(users)
			.crossJoin(organizations)
			.where(
				and(
					eq(calendarFeeds.orgId, orgId),
					eq(calendarFeeds.secretHash, secretHash),
					eq(memberships.orgId, orgId),
					eq(memberships.userId, calendarFeeds.userId),
					eq(users.id, calendarFeeds.userId),
					sql`${users.state} = 'active'`,
					eq(organizations.id, orgId),
					sql`${organizations.state} = 'active'`,
				),
			)
			.limit(1),
);
