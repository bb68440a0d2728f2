import { and, eq } from "drizzle-orm";
import { type Keyset, keyset, type SliceValues, sliceValues } from "#db/keyset";
import { deletePortion } from "#db/portions";
import { apiKeys, type ChatMessageRow, chatMessages, participants } from "#db/schema";
import { type Bound, readRow, readRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";

/** The orders in which messages are read. */
export const ORDERS = {
	oldest: keyset("asc", { sentAtMs: chatMessages.sentAtMs, id: chatMessages.id }),
	newest: keyset("desc", { sentAtMs: chatMessages.sentAtMs, id: chatMessages.id }),
};
/** Name of an order. */
export type ChatOrder = keyof typeof ORDERS;

/** A message with the name of its sender; null without a participant. */
export interface SentMessage extends ChatMessageRow {
	readonly participantName: string | null;
}

type OfMeeting = { readonly orgId: string; readonly meetingId: string };

const listIn = (order: Keyset<SentMessage>) =>
	readRows((db, { orgId, meetingId, after, take }: Bound<OfMeeting & SliceValues>) =>
		db
			.select({
				orgId: chatMessages.orgId,
				id: chatMessages.id,
				meetingId: chatMessages.meetingId,
				participantId: chatMessages.participantId,
				senderName: chatMessages.senderName,
				text: chatMessages.text,
				sentAtMs: chatMessages.sentAtMs,
				participantName: participants.name,
			})
			.from(chatMessages)
			.leftJoin(participants, and(eq(participants.orgId, orgId), eq(participants.id, chatMessages.participantId)))
			.where(and(eq(chatMessages.orgId, orgId), eq(chatMessages.meetingId, meetingId), order.after(after)))
			.orderBy(...order.by)
			.limit(take),
	);
const lists = { oldest: listIn(ORDERS.oldest), newest: listIn(ORDERS.newest) };

const keyName = readRow((db, { orgId, id }: Bound<{ readonly orgId: string; readonly id: string }>) =>
	db
		.select({ name: apiKeys.name })
		.from(apiKeys)
		.where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id)))
		.limit(1),
);

const rowsOf = tenantRows(chatMessages);

/** Returns a slice of the messages of a meeting in an order. */
export const listMessages = (
	db: ReadDb,
	{ orgId, meetingId }: OfMeeting,
	order: ChatOrder,
	slice: Slice,
): Promise<SentMessage[]> => lists[order](db, { orgId, meetingId, ...sliceValues(slice) });

/** Statements on the chat of meetings of one organization, within a change. */
export const chatOf = (tx: Db, orgId: string) => ({
	...rowsOf(tx, orgId),

	/** Returns the name of an API key. */
	keyName: async (id: string): Promise<string | undefined> => (await keyName(tx, { orgId, id }))?.name,

	/** Deletes up to `limit` messages of a meeting, and returns their number. */
	removeOfMeeting: (meetingId: string, limit: number): Promise<number> =>
		deletePortion(
			tx,
			chatMessages,
			chatMessages.id,
			and(eq(chatMessages.orgId, orgId), eq(chatMessages.meetingId, meetingId)),
			limit,
		),
});
