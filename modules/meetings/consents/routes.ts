import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { documentation } from "./documentation.ts";
import { ConsentParams, ConsentsParams, DecideRequest, ListConsentsQuery } from "./schemas.ts";
import type { ConsentsService } from "./service.ts";

/** Operations on the consent of participants. */
export const consentsRoutes = (service: ConsentsService) =>
	new Elysia({ name: "consents" })
		.use(api)

		.get(
			"/meetings/:meetingId/consents",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Consents retrieved", await service.list(context, params.meetingId, query)),
			{
				requires: "meeting:read",
				participant: true,
				params: ConsentsParams,
				query: ListConsentsQuery,
				...documentation.list,
			},
		)

		.get(
			"/meetings/:meetingId/consents/summary",
			async ({ context, params, query }) =>
				ok("Consents counted", await service.summarize(context, params.meetingId, query.fields)),
			{
				requires: "meeting:read",
				participant: true,
				params: ConsentsParams,
				query: FieldsQuery,
				...documentation.summary,
			},
		)

		.put(
			"/meetings/:meetingId/participants/:participantId/consent",
			async ({ context, params, body }) =>
				ok("Consent recorded", await service.decide(context, params.meetingId, params.participantId, body)),
			{
				requires: "meeting:read",
				participant: true,
				params: ConsentParams,
				body: DecideRequest,
				...documentation.decide,
			},
		);
