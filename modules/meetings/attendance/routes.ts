import { Elysia } from "elysia";
import { preferredMediaType } from "#http/accept";
import { api } from "#http/api";
import { respondWithPage } from "#http/list";
import { respondToChange } from "#http/resource";
import { filenameOf, respondWithNewText } from "#http/text-download";
import { documentation } from "./documentation.ts";
import { AttendanceParams, AttendeeParams, CorrectAttendanceRequest, ListAttendanceQuery } from "./schemas.ts";
import type { AttendanceService } from "./service.ts";

const ACCEPTED = ["application/json", "text/csv"] as const;

/** Operations on the attendance of meetings. */
export const attendanceRoutes = (service: AttendanceService) =>
	new Elysia({ name: "attendance" })
		.use(api)

		.get(
			"/meetings/:meetingId/attendance",
			async ({ context, params, query, request, set }) => {
				set.headers.vary = "Accept";
				const accepted = preferredMediaType(request.headers.get("accept"), ACCEPTED);
				const format = query.format ?? (accepted === "text/csv" ? "csv" : "json");
				if (format === "json") {
					const page = await service.list(context, params.meetingId, query);
					return respondWithPage(context, set, "Attendance retrieved", page) as never;
				}
				const { title, chunks } = await service.file(context, params.meetingId);
				const filename = filenameOf(title, "csv");
				return respondWithNewText(context, set, { filename, contentType: "text/csv; charset=utf-8", chunks });
			},
			{
				requires: "meeting:read",
				participant: true,
				params: AttendanceParams,
				query: ListAttendanceQuery,
				...documentation.list,
			},
		)

		.patch(
			"/meetings/:meetingId/attendance/:participantId",
			async ({ context, params: { meetingId, participantId }, body, set }) =>
				respondToChange(set, "Attendance corrected", await service.correct(context, meetingId, participantId, body)),
			{
				requires: "meeting:write",
				hosts: true,
				params: AttendeeParams,
				body: CorrectAttendanceRequest,
				...documentation.correct,
			},
		);
