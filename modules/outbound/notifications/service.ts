import { rfc3339 } from "#kernel/clock";
import { parseInstant } from "#kernel/instant";
import { pageRequest } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { personalView } from "#modules/meetings/meetings";
import { hintAt } from "#platform/change-hints";
import { chooseLocale, type MailLocale } from "#platform/mail";
import type { Core } from "#platform/module";
import { ofNotifications, personOf } from "./person.ts";
import {
	countUnread,
	listNotifications,
	markRead,
	newestFirst,
	type Reader,
	type ReadOnes,
	type ShownNotification,
} from "./repository/notifications.ts";
import {
	assertOneChoice,
	type ListNotificationsQuery,
	type Notification,
	notificationFields,
	type ReadNotificationsRequest,
	type Unread,
} from "./schemas.ts";
import { textOf } from "./texts.ts";

/** Number up to which what was not read is counted. */
const COUNTED = 100;
/** Number of notifications that one request marks as read. */
const MOST_READ = 2_000;

export type NotificationsService = ReturnType<typeof createNotificationsService>;

/** Creates the service by which people read their notifications. */
export function createNotificationsService({ store, unitOfWork, cursors, bus }: Core) {
	return {
		/**
		 * Returns a page of the caller's notifications, newest first, with the number of those not read: about meetings that
		 * they may enter now.
		 * @param languages as the client prefers them, BCP 47; then that of their profile
		 * @throws `forbidden` and those of lists
		 */
		async list({ principal }: RequestContext, query: ListNotificationsQuery, languages: readonly string[]) {
			const reader = readerOf(principal);
			const { orgId, userId } = reader;
			const isUnreadOnly = query.unread === "true";
			const request = pageRequest(cursors, query, notificationFields, {
				list: "notifications",
				orgId,
				userId,
				isUnreadOnly,
			});
			const [rows, { unread, locale: own }] = await Promise.all([
				listNotifications(store.db, reader, isUnreadOnly, request),
				countUnread(store.db, reader, COUNTED),
			]);
			const locale = chooseLocale([...languages, own]);
			return { ...request.page(rows, newestFirst, (row) => toNotification(row, locale)), meta: { unread } };
		},

		/**
		 * Marks notifications of the caller as read; those of others are nobody's business and change nothing.
		 * @throws `forbidden` `validation_failed`
		 */
		async read(context: RequestContext, request: ReadNotificationsRequest): Promise<Unread> {
			const which = parseRead(request);
			return unitOfWork.run(context, async (change) => {
				const reader = readerOf(change.principal);
				const { orgId, userId } = reader;
				await markRead(change.tx, reader, which ?? { untilMs: change.nowMs }, change.nowMs, MOST_READ);
				change.afterCommit(() => hintAt(bus, ofNotifications(orgId, [userId])));
				const { unread } = await countUnread(change.tx, reader, COUNTED);
				return { unread };
			});
		},
	};
}

const readerOf = (principal: Principal): Reader => ({
	...personOf(principal),
	way: personalView(principal)?.way ?? null,
});

/** Returns which notifications were read; undefined: all. @throws `validation_failed` */
function parseRead(request: ReadNotificationsRequest): ReadOnes | undefined {
	assertOneChoice(request);
	const { ids, before } = request;
	if (ids !== undefined) return { ids };
	return before === undefined ? undefined : { untilMs: parseInstant(before, "/before") };
}

const TARGETS: Readonly<Record<Notification["kind"], Notification["target"]["type"]>> = {
	"transcript.ready": "transcript",
	"translation.ready": "translation",
	"summary.ready": "summary",
	"meeting.invited": "meeting",
	"meeting.mentioned": "chat_message",
	"action_item.assigned": "action_item",
};

const toNotification = (row: ShownNotification, locale: MailLocale): Notification => ({
	id: row.id,
	kind: row.kind,
	text: textOf(row, row.title, locale),
	meeting: { id: row.meetingId, title: row.title },
	target: { type: TARGETS[row.kind], id: row.subject },
	language: row.data.language ?? null,
	readAt: row.readAtMs === null ? null : rfc3339(row.readAtMs),
	createdAt: rfc3339(row.createdAtMs),
});
