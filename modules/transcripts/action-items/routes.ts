import { Elysia } from "elysia";
import { api } from "#http/api";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { documentation } from "./documentation.ts";
import {
	CreateActionItemRequest,
	ItemParams,
	ListItemsQuery,
	MeetingParams,
	OneQuery,
	UpdateActionItemRequest,
} from "./schemas.ts";
import type { ItemsService } from "./service.ts";

/** People with the role `guest` read what is to be done after the meetings they take part in, and say what they have done. */
const read = { requires: "transcript:read", participant: true } as const;
const write = { requires: "transcript:write" } as const;

export const itemRoutes = (service: ItemsService) =>
	new Elysia({ name: "action-items" })
		.use(api)

		.get(
			"/meetings/:meetingId/action-items",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Action items retrieved", await service.list(context, params.meetingId, query)),
			{ ...read, params: MeetingParams, query: ListItemsQuery, ...documentation.list },
		)

		.post(
			"/meetings/:meetingId/action-items",
			async ({ context, params, body, set }) => {
				const created = await service.create(context, params.meetingId, body);
				return respondToCreate(context, set, created.data.id, "Action item added", created);
			},
			{ ...write, params: MeetingParams, body: CreateActionItemRequest, ...documentation.create },
		)

		.get(
			"/meetings/:meetingId/action-items/:itemId",
			async ({ context, params, query, set }) => {
				const found = await service.get(context, params.meetingId, params.itemId, query.fields);
				return respondToGet(context, set, "Action item retrieved", found);
			},
			{ ...read, params: ItemParams, query: OneQuery, ...documentation.get },
		)

		.patch(
			"/meetings/:meetingId/action-items/:itemId",
			async ({ context, params, body, set }) =>
				respondToChange(
					set,
					"Action item updated",
					await service.update(context, params.meetingId, params.itemId, body),
				),
			{ ...read, params: ItemParams, body: UpdateActionItemRequest, ...documentation.update },
		)

		.delete(
			"/meetings/:meetingId/action-items/:itemId",
			async ({ context, params, status }) => {
				await service.remove(context, params.meetingId, params.itemId);
				return status(204, undefined);
			},
			{ ...write, params: ItemParams, ...documentation.remove },
		);
