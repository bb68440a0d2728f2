import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { emptyResponse, okResponse } from "#http/resource";
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
		summary: "List the messages of a meeting",
		description:
			"Oldest first, or newest first with `order=newest`; for those who may enter the meeting. Guests in the lobby do not read.",
		tag,
		responses: { 200: pageResponse("A page of messages", chatFields.schema, "Messages retrieved", example) },
		errors: ["not_found", "forbidden", "purged"],
	}),

	send: operation({
		id: "sendChatMessage",
		summary: "Write a message",
		description:
			"While the meeting runs, for participants who are in the room, and for API keys with `meeting:write`, under the name of the key. Messages are kept " +
			"as long as the retention policy says of `chatLogs`.",
		tag,
		request: { text: example.text },
		responses: { 201: okResponse("The message", ChatMessage, "Message sent", example) },
		errors: ["not_found", "forbidden", "purged", "state_conflict"],
	}),

	remove: operation({
		id: "deleteChatMessage",
		summary: "Delete a message",
		description:
			"For those who run the meeting, at any time. The audit log keeps who deleted whose message, not what it said.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: ["not_found", "forbidden", "purged", "state_conflict"],
	}),
};
