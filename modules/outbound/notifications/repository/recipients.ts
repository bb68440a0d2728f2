import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { meetings, memberships, participants, users } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";
import type { Position } from "#kernel/cursor";

/** Somebody with an account in the organization. */
export interface Recipient {
	readonly userId: string;
	readonly name: string;
	readonly email: string;
	readonly emailKey: string;
	readonly emailVerifiedAtMs: number | null;
	readonly locale: string | null;
}

/** A participant with an account in the organization. */
export interface RecipientOfMeeting extends Recipient {
	readonly id: string;
	readonly createdAtMs: number;
}

const account = {
	userId: users.id,
	name: users.name,
	email: users.email,
	emailKey: users.emailKey,
	emailVerifiedAtMs: users.emailVerifiedAtMs,
	locale: users.locale,
};
const isActive = sql`${users.state} = 'active'`;

const oldestFirst = keyset("asc", { createdAtMs: participants.createdAtMs, id: participants.id });
type OfMeeting = { readonly orgId: string; readonly meetingId: string };

/** Returns the condition for participants with an account who may enter their meeting. */
const mayEnter = ({ orgId, meetingId }: Bound<OfMeeting>) =>
	and(
		eq(participants.orgId, orgId),
		eq(participants.meetingId, meetingId),
		sql`${participants.state} not in ('refused', 'removed')`,
		eq(memberships.orgId, orgId),
		eq(memberships.userId, participants.userId),
		eq(users.id, memberships.userId),
		isActive,
	);

const inOrder = readRows((db, { after, take, ...meeting }: Bound<OfMeeting & SliceValues>) =>
	db
		.select({ ...account, id: participants.id, createdAtMs: participants.createdAtMs })
		.from(participants)
		.crossJoin(memberships)
		.crossJoin(users)
		.where(and(mayEnter(meeting), oldestFirst.after(after)))
		.orderBy(...oldestFirst.by)
		.limit(take),
);

/** Returns up to `take` participants with an account who may enter their meeting, after a place in their order. */
export const listRecipients = (
	tx: ReadDb,
	{ orgId, meetingId }: OfMeeting,
	after: Position | null,
	take: number,
): Promise<RecipientOfMeeting[]> => inOrder(tx, { orgId, meetingId, ...sliceValues({ after, take }) });

const byIds = readRows((db, { ids, ...meeting }: Bound<OfMeeting & { readonly ids: Each<string> }>) =>
	db
		.select(account)
		.from(participants)
		.crossJoin(memberships)
		.crossJoin(users)
		.where(and(mayEnter(meeting), inArray(participants.id, ids))),
);

/** Returns those of some participants who have an account and may enter their meeting. */
export const listParticipants = (
	tx: ReadDb,
	{ orgId, meetingId }: OfMeeting,
	ids: readonly string[],
): Promise<Recipient[]> => byIds(tx, { orgId, meetingId, ids: each(ids) });

/** Returns the place of a participant in the order of {@link listRecipients}. */
export const placeOf = (recipient: RecipientOfMeeting): Position => oldestFirst.positionOf(recipient);

const hostOf = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select(account)
		.from(meetings)
		.crossJoin(memberships)
		.crossJoin(users)
		.where(
			and(
				eq(meetings.orgId, orgId),
				eq(meetings.id, meetingId),
				isNull(meetings.deletedAtMs),
				eq(memberships.orgId, orgId),
				eq(memberships.userId, meetings.hostId),
				eq(users.id, memberships.userId),
				isActive,
			),
		)
		.limit(1),
);

/** Returns the host of a meeting, as long as they are a member of the organization. */
export const findHost = (tx: ReadDb, { orgId, meetingId }: OfMeeting): Promise<Recipient | undefined> =>
	hostOf(tx, { orgId, meetingId });

const members = readRows((db, { orgId, userIds }: Bound<{ orgId: string; userIds: Each<string> }>) =>
	db
		.select(account)
		.from(memberships)
		.crossJoin(users)
		.where(
			and(
				eq(memberships.orgId, orgId),
				inArray(memberships.userId, userIds),
				eq(users.id, memberships.userId),
				isActive,
			),
		),
);

/** Returns those of some people who are members of an organization. */
export const listMembers = async (db: ReadDb, orgId: string, userIds: readonly string[]): Promise<Recipient[]> =>
	userIds.length === 0 ? [] : members(db, { orgId, userIds: each(userIds) });

const titleOf = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select({ title: meetings.title })
		.from(meetings)
		.where(and(eq(meetings.orgId, orgId), eq(meetings.id, meetingId), isNull(meetings.deletedAtMs)))
		.limit(1),
);

/** Returns the title of a meeting; undefined when it is gone. */
export const findTitle = async (db: ReadDb, { orgId, meetingId }: OfMeeting): Promise<string | undefined> =>
	(await titleOf(db, { orgId, meetingId }))?.title;

const admitted = readRows((db, { orgId, meetingId, take }: Bound<OfMeeting & { readonly take: number }>) =>
	db
		.select({ id: participants.id, name: participants.name })
		.from(participants)
		.where(
			and(
				eq(participants.orgId, orgId),
				eq(participants.meetingId, meetingId),
				eq(participants.state, "admitted"),
				isNotNull(participants.userId),
			),
		)
		.limit(take),
);

/** Returns up to `take` people with accounts who are in the room of a meeting. */
export const listInRoom = (tx: ReadDb, { orgId, meetingId }: OfMeeting, take: number) =>
	admitted(tx, { orgId, meetingId, take });
