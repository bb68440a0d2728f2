import { Elysia } from "elysia";
import { preferredMediaType } from "#http/accept";
import { api } from "#http/api";
import { decodeText, readContent, takenMediaType } from "#http/content";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToGet } from "#http/resource";
import { filenameOf, respondWithText } from "#http/text-download";
import type { Versioned } from "#kernel/etag";
import { documentation, IMPORTED } from "./documentation.ts";
import type { EditingService } from "./edits.ts";
import type { ExportService, TranscriptFile } from "./export.ts";
import type { ImportService } from "./import.ts";
import {
	ImportQuery,
	ListSegmentsQuery,
	MeetingParams,
	OneQuery,
	PlainListQuery,
	SegmentParams,
	SpeakerParams,
	TranscriptParams,
	TranscriptQuery,
	UpdateSegmentRequest,
	UpdateSpeakerRequest,
} from "./schemas.ts";
import type { TranscriptsService } from "./service.ts";
import { CONTENT_TYPES, type Format } from "./values.ts";

/** Services of {@link transcriptsRoutes}. */
export interface TranscriptsServices {
	readonly reading: TranscriptsService;
	readonly editing: EditingService;
	readonly exports: ExportService;
	readonly imports: ImportService;
}

/** Formats by the media types that ask for them; JSON is the resource unless the query asks for the file. */
const FORMAT_BY_TYPE = {
	"application/json": undefined,
	"text/vtt": "vtt",
	"application/x-subrip": "srt",
	"text/plain": "txt",
} as const satisfies Readonly<Record<string, Format | undefined>>;
const ACCEPTED = ["application/json", "text/vtt", "application/x-subrip", "text/plain"] as const;

/** Converts a transcript to the file that is saved. */
const toDownload = (format: Format, { data: { title, chunks }, ...tags }: Versioned<TranscriptFile>) => ({
	data: { filename: filenameOf(title, format), contentType: CONTENT_TYPES[format], chunks },
	...tags,
});

/** People with the role `guest` read what is said in the meetings they take part in. */
const read = { requires: "transcript:read", participant: true } as const;
const write = { requires: "transcript:write" } as const;

export const transcriptsRoutes = ({ reading, editing, exports, imports }: TranscriptsServices) =>
	new Elysia({ name: "transcripts" })
		.use(api)

		.get(
			"/meetings/:meetingId/transcripts",
			async ({ context, params, query, set }) =>
				respondWithPage(
					context,
					set,
					"Transcripts retrieved",
					await reading.listOfMeeting(context, params.meetingId, query),
				),
			{ ...read, params: MeetingParams, query: PlainListQuery, ...documentation.listOfMeeting },
		)

		.put(
			"/meetings/:meetingId/transcripts",
			async ({ context, params, query, request, set, status }) => {
				const file = {
					language: query.language,
					consentStatement: query.consentStatement,
					read: async () => ({
						mediaType: takenMediaType(request, IMPORTED),
						text: decodeText(request, await readContent(request, IMPORTED)),
					}),
				};
				const imported = await imports.import(context, params.meetingId, file);
				return status(201, respondToChange(set, "Transcript imported", imported));
			},
			{ ...write, params: MeetingParams, query: ImportQuery, takes: IMPORTED, ...documentation.import },
		)

		.get(
			"/transcripts/:transcriptId",
			async ({ context, params, query, request, set }) => {
				set.headers.vary = "Accept";
				const accepted = FORMAT_BY_TYPE[preferredMediaType(request.headers.get("accept"), ACCEPTED)];
				const format = query.format ?? accepted;
				const { transcriptId } = params;
				if (format !== undefined)
					return respondWithText(
						context,
						set,
						toDownload(format, await exports.export(context, transcriptId, { format, lang: query.lang })),
					);
				const found = await reading.get(context, transcriptId, query.fields);
				return respondToGet(context, set, "Transcript retrieved", found) as never;
			},
			{ ...read, params: TranscriptParams, query: TranscriptQuery, ...documentation.get },
		)

		.delete(
			"/transcripts/:transcriptId",
			async ({ context, params, status }) => {
				await editing.remove(context, params.transcriptId);
				return status(204, undefined);
			},
			{ ...write, params: TranscriptParams, ...documentation.remove },
		)

		.get(
			"/transcripts/:transcriptId/segments",
			async ({ context, params, query, set }) =>
				respondWithPage(
					context,
					set,
					"Segments retrieved",
					await reading.listSegments(context, params.transcriptId, query),
				),
			{ ...read, params: TranscriptParams, query: ListSegmentsQuery, ...documentation.listSegments },
		)

		.get(
			"/transcripts/:transcriptId/segments/:segmentId",
			async ({ context, params, query, set }) => {
				const found = await reading.getSegment(context, params.transcriptId, params.segmentId, query.fields);
				return respondToGet(context, set, "Segment retrieved", found);
			},
			{ ...read, params: SegmentParams, query: OneQuery, ...documentation.getSegment },
		)

		.patch(
			"/transcripts/:transcriptId/segments/:segmentId",
			async ({ context, params, body, set }) => {
				const { transcriptId, segmentId } = params;
				return respondToChange(
					set,
					"Segment updated",
					await editing.updateSegment(context, transcriptId, segmentId, body),
				);
			},
			{ ...write, params: SegmentParams, body: UpdateSegmentRequest, ...documentation.updateSegment },
		)

		.get(
			"/transcripts/:transcriptId/segments/:segmentId/revisions",
			async ({ context, params, query, set }) => {
				const page = await reading.listRevisions(context, params.transcriptId, params.segmentId, query);
				return respondWithPage(context, set, "Revisions retrieved", page);
			},
			{ ...read, params: SegmentParams, query: PlainListQuery, ...documentation.listRevisions },
		)

		.get(
			"/transcripts/:transcriptId/speakers",
			async ({ context, params, query, set }) =>
				respondWithPage(
					context,
					set,
					"Speakers retrieved",
					await reading.listSpeakers(context, params.transcriptId, query),
				),
			{ ...read, params: TranscriptParams, query: PlainListQuery, ...documentation.listSpeakers },
		)

		.get(
			"/transcripts/:transcriptId/speakers/:speakerId",
			async ({ context, params, query, set }) => {
				const found = await reading.getSpeaker(context, params.transcriptId, params.speakerId, query.fields);
				return respondToGet(context, set, "Speaker retrieved", found);
			},
			{ ...read, params: SpeakerParams, query: OneQuery, ...documentation.getSpeaker },
		)

		.patch(
			"/transcripts/:transcriptId/speakers/:speakerId",
			async ({ context, params, body, set }) => {
				const { transcriptId, speakerId } = params;
				return respondToChange(
					set,
					"Speaker updated",
					await editing.updateSpeaker(context, transcriptId, speakerId, body),
				);
			},
			{ ...write, params: SpeakerParams, body: UpdateSpeakerRequest, ...documentation.updateSpeaker },
		);
