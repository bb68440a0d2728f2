import { Elysia } from "elysia";
import { preferredMediaType } from "#http/accept";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { respondWithPage } from "#http/list";
import { respondToChange } from "#http/resource";
import { filenameOf, respondWithNewText } from "#http/text-download";
import type { RequestContext } from "#kernel/request-context";
import { SeriesParams } from "#modules/meetings/series";
import { documentation } from "./documentation.ts";
import { AttendanceParams, AttendeeParams, CorrectAttendanceRequest, ListAttendanceQuery } from "./schemas.ts";
import { SeriesAttendanceQuery } from "./series-schemas.ts";
import type { SeriesAttendanceService } from "./series-service.ts";
import type { AttendanceService } from "./service.ts";

const ACCEPTED = ["application/json", "text/csv"] as const;

interface ResponseSettings {
	headers: Record<string, string | number>;
}

/** Returns the format that a request asks for: by its parameter, otherwise by `Accept`. */
function formatOf({ format }: Pick<ListAttendanceQuery, "format">, request: Request, set: ResponseSettings) {
	set.headers.vary = "Accept";
	return format ?? (preferredMediaType(request.headers.get("accept"), ACCEPTED) === "text/csv" ? "csv" : "json");
}

/** Responds with attendance to be saved. */
const respondWithCsv = (
	context: RequestContext,
	set: ResponseSettings,
	{ title, chunks }: { readonly title: string; readonly chunks: AsyncIterable<string> },
) =>
	respondWithNewText(context, set, {
		filename: filenameOf(title, "csv"),
		contentType: "text/csv; charset=utf-8",
		chunks,
	});

/** Operations on the attendance of meetings, and of series of them. */
export const attendanceRoutes = (service: AttendanceService, ofSeries: SeriesAttendanceService) =>
	new Elysia({ name: "attendance" })
		.use(api)

		.get(
			"/meetings/:meetingId/attendance",
			async ({ context, params, query, request, set }) => {
				if (formatOf(query, request, set) === "csv")
					return respondWithCsv(context, set, await service.file(context, params.meetingId));
				const page = await service.list(context, params.meetingId, query);
				return respondWithPage(context, set, "Attendance retrieved", page) as never;
			},
			{
				requires: "meeting:read",
				participant: true,
				params: AttendanceParams,
				query: ListAttendanceQuery,
				...documentation.list,
			},
		)

		.get(
			"/series/:seriesId/attendance",
			async ({ context, params, query, request, set }) => {
				if (formatOf(query, request, set) === "csv")
					return respondWithCsv(context, set, await ofSeries.file(context, params.seriesId, query));
				return ok("Attendance retrieved", await ofSeries.get(context, params.seriesId, query)) as never;
			},
			{ requires: "meeting:read", params: SeriesParams, query: SeriesAttendanceQuery, ...documentation.ofSeries },
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
