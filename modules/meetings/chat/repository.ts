import { and, eq, gt, inArray, lt, not } from "drizzle-orm";
import { type Keyset, keyset, type SliceValues, sliceValues } from "#db/keyset";
import { deletePortion } from "#db/portions";
import { apiKeys, type ChatMessageRow, chatMessages, participants } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";
import type { EnteredMeeting } from "#modules/meetings/meetings";
import type { Horizon } from "#platform/artifacts";
import { heldMeeting } from "#platform/holds";
import type { ErasedPerson } from "#platform/module";

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
/** Messages that were sent after the horizon of a meeting. */
type ShownOf = OfMeeting & { readonly horizonMs: Horizon };

const listIn = (order: Keyset<SentMessage>) =>
	readRows((db, { orgId, meetingId, horizonMs, after, take }: Bound<ShownOf & SliceValues>) =>
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
			.where(
				and(
					eq(chatMessages.orgId, orgId),
					eq(chatMessages.meetingId, meetingId),
					horizonMs && gt(chatMessages.sentAtMs, horizonMs),
					order.after(after),
				),
			)
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

const earliest = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select({ sentAtMs: chatMessages.sentAtMs })
		.from(chatMessages)
		.where(and(eq(chatMessages.orgId, orgId), eq(chatMessages.meetingId, meetingId)))
		.orderBy(...ORDERS.oldest.by)
		.limit(1),
);

const rowsOf = tenantRows(chatMessages);

/** Returns a slice of the messages of a meeting that are shown, in an order. */
export const listMessages = (
	db: ReadDb,
	{ meeting: { orgId, id: meetingId }, horizonMs }: EnteredMeeting,
	order: ChatOrder,
	slice: Slice,
): Promise<SentMessage[]> => lists[order](db, { orgId, meetingId, horizonMs, ...sliceValues(slice) });

/** Statements on the chat of meetings of one organization, within a change. */
export const chatOf = (tx: Db, orgId: string) => ({
	...rowsOf(tx, orgId),

	/** Returns the name of an API key. */
	keyName: async (id: string): Promise<string | undefined> => (await keyName(tx, { orgId, id }))?.name,

	/** Returns when the first message of a meeting was sent that is left, Unix ms; null: it has none. */
	earliest: async (meetingId: string): Promise<number | null> =>
		(await earliest(tx, { orgId, meetingId }))?.sentAtMs ?? null,

	/** Deletes up to `limit` messages of a meeting, of those that were sent before `beforeMs`, and returns their number. */
	removeOfMeeting: (meetingId: string, limit: number, beforeMs: number | null = null): Promise<number> =>
		deletePortion(
			tx,
			chatMessages,
			chatMessages.id,
			and(
				eq(chatMessages.orgId, orgId),
				eq(chatMessages.meetingId, meetingId),
				beforeMs === null ? undefined : lt(chatMessages.sentAtMs, beforeMs),
			),
			limit,
		),
});

/** Whose messages are looked for: an account, or an address at which a guest was invited; in one organization or in all. */
interface Sender {
	readonly userId: string | undefined;
	readonly emailKey: string | undefined;
	readonly orgId: string | undefined;
}
const listOfSender = readRows((db, { userId, emailKey, orgId, limit }: Bound<Sender & { limit: number }>) =>
	db
		.select({ orgId: chatMessages.orgId, id: chatMessages.id })
		.from(participants)
		.crossJoin(chatMessages)
		.where(
			and(
				userId && eq(participants.userId, userId),
				emailKey && eq(participants.emailKey, emailKey),
				orgId && eq(participants.orgId, orgId),
				eq(chatMessages.orgId, participants.orgId),
				eq(chatMessages.meetingId, participants.meetingId),
				eq(chatMessages.participantId, participants.id),
				not(heldMeeting(participants.orgId, participants.meetingId)),
			),
		)
		.limit(limit),
);
const removeMessages = write((tx, { orgId, ids }: Bound<{ readonly orgId: string; readonly ids: Each<string> }>) =>
	tx.delete(chatMessages).where(and(eq(chatMessages.orgId, orgId), inArray(chatMessages.id, ids))),
);

/** Messages deleted by one statement. */
const AT_ONCE = 100;

/**
 * Deletes up to `limit` messages that a person wrote, and returns their number: those in meetings that are held stay. The
 * person is found by their participants, so it must be called before those are erased.
 * @param acrossTenants a handle without the tenant guard
 */
export async function eraseSender(acrossTenants: Db, person: ErasedPerson, limit: number): Promise<number> {
	const orgId = person.orgId ?? undefined;
	let removed = 0;
	for (const which of [
		{ userId: person.userId, emailKey: undefined },
		{ userId: undefined, emailKey: person.emailKey },
	])
		for (let isMore = true; isMore && removed < limit; ) {
			const most = Math.min(AT_ONCE, limit - removed);
			const messages = await listOfSender(acrossTenants, { ...which, orgId, limit: most });
			for (const [ofOrg, some] of Map.groupBy(messages, (message) => message.orgId))
				await removeMessages(acrossTenants, { orgId: ofOrg, ids: each(some.map(({ id }) => id)) });
			removed += messages.length;
			isMore = messages.length === most;
		}
	return removed;
}
