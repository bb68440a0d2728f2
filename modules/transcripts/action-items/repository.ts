import { and, eq, isNotNull, not } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { deletePortion } from "#db/portions";
import { type ActionItemRow, actionItems, participants } from "#db/schema";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantList, tenantRows } from "#db/tenant-rows";
import { heldMeeting } from "#platform/holds";
import type { ErasedPerson } from "#platform/module";

type OfMeeting = { readonly orgId: string; readonly meetingId: string };

const itemRows = tenantRows(actionItems);

/** Order of the action items of a meeting. */
export const inPlace = keyset("asc", { position: actionItems.position, id: actionItems.id });

type ItemFilter = {
	readonly meetingId: string;
	readonly status: ActionItemRow["status"] | undefined;
	readonly ownerId: string | undefined;
};

/** Reads a slice of the action items of a meeting, {@link inPlace}. */
export const listItems = tenantList(actionItems, inPlace, ({ meetingId, status, ownerId }: Bound<ItemFilter>) =>
	and(
		eq(actionItems.meetingId, meetingId),
		status && eq(actionItems.status, status),
		ownerId && eq(actionItems.ownerId, ownerId),
	),
);

/** Most action items that a meeting has. */
export const MAX_ITEMS = 500;

const everyItem = readRows((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select()
		.from(actionItems)
		.where(and(eq(actionItems.orgId, orgId), eq(actionItems.meetingId, meetingId)))
		.orderBy(...inPlace.by)
		.limit(MAX_ITEMS),
);

/** Statements on the action items of one organization, within a change. */
export const itemsOf = (tx: Db, orgId: string) => ({
	...itemRows(tx, orgId),

	/** Deletes up to `limit` action items of a meeting, and returns their number. */
	removeOfMeeting: (meetingId: string, limit: number): Promise<number> =>
		deletePortion(
			tx,
			actionItems,
			actionItems.id,
			and(eq(actionItems.orgId, orgId), eq(actionItems.meetingId, meetingId)),
			limit,
		),

	/** Returns all action items of a meeting, {@link inPlace}. */
	listAll: (meetingId: string): Promise<ActionItemRow[]> => everyItem(tx, { orgId, meetingId }),
});

/** Returns an action item; undefined when there is none. */
export const findItem = (db: ReadDb, orgId: string, id: string): Promise<ActionItemRow | undefined> =>
	itemRows(db, orgId).find(id);

const findAttendee = readRow((db, { orgId, meetingId, id }: Bound<OfMeeting & { readonly id: string }>) =>
	db
		.select({ id: participants.id, name: participants.name })
		.from(participants)
		.where(and(eq(participants.orgId, orgId), eq(participants.meetingId, meetingId), eq(participants.id, id)))
		.limit(1),
);

/** Returns a participant of a meeting; undefined when it has no such participant. */
export const attendeeOf = (
	db: ReadDb,
	meeting: OfMeeting,
	id: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> => findAttendee(db, { ...meeting, id });

type ItemKey = { readonly orgId: string; readonly id: string };
type Person = {
	readonly userId: string | undefined;
	readonly emailKey: string | undefined;
	readonly orgId: string | undefined;
	readonly limit: number;
};

/** The action items that name a person, who has an account, or was invited at an address. */
const listOfPerson = readRows((db, { userId, emailKey, orgId, limit }: Bound<Person>) =>
	db
		.select({ orgId: actionItems.orgId, id: actionItems.id })
		.from(participants)
		.crossJoin(actionItems)
		.where(
			and(
				userId && eq(participants.userId, userId),
				emailKey && eq(participants.emailKey, emailKey),
				orgId && eq(participants.orgId, orgId),
				eq(actionItems.orgId, participants.orgId),
				eq(actionItems.meetingId, participants.meetingId),
				eq(actionItems.ownerId, participants.id),
				isNotNull(actionItems.ownerName),
				not(heldMeeting(participants.orgId, participants.meetingId)),
			),
		)
		.limit(limit),
);
const forget = write((tx, { orgId, id }: Bound<ItemKey>) =>
	tx
		.update(actionItems)
		.set({ ownerName: null })
		.where(and(eq(actionItems.orgId, orgId), eq(actionItems.id, id))),
);

/**
 * Takes the name off up to `limit` action items that a person owns, held meetings excepted, and returns their number. The person is found by their
 * participants, so it must be called before those are erased.
 * @param acrossTenants a handle without the tenant guard
 */
export async function eraseOwners(acrossTenants: Db, person: ErasedPerson, limit: number): Promise<number> {
	let left = limit;
	for (const which of [
		{ userId: person.userId, emailKey: undefined },
		{ userId: undefined, emailKey: person.emailKey },
	]) {
		const keys =
			left === 0 ? [] : await listOfPerson(acrossTenants, { ...which, orgId: person.orgId ?? undefined, limit: left });
		await Promise.all(keys.map((key) => forget(acrossTenants, key)));
		left -= keys.length;
	}
	return limit - left;
}
