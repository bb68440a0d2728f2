import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { emptyResponse, okResponse } from "#http/resource";
import { ofLiveMeeting } from "#modules/meetings/meetings";
import { ChatMessage, chatFields } from "./schemas.ts";

const tag: Tag = { name: "Chat", description: "Messages written during a meeting." };

const example: ChatMessage = {
	id: "msg_01jd0z7v9gf2nbrexx3vqjhp41",
	meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	participantId: "par_01jd0z7v9gf2nbrexx3vqjhp41",
	senderName: "Ada Lovelace",
	text: "The exercise is on page 42.",
	sentAt: "2030-01-01T09:45:00.000Z",
};

/** Documentation of the operations on chat. */
export const documentation = {
	list: operation({
		id: "listChatMessages",
		summary: "List the chat messages of a meeting",
		description:
			"Lists the oldest first, or the newest with `order=newest`. Allowed to everyone who may enter the " +
			"meeting, except guests in the lobby.",
		tag,
		examples: ofLiveMeeting,
		responses: { 200: pageResponse("A page of messages", chatFields.schema, "Messages retrieved", example) },
		errors: ["not_found", "forbidden", "purged"],
	}),

	send: operation({
		id: "sendChatMessage",
		summary: "Send a chat message",
		description:
			"Possible while the meeting is live, for participants in the room and for API keys with " +
			"`meeting:write`, which write under the name of the key; only for participants who run the meeting with `chatAllowed: hosts` (403), " +
			"for no one with `off` (409). Messages are kept for the `chatLogs` period " +
			"of the retention policy.",
		tag,
		examples: ofLiveMeeting,
		request: { text: example.text },
		responses: { 201: okResponse("The message", ChatMessage, "Message sent", example) },
		errors: ["not_found", "forbidden", "purged", "state_conflict", "meeting_held"],
	}),

	remove: operation({
		id: "deleteChatMessage",
		summary: "Delete a chat message",
		description:
			"Possible at any time. The audit log records who deleted whose message, but not its text. Requires " +
			"the right to run the meeting.",
		tag,
		examples: ofLiveMeeting,
		responses: { 204: emptyResponse("Deleted") },
		errors: ["not_found", "forbidden", "purged", "state_conflict", "legal_hold_active"],
	}),
};
