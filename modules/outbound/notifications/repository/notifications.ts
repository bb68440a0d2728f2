import { and, eq, getTableColumns, inArray, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { deletePortion } from "#db/portions";
import { meetings, type NotificationRow, notificationPreferences, notifications, users } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";
import { isEnteredBy, type PersonalView } from "#modules/meetings/meetings";
import type { ErasedPerson } from "#platform/module";

/** Order of the list. Ids sort by time, so equal instants keep their order. */
export const newestFirst = keyset("desc", { createdAtMs: notifications.createdAtMs, id: notifications.id });

const rowsOf = tenantRows(notifications);

/** Whose notifications are read. */
export interface Reader {
	readonly orgId: string;
	readonly userId: string;
	/** How they come to its meetings; null: they enter all of them. */
	readonly way: PersonalView["way"] | null;
}

/** A notification, with the title that its meeting has now. */
export interface ShownNotification extends NotificationRow {
	readonly title: string;
}

type OfPerson = { readonly orgId: string; readonly userId: string };

const isTheirs = ({ orgId, userId }: Bound<OfPerson>) =>
	and(eq(notifications.orgId, orgId), eq(notifications.userId, userId), isNull(notifications.hiddenAtMs));
const isUnread = isNull(notifications.readAtMs);

type ReaderValues = OfPerson & { readonly way: PersonalView["way"] | undefined };

/** Returns the condition that the meeting of a notification is there, and that its person may enter it now. */
const ofOpenMeeting = ({ orgId, userId, way }: Bound<ReaderValues>): SQL | undefined =>
	and(
		eq(meetings.orgId, orgId),
		eq(meetings.id, notifications.meetingId),
		isNull(meetings.deletedAtMs),
		way && isEnteredBy({ orgId, viewer: userId, way }, meetings),
	);

const createList = (state: SQL | undefined) =>
	readRows((db, { after, take, ...person }: Bound<ReaderValues & SliceValues>) =>
		db
			.select({ ...getTableColumns(notifications), title: meetings.title })
			.from(notifications)
			.crossJoin(meetings)
			.where(and(isTheirs(person), state, newestFirst.after(after), ofOpenMeeting(person)))
			.orderBy(...newestFirst.by)
			.limit(take),
	);
const listEvery = createList(undefined);
const listUnread = createList(isUnread);
const count = readRow((db, { most, ...person }: Bound<ReaderValues & { readonly most: number }>) => {
	const counted = db
		.select({ id: notifications.id })
		.from(notifications)
		.crossJoin(meetings)
		.where(and(isTheirs(person), isUnread, ofOpenMeeting(person)))
		.limit(most);
	return db
		.select({
			locale: users.locale,
			unread: sql<number>`(select count(*) from ${counted} as counted)`.mapWith(Number),
		})
		.from(users)
		.where(eq(users.id, person.userId))
		.limit(1);
});
const valuesOf = ({ orgId, userId, way }: Reader): ReaderValues => ({ orgId, userId, way: way ?? undefined });

/** Returns a slice of the notifications of a person, {@link newestFirst}: of meetings that they may enter now. */
export const listNotifications = (
	db: ReadDb,
	reader: Reader,
	isUnreadOnly: boolean,
	slice: Slice,
): Promise<ShownNotification[]> =>
	(isUnreadOnly ? listUnread : listEvery)(db, { ...valuesOf(reader), ...sliceValues(slice) });

/** Returns the number of notifications that a person may see and has not read, up to `most`, and their language. */
export const countUnread = async (db: ReadDb, reader: Reader, most: number) =>
	(await count(db, { ...valuesOf(reader), most })) ?? { unread: 0, locale: null };

/** Which notifications of a person were read. */
export type ReadOnes = { readonly ids: readonly string[] } | { readonly untilMs: number };

type Mark = OfPerson & { readonly nowMs: number };
const markIds = write((tx, { ids, nowMs, ...person }: Bound<Mark & { readonly ids: Each<string> }>) =>
	tx
		.update(notifications)
		.set({ readAtMs: nowMs })
		.where(and(isTheirs(person), isUnread, inArray(notifications.id, ids))),
);
const markUntil = write(
	(tx, { untilMs, take, nowMs, ...person }: Bound<Mark & { readonly untilMs: number; readonly take: number }>) => {
		const latest = tx
			.select({ id: notifications.id })
			.from(notifications)
			.where(and(isTheirs(person), isUnread, lte(notifications.createdAtMs, untilMs)))
			.orderBy(...newestFirst.by)
			.limit(take);
		return tx
			.update(notifications)
			.set({ readAtMs: nowMs })
			.where(and(isTheirs(person), inArray(notifications.id, latest)));
	},
);

/** Marks notifications of a person as read, of those until an instant the latest `take`; returns their number. */
export const markRead = (
	tx: Db,
	{ orgId, userId }: OfPerson,
	which: ReadOnes,
	nowMs: number,
	take: number,
): Promise<number> =>
	"ids" in which
		? markIds(tx, { orgId, userId, ids: each(which.ids), nowMs })
		: markUntil(tx, { orgId, userId, untilMs: which.untilMs, take, nowMs });

/** Statements on the notifications of one organization, within a change. */
export const notificationsOf = (tx: Db, orgId: string) => ({
	...rowsOf(tx, orgId),

	/** Deletes up to `limit` notifications about a meeting, and returns their number. */
	removeOfMeeting: (meetingId: string, limit: number): Promise<number> =>
		deletePortion(
			tx,
			notifications,
			notifications.id,
			and(eq(notifications.orgId, orgId), eq(notifications.meetingId, meetingId)),
			limit,
		),
});

/** Deletes up to `limit` rows of a person, and returns their number. @param acrossTenants a handle without the tenant guard */
export async function erasePerson(acrossTenants: Db, { userId, orgId }: ErasedPerson, limit: number): Promise<number> {
	const isTheirs = (t: typeof notifications | typeof notificationPreferences) =>
		and(eq(t.userId, userId), orgId === null ? undefined : eq(t.orgId, orgId));
	const key = [notifications.orgId, notifications.id];
	const removed = await deletePortion(acrossTenants, notifications, key, isTheirs(notifications), limit);
	if (removed === limit) return removed;
	const preferencesKey = [notificationPreferences.orgId, notificationPreferences.userId];
	const which = isTheirs(notificationPreferences);
	return (
		removed + (await deletePortion(acrossTenants, notificationPreferences, preferencesKey, which, limit - removed))
	);
}

/** Deletes up to `limit` notifications of all organizations from before an instant, and returns their number. */
export const removeOld = (acrossTenants: Db, beforeMs: number, limit: number): Promise<number> =>
	deletePortion(
		acrossTenants,
		notifications,
		[notifications.orgId, notifications.id],
		lt(notifications.createdAtMs, beforeMs),
		limit,
	);
