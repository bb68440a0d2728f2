import { aliasedTable, and, eq, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { byIndex, forShare } from "#db/dsl";
import { closedAccounts, legalHolds, meetings, organizations, participants, users } from "#db/schema";
import { type Bound, readRow, readRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

type OfMeeting = { readonly orgId: string; readonly meetingId: string };
type OfPerson = { readonly orgId: string; readonly userId: string };

/** How many holds are read at most: as many as there may be on more than one meeting, and some. */
const MOST = 1_000;

const held = aliasedTable(meetings, "held");
const attending = aliasedTable(participants, "attending");
const invited = aliasedTable(participants, "invited");

const shareOrganization = readRow((tx, { orgId }: Bound<{ orgId: string }>) =>
	forShare(
		tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, orgId)).limit(1),
		organizations,
	),
);

/**
 * Keeps holds of an organization from being placed and released until the transaction ends: both lock the organization,
 * and this shares the lock. Whoever destroys something calls it before they ask for holds.
 */
export async function shareHolds(tx: Db, orgId: string): Promise<void> {
	await shareOrganization(tx, { orgId });
}

const active = byIndex("legal_holds_active");
/** A literal, as in the partial index. */
const isActive = sql`${legalHolds.state} = 'active'`;

/** Whether the meeting `held` takes place, or was to take place, within the time range of a hold. */
function overlaps(): SQL {
	const { rangeStartsAtMs: from, rangeEndsAtMs: to } = legalHolds;
	const isBeforeEnd = (start: SQLWrapper) => sql`(${to} is null or ${start} < ${to})`;
	const isAfterStart = (end: SQLWrapper) => sql`(${from} is null or ${end} >= ${from})`;
	const endsAtMs = sql`coalesce(${held.startsAtMs} + ${held.durationMs}, ${held.endedAtMs}, ${held.startsAtMs})`;
	const isRunningThen = sql`(${held.state} = 'live' or ${isAfterStart(endsAtMs)})`;
	const planEndsAtMs = sql`coalesce(${held.scheduledEndAtMs}, ${held.scheduledStartAtMs})`;
	const isPlanned = sql`(${isBeforeEnd(held.scheduledStartAtMs)} and ${isAfterStart(planEndsAtMs)})`;
	return sql`(${isBeforeEnd(held.startsAtMs)} and ${isRunningThen} or ${isPlanned})`;
}

/** Whether the person of a hold hosts, created, takes part in, or was invited to the meeting `held`. */
function involves(orgId: SQLWrapper): SQL {
	const { userId } = legalHolds;
	const ofMeeting = (t: typeof attending | typeof invited) => and(eq(t.orgId, orgId), eq(t.meetingId, held.id));
	const takesPart = sql`exists (select 1 from ${participants} as ${attending} where ${and(ofMeeting(attending), eq(attending.userId, userId))})`;
	// Whoever has closed their account is still known by the address it had.
	const closed = sql`(select ${closedAccounts.emailKey} from ${closedAccounts} where ${eq(closedAccounts.userId, userId)})`;
	const address = sql`(select ${users.emailKey} from ${users} where ${eq(users.id, userId)})`;
	const isInvited = sql`exists (select 1 from ${participants} as ${invited} where ${and(ofMeeting(invited), sql`${invited.emailKey} = coalesce(${closed}, ${address})`)})`;
	return sql`(${held.hostId} = ${userId} or ${held.createdBy} = ${userId} or ${takesPart} or ${isInvited})`;
}

/** Whether a hold that names no meeting matches this one. */
function matches(orgId: SQLWrapper, meetingId: SQLWrapper): SQL {
	const isMatch = and(
		eq(held.orgId, orgId),
		sql`${held.id} = ${meetingId}`,
		sql`(${legalHolds.workspaceId} is null or ${legalHolds.workspaceId} = ${held.workspaceId})`,
		overlaps(),
		sql`(${legalHolds.userId} is null or ${involves(orgId)})`,
	);
	return sql`(${legalHolds.scope} = 'organization' or exists (select 1 from ${meetings} as ${held} where ${isMatch}))`;
}

