import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { NoBody } from "#http/schemas";
import { documentation } from "./documentation.ts";
import type { JoinByCode } from "./join.ts";
import type { PreviewByCode } from "./preview.ts";
import {
	AddParticipantRequest,
	ChangeParticipantRequest,
	JoinByCodeRequest,
	ListParticipantsQuery,
	ParticipantParams,
	ParticipantsParams,
	PreviewMeetingRequest,
} from "./schemas.ts";
import type { ParticipantsService } from "./service.ts";

/** Access to what is done by those who run the meeting. */
const RUNS = { requires: "meeting:write", hosts: true } as const;

/** Operations on the participants of meetings. */
export const participantsRoutes = (
	service: ParticipantsService,
	{ joinByCode, previewByCode }: { readonly joinByCode: JoinByCode; readonly previewByCode: PreviewByCode },
) =>
	new Elysia({ name: "participants" })
		.use(api)

		.post("/meetings/join", async ({ context, body }) => joinByCode(context, body), {
			open: "guests have no account: the code is what lets them in",
			body: JoinByCodeRequest,
			ignoresKey: "credential",
			...documentation.joinByCode,
		})

		.post("/meetings/join/preview", async ({ body }) => ok("Meeting previewed", await previewByCode(body)), {
			open: "guests have no account: the code is what they show",
			readsOnly: true,
			body: PreviewMeetingRequest,
			...documentation.previewByCode,
		})

		.get(
			"/meetings/:meetingId/participants",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Participants retrieved", await service.list(context, params.meetingId, query)),
			{
				requires: "meeting:read",
				participant: true,
				params: ParticipantsParams,
				query: ListParticipantsQuery,
				...documentation.list,
			},
		)

		.post(
			"/meetings/:meetingId/participants",
			async ({ context, params, body, set }) => {
				const added = await service.add(context, params.meetingId, body);
				return respondToCreate(context, set, added.data.id, "Participant added", added);
			},
			{ ...RUNS, params: ParticipantsParams, body: AddParticipantRequest, ...documentation.add },
		)

		.get(
			"/meetings/:meetingId/participants/:participantId",
			async ({ context, params, query, set }) => {
				const found = await service.get(context, params.meetingId, params.participantId, query.fields);
				return respondToGet(context, set, "Participant retrieved", found);
			},
			{
				requires: "meeting:read",
				participant: true,
				params: ParticipantParams,
				query: FieldsQuery,
				...documentation.get,
			},
		)

		.patch(
			"/meetings/:meetingId/participants/:participantId",
			async ({ context, params, body, set }) => {
				const changed = await service.changeRole(context, params.meetingId, params.participantId, body);
				return respondToChange(set, "Participant updated", changed);
			},
			{ ...RUNS, params: ParticipantParams, body: ChangeParticipantRequest, ...documentation.changeRole },
		)

		.post(
			"/meetings/:meetingId/participants/:participantId/admit",
			async ({ context, params, set }) => {
				const admitted = await service.admit(context, params.meetingId, params.participantId);
				return respondToChange(set, "Participant admitted", admitted);
			},
			{ ...RUNS, params: ParticipantParams, body: NoBody, ...documentation.admit },
		)

		.delete(
			"/meetings/:meetingId/participants/:participantId",
			async ({ context, params, status }) => {
				await service.remove(context, params.meetingId, params.participantId);
				return status(204, undefined);
			},
			{ ...RUNS, params: ParticipantParams, ...documentation.remove },
		)

		.post(
			"/meetings/:meetingId/join",
			async ({ context, params, set }) =>
				respondToChange(set, "Meeting joined", await service.join(context, params.meetingId)),
			{
				requires: "meeting:read",
				participant: true,
				params: ParticipantsParams,
				body: NoBody,
				...documentation.join,
			},
		)

		.post(
			"/meetings/:meetingId/leave",
			async ({ context, params, set }) =>
				respondToChange(set, "Meeting left", await service.leave(context, params.meetingId)),
			{
				requires: "meeting:read",
				participant: true,
				params: ParticipantsParams,
				body: NoBody,
				...documentation.leave,
			},
		);
