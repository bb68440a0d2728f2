import { Elysia } from "elysia";
import { api } from "#http/api";
import { respondToChange, respondToGet } from "#http/resource";
import { documentation } from "./documentation.ts";
import { CreateSummaryRequest, MeetingParams, OneQuery, UpdateSummaryRequest } from "./schemas.ts";
import type { SummariesService } from "./service.ts";

/** People with the role `guest` read the summaries of the meetings they take part in. */
const read = { requires: "transcript:read", participant: true } as const;
const write = { requires: "transcript:write" } as const;

export const summariesRoutes = (service: SummariesService) =>
	new Elysia({ name: "summaries" })
		.use(api)

		.get(
			"/meetings/:meetingId/summary",
			async ({ context, params, query, set }) =>
				respondToGet(context, set, "Summary retrieved", await service.get(context, params.meetingId, query.fields)),
			{ ...read, params: MeetingParams, query: OneQuery, ...documentation.get },
		)

		.post(
			"/meetings/:meetingId/summary",
			async ({ context, params, body, set, status }) => {
				const { isMade, ...summary } = await service.create(context, params.meetingId, body);
				return isMade
					? status(202, respondToChange(set, "Summary queued", summary))
					: respondToChange(set, "Summary is up to date", summary);
			},
			{ ...write, params: MeetingParams, body: CreateSummaryRequest, ...documentation.create },
		)

		.patch(
			"/meetings/:meetingId/summary",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Summary updated", await service.update(context, params.meetingId, body)),
			{ ...write, params: MeetingParams, body: UpdateSummaryRequest, ...documentation.update },
		)

		.delete(
			"/meetings/:meetingId/summary",
			async ({ context, params, status }) => {
				await service.remove(context, params.meetingId);
				return status(204, undefined);
			},
			{ ...write, params: MeetingParams, ...documentation.remove },
		);