const activeOf = (orgId: SQLWrapper): SQL | undefined => and(eq(legalHolds.orgId, orgId), isActive);
const onMeeting = (orgId: SQLWrapper, meetingId: SQLWrapper): SQL | undefined =>
	and(activeOf(orgId), sql`${legalHolds.meetingId} = ${meetingId}`);
const onMany = (orgId: SQLWrapper, meetingId: SQLWrapper): SQL | undefined =>
	and(activeOf(orgId), isNull(legalHolds.meetingId), matches(orgId, meetingId));

/**
 * Returns the condition that an active hold matches a meeting, for statements on what meetings have. In an organization
 * without holds it costs two look-ups in an empty index.
 * @param meetingId usually a column; where it is null, only a hold on the whole organization matches
 */
export const heldMeeting = (orgId: SQLWrapper, meetingId: SQLWrapper): SQL =>
	sql`(exists (select 1 from ${legalHolds}${active} where ${onMeeting(orgId, meetingId)}) or exists (select 1 from ${legalHolds}${active} where ${onMany(orgId, meetingId)}))`;

const isOnPerson = (userId: SQLWrapper): SQL =>
	sql`(${legalHolds.meetingId} is null and (${legalHolds.userId} = ${userId} or ${legalHolds.scope} = 'organization'))`;

const onPerson = byIndex("legal_holds_on_person");

/**
 * Returns the condition that one hold is active and matches a meeting that was not deleted.
 * @param meetingId usually a column
 */
export const heldBy = (holdId: SQLWrapper, orgId: SQLWrapper, meetingId: SQLWrapper): SQL => {
	const isHold = and(activeOf(orgId), sql`${legalHolds.id} = ${holdId}`);
	const isOn = sql`(${legalHolds.meetingId} = ${meetingId} or (${legalHolds.meetingId} is null and ${matches(orgId, meetingId)}))`;
	const isThere = and(eq(meetings.orgId, orgId), sql`${meetings.id} = ${meetingId}`, isNull(meetings.deletedAtMs));
	return sql`(exists (select 1 from ${legalHolds} where ${and(isHold, isOn)}) and exists (select 1 from ${meetings} where ${isThere}))`;
};

/**
 * Returns the condition that an active hold is on a person, or on the whole organization, for statements on what an
 * organization holds of people.
 * @param userId usually a column
 */
export const heldPerson = (orgId: SQLWrapper, userId: SQLWrapper): SQL =>
	sql`(exists (select 1 from ${legalHolds}${onPerson} where ${and(activeOf(orgId), sql`${legalHolds.userId} = ${userId}`)}) or exists (select 1 from ${legalHolds}${active} where ${and(activeOf(orgId), isNull(legalHolds.meetingId), sql`${legalHolds.scope} = 'organization'`)}))`;

/** Returns the ids of active holds on a meeting; up to {@link MOST} of them. */
export const listHoldsOnMeeting = readRows((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select({ id: legalHolds.id })
		.from(legalHolds)
		.where(
			and(
				activeOf(orgId),
				or(sql`${legalHolds.meetingId} = ${meetingId}`, and(isNull(legalHolds.meetingId), matches(orgId, meetingId))),
			),
		)
		.limit(MOST),
);

/** Returns the ids of active holds on a person, or on their whole organization; up to {@link MOST} of them. */
export const listHoldsOnPerson = readRows((db, { orgId, userId }: Bound<OfPerson>) =>
	db
		.select({ id: legalHolds.id })
		.from(legalHolds)
		.where(and(activeOf(orgId), isOnPerson(userId)))
		.limit(MOST),
);

/** Returns the ids of active holds of an organization; up to {@link MOST} of them. */
export const listActiveHolds = readRows((db, { orgId }: Bound<{ orgId: string }>) =>
	db.select({ id: legalHolds.id }).from(legalHolds).where(activeOf(orgId)).limit(MOST),
);

const activeHolds = readRow((db, { orgId, limit }: Bound<{ orgId: string; limit: number }>) => {
	const some = db.select({ id: legalHolds.id }).from(legalHolds).where(activeOf(orgId)).limit(limit).as("some");
	return db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(some);
});

/** Returns the number of active holds of an organization, counted up to `limit`. */
export const countActiveHolds = async (db: ReadDb, orgId: string, limit: number): Promise<number> =>
	(await activeHolds(db, { orgId, limit }))?.count ?? 0;
