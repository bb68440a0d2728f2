import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseMessage } from "./parse.ts";

const text = checked(
	Type.String({
		description: "1…4,000 characters after trimming; line breaks are kept.",
		examples: ["Page 42"],
	}),
	parseMessage,
);

/** A message written during a meeting. */
export const ChatMessage = closed(
	{
		id: Id("msg", "id of the message"),
		meetingId: Id("mtg", "id of the meeting"),
		participantId: Nullable(Id("par", "who sent it; null for a service")),
		senderName: Nullable(Type.String({ description: "Name of the sender; null once the person has been erased." })),
		text,
		sentAt: Timestamp,
	},
	{ $id: "ChatMessage" },
);
export type ChatMessage = typeof ChatMessage.static;

/** A message as `fields` may select it. */
export const chatFields = selectable(ChatMessage);

/** A message to be sent. */
export const SendMessageRequest = closed({ text }, { $id: "SendChatMessageRequestBody" });
export type SendMessageRequest = typeof SendMessageRequest.static;

/** Path of the chat of a meeting. */
export const ChatParams = closed({ meetingId: Id("mtg", "id of the meeting") });

/** Path of a message. */
export const ChatMessageParams = closed({
	meetingId: Id("mtg", "id of the meeting"),
	messageId: Id("msg", "id of the message"),
});

/** Options of the list. */
export const ListChatQuery = listQuery({
	order: Type.Optional(OneOf(["oldest", "newest"], "which messages come first; default oldest")),
});
export type ListChatQuery = typeof ListChatQuery.static;
