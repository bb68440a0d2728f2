import type { ChatMessageRow } from "#db/schema";
import { defineMoment } from "#platform/unit-of-work";
import type { ChatMessage } from "./schemas.ts";

/** A message was stored. */
export const messageStored = defineMoment<ChatMessageRow>("chat_message.stored");

/** A message was deleted: those in the room see it no longer. */
export const messageDeleted = defineMoment<Pick<ChatMessageRow, "id" | "meetingId">>("chat_message.deleted");

/** A message was sent, once: the change is over. Also where messages are never stored. */
export const messageSent = defineMoment<ChatMessage, null>("chat_message.sent");
