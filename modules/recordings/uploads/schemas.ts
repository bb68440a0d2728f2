import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { invalidMember } from "#kernel/field-errors";
import { parseInstant } from "#kernel/instant";
import { parseLanguage } from "#kernel/locale";
import { parseName } from "#kernel/text";

/** Largest upload, in bytes: 10 GiB. */
export const MAX_UPLOAD_BYTES = 10 * 1024 ** 3;
/** Largest track of a participant, in bytes: 1 GiB, three days of compressed speech or hours of plain sound. */
export const MAX_TRACK_BYTES = 1024 ** 3;

const UPLOAD_STATES = ["open", "finishing", "finished", "failed", "expired", "cancelled"] as const;

const Size = Type.Integer({
	minimum: 1,
	maximum: MAX_UPLOAD_BYTES,
	description: "Bytes, 1…10 GiB; of a track 1 GiB. Absent: deferred, see `Upload-Defer-Length` of the protocol.",
	examples: [7340032],
});
const CaptureId = Type.String({
	pattern: "^[A-Za-z0-9_-]{1,64}$",
	description:
		"Joins the tracks of one recording, within its meeting: the same id in another meeting is another recording. " +
		"Chosen by the client.",
	examples: ["capture-1"],
});
const TrackId = Type.String({
	pattern: "^[A-Za-z0-9_-]{1,64}$",
	description:
		"Identifies a track of the participant, chosen by the client that recorded it: announcing the same track again " +
		"returns the upload it has, finished or not, unless that came to nothing. Requires `participantId`.",
	examples: ["track-1"],
});
const ContentType = Type.String({
	minLength: 1,
	maxLength: 255,
	description: "Media type according to the client. The type is detected from the content.",
	examples: ["video/webm"],
});

/** Asserts that an upload is for a meeting or a workspace. @throws `validation_failed` */
export function assertOnePlace({ workspaceId, meetingId }: { workspaceId?: unknown; meetingId?: unknown }): void {
	if ((workspaceId === undefined) !== (meetingId === undefined)) return;
	throw invalidMember("/workspaceId", "required", "is required unless meetingId is given; send only one of them");
}

/** Asserts that an upload of a track has what it takes. @throws `validation_failed` */
export function assertTrack(request: Readonly<Partial<Record<string, unknown>>>): void {
	const { meetingId, participantId, captureId, trackId, startedAt } = request;
	if (participantId !== undefined && meetingId === undefined)
		throw invalidMember("/meetingId", "required", "is required with participantId");
	if (trackId !== undefined && participantId === undefined)
		throw invalidMember("/participantId", "required", "is required with trackId");
	if (captureId === undefined) return;
	if (participantId === undefined) throw invalidMember("/participantId", "required", "is required with captureId");
	if (startedAt === undefined) throw invalidMember("/startedAt", "required", "is required with captureId");
}

