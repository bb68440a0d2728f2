import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { NoBody } from "#http/schemas";
import { WorkspaceParams } from "#modules/organizations/workspaces";
import type { MeetingEnds } from "./background.ts";
import { CALENDAR_TYPE } from "./calendar.ts";
import { documentation } from "./documentation.ts";
import { CreateMeetingRequest, ListMeetingsQuery, MeetingParams, UpdateMeetingRequest } from "./schemas.ts";
import type { MeetingsService } from "./service.ts";

/** Access to what is done by those who run a meeting, see `rightsOf`. */
const RUNS = { requires: "meeting:write", hosts: true } as const;

/** Services behind {@link meetingsRoutes}. */
interface Services {
	readonly meetings: MeetingsService;
	readonly ends: MeetingEnds;
}

export const meetingsRoutes = ({ meetings, ends }: Services) =>
	new Elysia({ name: "meetings" })
		.use(api)

		.post(
			"/workspaces/:workspaceId/meetings",
			async ({ context, params, body, set }) => {
				const data = await meetings.create(context, params.workspaceId, body);
				const { id, version } = data.meeting;
				return respondToCreate(context, set, `../../../meetings/${id}`, "Meeting created", { data, version });
			},
			{ ...RUNS, params: WorkspaceParams, body: CreateMeetingRequest, checks: meetings.check, ...documentation.create },
		)

		.get(
			"/meetings",
			async ({ context, query, set }) =>
				respondWithPage(context, set, "Meetings retrieved", await meetings.list(context, query)),
			{ requires: "meeting:read", query: ListMeetingsQuery, ...documentation.list },
		)

		.get(
			"/meetings/:meetingId",
			async ({ context, params, query, set }) =>
				respondToGet(context, set, "Meeting retrieved", await meetings.get(context, params.meetingId, query.fields)),
			{ requires: "meeting:read", participant: true, params: MeetingParams, query: FieldsQuery, ...documentation.get },
		)

		.patch(
			"/meetings/:meetingId",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Meeting updated", await meetings.update(context, params.meetingId, body)),
			{ ...RUNS, params: MeetingParams, body: UpdateMeetingRequest, checks: meetings.check, ...documentation.update },
		)

		.post(
			"/meetings/:meetingId/start",
			async ({ context, params, set }) =>
				respondToChange(set, "Meeting started", await meetings.start(context, params.meetingId)),
			{ ...RUNS, params: MeetingParams, body: NoBody, ...documentation.start },
		)

		.post(
			"/meetings/:meetingId/end",
			async ({ context, params, set }) =>
				respondToChange(set, "Meeting ended", await meetings.end(context, params.meetingId)),
			{ ...RUNS, params: MeetingParams, body: NoBody, ...documentation.end },
		)

		.post(
			"/meetings/:meetingId/cancel",
			async ({ context, params, set }) =>
				respondToChange(set, "Meeting cancelled", await meetings.cancel(context, params.meetingId)),
			{ ...RUNS, params: MeetingParams, body: NoBody, ...documentation.cancel },
		)

		.delete(
			"/meetings/:meetingId",
			async ({ context, params, status }) =>
				status(202, ok("Meeting is being deleted", await ends.remove(context, params.meetingId))),
			{ requires: "meeting:write", params: MeetingParams, ...documentation.remove },
		)

		.post(
			"/meetings/:meetingId/join-code",
			async ({ context, params, set }) =>
				respondToChange(set, "Join code replaced", await meetings.renewCode(context, params.meetingId)),
			{ ...RUNS, params: MeetingParams, body: NoBody, ...documentation.renewCode },
		)

		.delete(
			"/meetings/:meetingId/join-code",
			async ({ context, params, status }) => {
				await meetings.dropCode(context, params.meetingId);
				return status(204, undefined);
			},
			{ ...RUNS, params: MeetingParams, ...documentation.dropCode },
		)

		.get(
			"/meetings/:meetingId/calendar",
			async ({ context, params, set }) => {
				const calendar = await meetings.calendar(context, params.meetingId);
				set.headers["content-type"] = CALENDAR_TYPE;
				set.headers["content-disposition"] = `attachment; filename="${params.meetingId}.ics"`;
				return calendar;
			},
			{ requires: "meeting:read", participant: true, params: MeetingParams, ...documentation.calendar },
		);
