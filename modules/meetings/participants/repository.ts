import { and, eq, inArray, isNotNull, not, sql } from "drizzle-orm";
import { affectedRows } from "#db/dsl";
import { keyset } from "#db/keyset";
import { deletePortion, isInPortion } from "#db/portions";
import { liveSessions, memberships, type ParticipantRow, type ParticipantState, participants, users } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantList, tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";
import { heldMeeting } from "#platform/holds";
import type { ErasedPerson } from "#platform/module";
import type { InviteKey } from "./codes.ts";

/** Maximum number of hosts who are named. */
const MAX_HOSTS = 10;

/** Order of the participants of a meeting. */
export const oldestFirst = keyset("asc", { createdAtMs: participants.createdAtMs, id: participants.id });

const rowsOf = tenantRows(participants);

type OfMeeting = { readonly orgId: string; readonly meetingId: string };

/** Which participants of a meeting are listed; undefined: all. */
export interface ParticipantFilters {
	readonly states: readonly ParticipantState[] | undefined;
	readonly only: string | undefined;
}

type FilterValues = {
	readonly meetingId: string;
	readonly states: Each<ParticipantState> | undefined;
	readonly only: string | undefined;
};
const list = tenantList(participants, oldestFirst, ({ meetingId, states, only }: Bound<FilterValues>) =>
	and(
		eq(participants.meetingId, meetingId),
		states && inArray(participants.state, states),
		only && eq(participants.id, only),
	),
);

const ofUser = readRow((db, { orgId, meetingId, userId }: Bound<OfMeeting & { readonly userId: string }>) =>
	db
		.select()
		.from(participants)
		.where(
			and(
				eq(participants.orgId, orgId),
				eq(participants.meetingId, meetingId),
				eq(participants.userId, userId),
				isNotNull(participants.userId),
			),
		)
		.limit(1),
);

const ofEmail = readRow((db, { orgId, meetingId, emailKey }: Bound<OfMeeting & { readonly emailKey: string }>) =>
	db
		.select()
		.from(participants)
		.where(
			and(
				eq(participants.orgId, orgId),
				eq(participants.meetingId, meetingId),
				eq(participants.emailKey, emailKey),
				isNotNull(participants.emailKey),
			),
		)
		.limit(1),
);

const ofInvite = readRow((db, { orgId, inviteHash }: Bound<InviteKey>) =>
	db
		.select()
		.from(participants)
		.where(
			and(eq(participants.orgId, orgId), eq(participants.inviteHash, inviteHash), isNotNull(participants.inviteHash)),
		)
		.limit(1),
);

const expelled = readRow((db, { orgId, meetingId, state }: Bound<OfMeeting & { readonly state: ParticipantState }>) =>
	db
		.select({ id: participants.id })
		.from(participants)
		.where(and(eq(participants.orgId, orgId), eq(participants.meetingId, meetingId), eq(participants.state, state)))
		.limit(1),
);

const liveSeq = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select({ lastSeq: liveSessions.lastSeq })
		.from(liveSessions)
		.where(and(eq(liveSessions.orgId, orgId), eq(liveSessions.meetingId, meetingId)))
		.limit(1),
);

const nth = readRow((db, { orgId, meetingId, n }: Bound<OfMeeting & { readonly n: number }>) =>
	db
		.select({ id: participants.id })
		.from(participants)
		.where(and(eq(participants.orgId, orgId), eq(participants.meetingId, meetingId)))
		.orderBy(...oldestFirst.by)
		.limit(1)
		.offset(n),
);

const nthAdmitted = readRow((db, { orgId, meetingId, n }: Bound<OfMeeting & { readonly n: number }>) =>
	db
		.select({ id: participants.id })
		.from(participants)
		.where(
			and(
				eq(participants.orgId, orgId),
				eq(participants.meetingId, meetingId),
				eq(participants.state, sql`'admitted'`),
			),
		)
		.orderBy(...oldestFirst.by)
		.limit(1)
		.offset(n),
);

const hosts = readRows((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select({ userId: participants.userId, name: participants.name })
		.from(participants)
		.where(
			and(
				eq(participants.orgId, orgId),
				eq(participants.meetingId, meetingId),
				sql`${participants.role} = 'host' and ${participants.state} not in ('refused', 'removed')`,
			),
		)
		.orderBy(...oldestFirst.by)
		.limit(MAX_HOSTS),
);

const member = readRow((db, { orgId, userId }: Bound<{ readonly orgId: string; readonly userId: string }>) =>
	db
		.select({ name: users.name, role: memberships.role })
		.from(memberships)
		.crossJoin(users)
		.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId), eq(users.id, memberships.userId)))
		.limit(1),
);

