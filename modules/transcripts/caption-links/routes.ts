import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondToCreate, respondToGet } from "#http/resource";
import { documentation } from "./documentation.ts";
import { CreateCaptionLinkRequest, CreateCaptionReaderTicketRequest, MeetingParams } from "./schemas.ts";
import type { LinksService } from "./service.ts";

/** Operations on captions links. */
export const captionLinksRoutes = (links: LinksService) =>
	new Elysia({ name: "caption-links" })
		.use(api)

		.post(
			"/meetings/:meetingId/caption-link",
			async ({ context, params, body, set }) => {
				const data = await links.create(context, params.meetingId, body);
				return respondToCreate(context, set, "../caption-link", "Captions link created", { data, version: 1 });
			},
			{ requires: "meeting:write", params: MeetingParams, body: CreateCaptionLinkRequest, ...documentation.create },
		)

		.get(
			"/meetings/:meetingId/caption-link",
			async ({ context, params, query, set }) =>
				respondToGet(context, set, "Captions link retrieved", await links.get(context, params.meetingId, query.fields)),
			{ requires: "meeting:read", params: MeetingParams, query: FieldsQuery, ...documentation.get },
		)

		.delete(
			"/meetings/:meetingId/caption-link",
			async ({ context, params, status }) => {
				await links.remove(context, params.meetingId);
				return status(204, undefined);
			},
			{ requires: "meeting:write", params: MeetingParams, ...documentation.remove },
		)

		.post(
			"/transcription/live/reader-tickets",
			async ({ context, body, status }) => status(201, ok("Ticket created", await links.ticket(context, body.link))),
			{
				open: "readers have no account: the secret of the link is what lets them in",
				body: CreateCaptionReaderTicketRequest,
				ignoresKey: "credential",
				...documentation.ticket,
			},
		);
