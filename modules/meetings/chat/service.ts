import type { ChatMessageRow, MeetingRow, MeetingState } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { pageRequest } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import {
	assertNotHeld,
	assertRuns,
	enterMeeting,
	horizonIn,
	type MeetingRights,
	meetingOrg,
	rulesOf,
	shareMeeting,
} from "#modules/meetings/meetings";
import { findOwnParticipant } from "#modules/meetings/participants";
import { systemContext } from "#modules/tenancy/permissions";
import { artifactsOf, isNeverStored, NEVER_STORED } from "#platform/artifacts";
import { assertMeetingNotHeld } from "#platform/holds";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { messageDeleted, messageSent, messageStored } from "./moments.ts";
import { parseMessage } from "./parse.ts";
import { chatOf, listMessages, ORDERS, type SentMessage } from "./repository.ts";
import { type ChatMessage, chatFields, type ListChatQuery, type SendMessageRequest } from "./schemas.ts";

export type ChatDeps = Pick<Core, "store" | "retention" | "newId" | "unitOfWork" | "cursors" | "moments">;

export type ChatService = ReturnType<typeof createChatService>;

/** Who writes a message. */
type Sender = Pick<SentMessage, "participantId" | "senderName" | "participantName">;

/** Creates the service for the messages that are written during meetings. */
export function createChatService({ store, retention, newId, unitOfWork, cursors, moments }: ChatDeps) {
	/**
	 * Returns the caller as a sender: somebody in the room, or a service that may write meetings. When the meeting is over,
	 * those in the room leave it sooner or later, which makes no difference.
	 * @throws `forbidden`
	 */
	async function senderIn({ tx, principal }: Change, { orgId, id: meetingId, state }: MeetingRow): Promise<Sender> {
		const chat = chatOf(tx, orgId);
		if (principal.kind === "service" && principal.scopes.has("meeting:write"))
			return { participantId: null, senderName: (await chat.keyName(principal.id)) ?? "", participantName: null };
		const participant = await findOwnParticipant(tx, principal, orgId, meetingId);
		const isOver = participant?.state === "left" && state !== "live";
		if (participant === undefined || !(participant.state === "admitted" || isOver)) throw notInTheRoom();
		return { participantId: participant.id, senderName: "", participantName: participant.name };
	}

	return {
		/**
		 * Returns a page of the messages of a meeting, for those who may enter it.
		 * @throws `not_found` `forbidden` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, meetingId: string, query: ListChatQuery) {
			const { order = "oldest" } = query;
			const request = pageRequest(cursors, query, chatFields, { list: "chat", meetingId, order });
			const orgId = await meetingOrg(store, principal, meetingId);
			const { db } = store;
			const entered = await enterMeeting({ db, retention }, principal, orgId, meetingId, "chatLogs");
			const rows = await listMessages(db, entered, order, request);
			return request.page(rows, ORDERS[order], toChatMessage);
		},

		/**
		 * Sends a message to a running meeting. The first one enters the chat into the ledger of what was captured. Where chat
		 * is never stored, those in the room are notified, and nothing else.
		 * @throws `validation_failed` `not_found` `forbidden` `purged` `state_conflict` `meeting_held`
		 */
		async send(context: RequestContext, meetingId: string, request: SendMessageRequest): Promise<ChatMessage> {
			const text = parseMessage(request.text);
			const orgId = await meetingOrg(store, context.principal, meetingId);
			const { chatLogs, examData } = await retention.cutoffsFor(store.db, context.principal, orgId);
			const sent = await unitOfWork.run(
				context,
				async (change) => {
					const { tx, nowMs } = change;
					const { meeting, rights } = await shareMeeting(change, orgId, meetingId);
					const { participantName, ...sender } = await senderIn(change, meeting);
					if (meeting.state !== "live") throw chatClosed(meeting.state);
					assertNotHeld(meeting);
					assertMayWrite(meeting, rights);
					const row: ChatMessageRow = { orgId, id: newId("msg"), meetingId, ...sender, text, sentAtMs: nowMs };
					const cutoffs = await retention.cutoffsFor(tx, change.principal, orgId);
					if (isNeverStored(meeting.kind, "chatLogs", cutoffs)) return toChatMessage({ ...row, participantName });
					await chatOf(tx, orgId).insert(row);
					const owner = { orgId, ownerType: "chat", ownerId: meetingId, meetingId } as const;
					await artifactsOf(tx, orgId).addOnce(owner, nowMs);
					await change.reach(messageStored, row);
					return toChatMessage({ ...row, participantName });
				},
				// What is never stored must not be stored for a retry either.
				{ storeOutcome: chatLogs === NEVER_STORED || examData === NEVER_STORED ? false : "sealed" },
			);
			// A repeated request has notified them before.
			if (context.idempotency?.replayed !== true) await moments.reach(null, messageSent, sent);
			return sent;
		},

		/**
		 * Deletes a message, for those who run the meeting.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `legal_hold_active`
		 */
		async remove(context: RequestContext, meetingId: string, messageId: string): Promise<void> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			await unitOfWork.run(context, async (change) => {
				const { meeting, rights } = await shareMeeting(change, orgId, meetingId);
				assertRuns(change.principal, rights);
				const horizonMs = await horizonIn(change.tx, retention, change.principal, meeting, "chatLogs");
				const chat = chatOf(change.tx, orgId);
				const row = await chat.lock(messageId);
				if (row?.meetingId !== meetingId || row.sentAtMs <= (horizonMs ?? -1)) throw messageNotFound();
				await assertMeetingNotHeld(change, orgId, meetingId);
				await chat.remove(messageId);
				await change.reach(messageDeleted, { id: messageId, meetingId });
				const sender = row.participantId === null ? [] : [{ type: "participant", id: row.participantId }];
				const otherTargets = [{ type: "meeting", id: meetingId }, ...sender];
				change.record(orgId, facts["chat_message.delete"], { id: messageId, otherTargets });
			});
		},

		/** Removes a message again that is back after the restore of a backup. */
		removeAgain: (orgId: string, messageId: string): Promise<void> =>
			unitOfWork.run(systemContext("cli:restore"), async (change) => {
				const row = await chatOf(change.tx, orgId).remove(messageId);
				if (row) change.record(orgId, facts["chat_message.delete"], { id: messageId });
			}),
	};
}