/** Queries on the participants of meetings of one organization. */
export const readParticipantsOf = (db: ReadDb, orgId: string) => ({
	find: rowsOf(db, orgId).find,

	/** Returns a slice of the participants of a meeting, {@link oldestFirst}. */
	list: (meetingId: string, { states, only }: ParticipantFilters, slice: Slice): Promise<ParticipantRow[]> =>
		list(db, orgId, slice, { meetingId, states: states && each(states), only }),

	/** Returns how a person takes part in a meeting. */
	findOfUser: (meetingId: string, userId: string): Promise<ParticipantRow | undefined> =>
		ofUser(db, { orgId, meetingId, userId }),

	/** Returns the guest who was invited to a meeting at an address. */
	findOfEmail: (meetingId: string, emailKey: string): Promise<ParticipantRow | undefined> =>
		ofEmail(db, { orgId, meetingId, emailKey }),

	/** Whether a person or a guest was refused by, or removed from, a meeting. */
	async hasExpelled(meetingId: string): Promise<boolean> {
		const found = await Promise.all(
			(["refused", "removed"] as const).map((state) => expelled(db, { orgId, meetingId, state })),
		);
		return found.some((row) => row !== undefined);
	},

	/** Returns the sequence of the last event of the live captions of a meeting; 0 before the first. */
	lastLiveSeq: async (meetingId: string): Promise<number> => (await liveSeq(db, { orgId, meetingId }))?.lastSeq ?? 0,

	/** Whether a meeting has at least so many participants, in any state. */
	hasAtLeast: async (meetingId: string, count: number): Promise<boolean> =>
		(await nth(db, { orgId, meetingId, n: count - 1 })) !== undefined,

	/** Whether at least so many participants are in the room of a meeting. */
	hasAdmitted: async (meetingId: string, count: number): Promise<boolean> =>
		count <= 0 || (await nthAdmitted(db, { orgId, meetingId, n: count - 1 })) !== undefined,

	/** Returns who runs a meeting by their role in it, the first of them. */
	listHosts: (meetingId: string) => hosts(db, { orgId, meetingId }),

	/** Returns the name and the role of a member of the organization; undefined for anybody else. */
	findMember: (userId: string) => member(db, { orgId, userId }),
});

/** Returns the guest with this code of an invitation. */
export const findOfInvite = (db: ReadDb, key: InviteKey): Promise<ParticipantRow | undefined> => ofInvite(db, key);

/** Statements on the participants of meetings of one organization, within a change. */
export const participantsOf = (tx: Db, orgId: string) => ({
	...rowsOf(tx, orgId),
	...readParticipantsOf(tx, orgId),

	/** Deletes up to `limit` participants of a meeting, and returns their number. */
	removeOfMeeting: (meetingId: string, limit: number): Promise<number> =>
		deletePortion(
			tx,
			participants,
			participants.id,
			and(eq(participants.orgId, orgId), eq(participants.meetingId, meetingId)),
			limit,
		),
});

interface EndedMeeting extends OfMeeting {
	/** When it ended, Unix ms. */
	readonly atMs: number;
}

/**
 * Takes up to `limit` participants of a meeting that ended out of its room, or out of its lobby, and returns their
 * number. They keep what they may see of it.
 */
export async function leaveEnded(tx: Db, { orgId, meetingId, atMs }: EndedMeeting, limit: number): Promise<number> {
	let left = limit;
	const ended = { updatedAtMs: atMs, version: sql`${participants.version} + 1` };
	const moves = [
		{ from: "admitted", values: { ...ended, state: "left", leftAtMs: atMs } },
		{ from: "waiting", values: { ...ended, state: "refused" } },
	] as const;
	for (const { from, values } of moves) {
		const which = and(
			eq(participants.orgId, orgId),
			eq(participants.meetingId, meetingId),
			eq(participants.state, from),
		);
		const isChosen = isInPortion(tx, participants, participants.id, which, left);
		left -= affectedRows(await tx.update(participants).set(values).where(and(which, isChosen)));
	}
	return limit - left;
}

/**
 * Erases who up to `limit` participants were, and returns them: name, address and account; that somebody took
 * part stays. Who took part in a meeting that is held stays until it is released.
 * @param acrossTenants a handle without the tenant guard
 */
export async function eraseParticipants(
	acrossTenants: Db,
	{ userId, emailKey, orgId }: ErasedPerson,
	limit: number,
): Promise<Pick<ParticipantRow, "orgId" | "meetingId" | "id">[]> {
	const isThere = orgId === null ? undefined : eq(participants.orgId, orgId);
	const erased = { userId: null, name: "", email: null, emailKey: null, inviteHash: null };
	const found: Pick<ParticipantRow, "orgId" | "meetingId" | "id">[] = [];
	const isFree = not(heldMeeting(participants.orgId, participants.meetingId));
	for (const isTheirs of [eq(participants.userId, userId), eq(participants.emailKey, emailKey)]) {
		const which = and(isTheirs, isThere, isFree);
		const isChosen = isInPortion(acrossTenants, participants, participants.id, which, limit - found.length);
		const { orgId: ofOrg, meetingId, id } = participants;
		const changed = acrossTenants.update(participants).set(erased).where(and(which, isChosen));
		found.push(...(await changed.returning({ orgId: ofOrg, meetingId, id })));
	}
	return found;
}