/** An upload to be announced. */
export const CreateUploadRequest = checked(
	closed(
		{
			workspaceId: Type.Optional(
				Id("wsp", "id of the workspace in which to create a meeting; either this or `meetingId`"),
			),
			meetingId: Type.Optional(Id("mtg", "id of the meeting that was recorded; either this or `workspaceId`")),
			filename: Type.String({
				minLength: 1,
				description: "Name of the file. Folders, control characters and anything beyond 200 characters are removed.",
				examples: ["lesson-3.webm"],
			}),
			contentType: ContentType,
			size: Type.Optional(Size),
			participantId: Type.Optional(
				Id(
					"par",
					"participant whose own track it is, with `meetingId`: the caller's; or, if the caller runs the meeting, that of a " +
						"participant who agreed to being recorded",
				),
			),
			captureId: Type.Optional(CaptureId),
			trackId: Type.Optional(TrackId),
			title: Type.Optional(
				checked(
					Type.String({
						description: "Title of the new meeting; default: the name of the file.",
						examples: ["Lesson 3"],
					}),
					parseName,
				),
			),
			startedAt: Type.Optional(
				checked(
					Type.String({
						maxLength: 64,
						description:
							"When the recording began, RFC 3339 with milliseconds, by the server's clock (10 s of tolerance), not in the " +
							"future; also the start of a new meeting. Required with `captureId`.",
					}),
					parseInstant,
				),
			),
			language: Type.Optional(
				checked(
					Type.String({
						maxLength: 35,
						description: "Spoken language, BCP 47; default: detected.",
						examples: ["en"],
					}),
					parseLanguage,
				),
			),
			sha256: Type.Optional(
				Type.String({
					pattern: "^[0-9a-fA-F]{64}$",
					description: "SHA-256 of the content, hex; checked after the last byte.",
				}),
			),
		},
		{ $id: "InitUploadRequestBody" },
	),
	(request, _path, errors) => {
		errors.check(() => assertOnePlace(request));
		errors.check(() => assertTrack(request));
	},
);
export type CreateUploadRequest = typeof CreateUploadRequest.static;

/** An announced upload, and where its bytes go. */
export const AnnouncedUpload = closed(
	{
		uploadId: Id("upl", "id of the upload"),
		meetingId: Id("mtg", "id of the meeting that was recorded"),
		protocol: Type.Literal("tus-1.0.0", {
			description: "How the bytes are sent: https://tus.io/protocols/resumable-upload",
		}),
		uploadUrl: Type.String({
			format: "uri",
			description: "Address for any tus client, as its `uploadUrl` or its endpoint.",
		}),
		expiresAt: Timestamp,
	},
	{ $id: "AnnouncedUpload" },
);
export type AnnouncedUpload = typeof AnnouncedUpload.static;

/** An upload. */
export const Upload = closed(
	{
		id: Id("upl", "id of the upload"),
		meetingId: Id("mtg", "id of the meeting that was recorded"),
		filename: Type.String(),
		contentType: ContentType,
		sizeBytes: Nullable(Type.Integer({ minimum: 0, description: "As announced; null while deferred." })),
		offsetBytes: Type.Integer({
			minimum: 0,
			description: "Bytes that have arrived, at least; HEAD returns the exact number.",
		}),
		state: OneOf(
			UPLOAD_STATES,
			"state; `finishing`: all bytes have arrived and are being checked, or wait as `waitingFor` says; `expired`: " +
				"no bytes arrived before `expiresAt`",
		),
		waitingFor: Type.Optional(
			OneOf(
				["consent"],
				"absent unless an upload that is `finishing` waits; `consent`: participants have not decided about being recorded",
			),
		),
		failure: Nullable(Type.String({ description: "Error code if it `failed`; null otherwise." })),
		recordingId: Nullable(Id("rec", "id of the resulting recording; null until there is one")),
		participantId: Nullable(Id("par", "participant whose own track it is; null if it is none")),
		captureId: Nullable(CaptureId),
		startedAt: Nullable(Timestamp),
		createdBy: Type.String({ description: "Id of the user, guest or API key that created it." }),
		expiresAt: Timestamp,
		createdAt: Timestamp,
		updatedAt: Timestamp,
	},
	{ $id: "Upload" },
);
export type Upload = typeof Upload.static;

/** An upload as `fields` may select it. */
export const uploadFields = selectable(Upload);

/** Path parameters that identify an upload. */
export const UploadParams = closed({ uploadId: Id("upl", "id of the upload") });

/** Bytes of an upload. */
const Bytes = Type.String({ format: "binary", description: "The bytes that follow those already stored." });

/** What continues an upload. */
export const UPLOADED_BYTES = {
	maxBytes: null,
	headers: ["upload-offset", "upload-length", "upload-defer-length", "upload-checksum", "x-http-method-override"],
	mediaTypes: { "application/offset+octet-stream": { schema: Bytes } },
} as const;