function toChatMessage({ id, meetingId, text, sentAtMs, ...sender }: SentMessage): ChatMessage {
	const name = sender.participantName ?? sender.senderName;
	const senderName = name === "" ? null : name;
	return { id, meetingId, participantId: sender.participantId, senderName, text, sentAt: rfc3339(sentAtMs) };
}

/** Returns the error for a message that the meeting does not have. */
const messageNotFound = () => new AppError("not_found", "The meeting has no such message.");

/** Returns the error for somebody who writes without being in the room. */
const notInTheRoom = () =>
	new AppError("forbidden", "Only participants in the room can send messages: join the meeting first.", {
		meta: { reason: "not_admitted" },
	});

/** Asserts that the rules of the room let somebody write. @throws `state_conflict` where chat is off, `forbidden` */
function assertMayWrite(meeting: MeetingRow, { canRun }: MeetingRights): void {
	const { chatAllowed } = rulesOf(meeting);
	if (chatAllowed === "off") throw chatOff();
	if (chatAllowed === "hosts" && !canRun) throw chatOfHosts();
}

/** Returns the error for writing where no one may. */
const chatOff = () =>
	new AppError("state_conflict", "The chat of this meeting is off (chatAllowed).", { meta: { state: "chat_off" } });

/** Returns the error for a participant who writes where hosts alone do. */
const chatOfHosts = () =>
	new AppError("forbidden", "Only participants who run the meeting may write in its chat (chatAllowed).", {
		meta: { reason: "chat_of_hosts" },
	});

/** Returns the error for writing in a meeting that does not run. */
const chatClosed = (state: MeetingState) =>
	new AppError("state_conflict", "Messages can be sent only while the meeting is live.", { meta: { state } });
