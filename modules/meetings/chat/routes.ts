import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { respondWithPage } from "#http/list";

import { documentation } from "./documentation.ts";
import { ChatMessageParams, ChatParams, ListChatQuery, SendMessageRequest } from "./schemas.ts";
import type { ChatService } from "./service.ts";

/** Operations on the chat of meetings. */
export const chatRoutes = (service: ChatService) =>
	new Elysia({ name: "chat" })
		.use(api)

		.get(
			"/meetings/:meetingId/chat",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Messages retrieved", await service.list(context, params.meetingId, query)),
			{ requires: "meeting:read", participant: true, params: ChatParams, query: ListChatQuery, ...documentation.list },
		)

		.post(
			"/meetings/:meetingId/chat",
			async ({ context, params, body, status }) =>
				status(201, ok("Message sent", await service.send(context, params.meetingId, body))),
			{
				requires: "meeting:read",
				participant: true,
				params: ChatParams,
				body: SendMessageRequest,
				...documentation.send,
			},
		)

		.delete(
			"/meetings/:meetingId/chat/:messageId",
			async ({ context, params, status }) => {
				await service.remove(context, params.meetingId, params.messageId);
				return status(204, undefined);
			},
			{ requires: "meeting:write", hosts: true, params: ChatMessageParams, ...documentation.remove },
		);
