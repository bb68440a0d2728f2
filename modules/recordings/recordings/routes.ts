import { Elysia } from "elysia";
import { api } from "#http/api";
import { respondWithDownload } from "#http/download";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToGet } from "#http/resource";
import { NoBody } from "#http/schemas";
import { documentation } from "./documentation.ts";
import { ListRecordingsQuery, MeetingParams, RecordingParams, TicketParams } from "./schemas.ts";
import type { RecordingContent, RecordingsService } from "./service.ts";

const toDownload = ({ recording, content }: RecordingContent) => ({
	sizeBytes: content.sizeBytes,
	contentType: recording.contentType,
	etag: `"${content.sha256}"`,
	filename: recording.filename,
	stream: content.stream,
});

/** Access of everybody who is in the meeting: its guests, too. */
const READING = { requires: "meeting:read", participant: true } as const;

const PLAYED = "players send no token; the ticket in the path identifies the caller, whose rights are checked";

export const recordingsRoutes = (service: RecordingsService) =>
	new Elysia({ name: "recordings" })
		.use(api)

		.get(
			"/meetings/:meetingId/recordings",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Recordings retrieved", await service.list(context, params.meetingId, query)),
			{ ...READING, params: MeetingParams, query: ListRecordingsQuery, ...documentation.list },
		)

		.get(
			"/meetings/:meetingId/recordings/:recordingId",
			async ({ context, params, query, set }) =>
				respondToGet(
					context,
					set,
					"Recording retrieved",
					await service.get(context, params.meetingId, params.recordingId, query.fields),
				),
			{ ...READING, params: RecordingParams, query: FieldsQuery, ...documentation.get },
		)

		.get(
			"/meetings/:meetingId/recordings/:recordingId/content",
			async ({ context, params, set }) => {
				const found = await service.content(context, params.meetingId, params.recordingId);
				return respondWithDownload(context, set, toDownload(found));
			},
			{ ...READING, params: RecordingParams, ...documentation.content },
		)

		.get(
			"/meetings/:meetingId/recordings/:recordingId/waveform",
			async ({ context, params }) =>
				ok("Waveform retrieved", await service.waveform(context, params.meetingId, params.recordingId)),
			{ ...READING, params: RecordingParams, ...documentation.waveform },
		)

		.post(
			"/meetings/:meetingId/recordings/:recordingId/tickets",
			async ({ context, params, status }) =>
				status(201, ok("Ticket created", await service.ticket(context, params.meetingId, params.recordingId))),
			{ ...READING, params: RecordingParams, body: NoBody, ...documentation.ticket },
		)

		.delete(
			"/meetings/:meetingId/recordings/:recordingId",
			async ({ context, params, status }) => {
				await service.remove(context, params.meetingId, params.recordingId);
				return status(204, undefined);
			},
			{ requires: "meeting:write", params: RecordingParams, ...documentation.remove },
		)

		.get(
			"/recordings/:ticket",
			async ({ context, params, set }) =>
				respondWithDownload(context, set, toDownload(await service.contentByTicket(context, params.ticket))),
			{ open: PLAYED, params: TicketParams, ...documentation.play },
		);
