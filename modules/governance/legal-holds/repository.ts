import { and, count, eq, isNull, sql } from "drizzle-orm";
import { keyset } from "#db/keyset";
import {
	type HoldScope,
	type HoldState,
	legalHolds,
	meetings,
	memberships,
	participants,
	workspaces,
} from "#db/schema";
import { type Bound, readRow } from "#db/statement";
import type { ReadDb } from "#db/store";
import { tenantList, tenantRows } from "#db/tenant-rows";
import { findDeparture } from "#platform/departures";

/** Order of the list. */
export const newestFirst = keyset("desc", { createdAtMs: legalHolds.createdAtMs, id: legalHolds.id });

/** Legal holds of one organization. */
export const holdsOf = tenantRows(legalHolds);

/** Filters of the list; undefined does not filter. */
export interface HoldFilters {
	readonly state: HoldState | undefined;
	readonly scope: HoldScope | undefined;
}

/** Returns a slice of the holds of an organization, {@link newestFirst}. */
export const listHolds = tenantList(legalHolds, newestFirst, ({ state, scope }: Bound<HoldFilters>) =>
	and(scope && eq(legalHolds.scope, scope), state && eq(legalHolds.state, state)),
);

const wide = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	db
		.select({ count: count() })
		.from(legalHolds)
		.where(and(eq(legalHolds.orgId, orgId), sql`${legalHolds.state} = 'active'`, isNull(legalHolds.meetingId))),
);

/** Returns the number of active holds that are on more than a single meeting. */
export const countWide = async (db: ReadDb, orgId: string): Promise<number> => (await wide(db, { orgId }))?.count ?? 0;

type Named = { readonly orgId: string; readonly id: string };
const findMeeting = readRow((db, { orgId, id }: Bound<Named>) =>
	db
		.select({ id: meetings.id })
		.from(meetings)
		.where(and(eq(meetings.orgId, orgId), eq(meetings.id, id), isNull(meetings.deletedAtMs)))
		.limit(1),
);
const findWorkspace = readRow((db, { orgId, id }: Bound<Named>) =>
	db
		.select({ id: workspaces.id })
		.from(workspaces)
		.where(and(eq(workspaces.orgId, orgId), eq(workspaces.id, id)))
		.limit(1),
);
const findMember = readRow((db, { orgId, id }: Bound<Named>) =>
	db
		.select({ id: memberships.userId })
		.from(memberships)
		.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, id)))
		.limit(1),
);
const findHosted = readRow((db, { orgId, id }: Bound<Named>) =>
	db
		.select({ id: meetings.id })
		.from(meetings)
		.where(and(eq(meetings.orgId, orgId), eq(meetings.hostId, id), isNull(meetings.deletedAtMs)))
		.limit(1),
);
const findAttended = readRow((db, { orgId, id }: Bound<Named>) =>
	db
		.select({ id: participants.id })
		.from(participants)
		.where(and(eq(participants.orgId, orgId), eq(participants.userId, id)))
		.limit(1),
);

/** Whether an organization has a meeting. */
export const hasMeeting = async (db: ReadDb, orgId: string, id: string): Promise<boolean> =>
	(await findMeeting(db, { orgId, id })) !== undefined;

/** Whether an organization has a workspace, archived or not. */
export const hasWorkspace = async (db: ReadDb, orgId: string, id: string): Promise<boolean> =>
	(await findWorkspace(db, { orgId, id })) !== undefined;

/** Whether an organization knows a person: a member, or somebody who left, or hosted or attended its meetings. */
export const knowsPerson = async (db: ReadDb, orgId: string, id: string): Promise<boolean> => {
	const named = [findMember, findHosted, findAttended].map((find) => find(db, { orgId, id }));
	return (await Promise.all([...named, findDeparture(db, orgId, id)])).some((row) => row !== undefined);
};
