import { and, asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { meetings, memberships, type PrivacyErasureRow, participants, privacyErasures, users } from "#db/schema";
import { type Bound, readRow, readRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import { findDeparture, isAddressTaken } from "#platform/departures";
import { heldMeeting } from "#platform/holds";

/** Order of the list of erasures. */
export const newestErasures = keyset("desc", { createdAtMs: privacyErasures.createdAtMs, id: privacyErasures.id });

const erasureRows = tenantRows(privacyErasures);

type Person = { readonly orgId: string; readonly userId: string };
const unfinished = readRow((db, { orgId, userId }: Bound<Person>) =>
	db
		.select({ id: privacyErasures.id })
		.from(privacyErasures)
		.where(
			and(
				eq(privacyErasures.orgId, orgId),
				eq(privacyErasures.userId, userId),
				sql`${privacyErasures.state} <> 'completed'`,
			),
		)
		.limit(1),
);

/** Erasures of one organization, within a change. */
export const erasuresOf = (tx: Db, orgId: string) => ({
	...erasureRows(tx, orgId),
	/** Returns the erasure of a person that is not complete; undefined when there is none. */
	findUnfinished: (userId: string) => unfinished(tx, { orgId, userId }),
});

/** Erasures of one organization, for reading. */
export const readErasuresOf = (db: ReadDb, orgId: string) => erasureRows(db, orgId);

const withHeld = readRows((db, { orgId, after, limit }: Bound<{ orgId: string; after: string; limit: number }>) =>
	db
		.select()
		.from(privacyErasures)
		.where(
			and(
				eq(privacyErasures.orgId, orgId),
				gt(privacyErasures.id, after),
				sql`${privacyErasures.state} = 'completed'`,
				isNotNull(privacyErasures.emailKey),
			),
		)
		.orderBy(asc(privacyErasures.id))
		.limit(limit),
);

/** Returns up to `limit` complete erasures after `after`, by their ids, that left something because of a hold. */
export const listWithHeld = (db: ReadDb, orgId: string, after: string, limit: number): Promise<PrivacyErasureRow[]> =>
	withHeld(db, { orgId, after, limit });

/** Somebody an organization knows. */
export interface KnownPerson {
	readonly userId: string;
	/** Their address in the form used for comparison; empty when it is unknown, or another account has it by now. */
	readonly emailKey: string;
	readonly isMember: boolean;
}

const findPerson = readRow((db, { orgId, userId }: Bound<Person>) =>
	db
		.select({ emailKey: users.emailKey, memberOf: memberships.orgId })
		.from(users)
		.leftJoin(memberships, and(eq(memberships.orgId, orgId), eq(memberships.userId, users.id)))
		.where(eq(users.id, userId))
		.limit(1),
);
const findAttended = readRow((db, { orgId, userId }: Bound<Person>) =>
	db
		.select({ id: participants.id })
		.from(participants)
		.where(and(eq(participants.orgId, orgId), eq(participants.userId, userId)))
		.limit(1),
);
const findHosted = readRow((db, { orgId, userId }: Bound<Person>) =>
	db
		.select({ id: meetings.id })
		.from(meetings)
		.where(and(eq(meetings.orgId, orgId), eq(meetings.hostId, userId), isNull(meetings.deletedAtMs)))
		.limit(1),
);

/** Returns a person whom an organization knows: a member, or one who left, or took part in its meetings. Undefined for others. */
export async function findKnownPerson(db: ReadDb, orgId: string, userId: string): Promise<KnownPerson | undefined> {
	const row = await findPerson(db, { orgId, userId });
	if (row && row.memberOf !== null) return { userId, emailKey: row.emailKey, isMember: true };
	const departure = await findDeparture(db, orgId, userId);
	// Their account may be gone, or have another address since; and the address they had may be somebody else's.
	const address = departure?.emailKey ?? row?.emailKey ?? "";
	const emailKey = (await isAddressTaken(db, address, userId)) ? "" : address;
	const person = { userId, emailKey, isMember: false };
	if (departure !== undefined) return person;
	const traces = await Promise.all([findAttended(db, { orgId, userId }), findHosted(db, { orgId, userId })]);
	return traces.some((trace) => trace !== undefined) ? person : undefined;
}

const heldOf = readRow((db, { orgId, userId }: Bound<Person>) =>
	db
		.select({ count: sql<number>`count(*)`.mapWith(Number) })
		.from(participants)
		.where(
			and(
				eq(participants.orgId, orgId),
				eq(participants.userId, userId),
				heldMeeting(participants.orgId, participants.meetingId),
			),
		),
);

/**
 * Returns in how many meetings that are held a person took part.
 * @param acrossTenants a handle without the tenant guard, which does not know the index of holds
 */
export const countHeldMeetings = async (acrossTenants: Db, orgId: string, userId: string): Promise<number> =>
	(await heldOf(acrossTenants, { orgId, userId }))?.count ?? 0;
