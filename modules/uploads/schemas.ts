import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";

/** Largest upload, in bytes: 10 GiB. */
export const MAX_UPLOAD_BYTES = 10 * 1024 ** 3;

/** States of an upload. */
const UPLOAD_STATES = ["open", "finishing", "finished", "failed", "expired", "cancelled"] as const;

const Size = Type.Integer({
	minimum: 1,
	maximum: MAX_UPLOAD_BYTES,
	description: "Bytes, 1…10 GiB.",
	examples: [7340032],
});
const ContentType = Type.String({
	minLength: 1,
	maxLength: 255,
	description: "Media type as the client sees it. What counts is what the content is.",
	examples: ["video/webm"],
});

/** An upload to be announced. */
export const CreateUploadRequest = closed(
	{
		workspaceId: Type.Optional(Id("wsp", "id of the workspace in which a meeting is made for it; this or `meetingId`")),
		meetingId: Type.Optional(Id("mtg", "id of the meeting it is a recording of; this or `workspaceId`")),
		filename: Type.String({
			minLength: 1,
			description: "Name of the file. Folders, control characters and what is beyond 200 characters are cut off.",
			examples: ["lesson-3.webm"],
		}),
		contentType: ContentType,
		size: Size,
		title: Type.Optional(
			Type.String({
				description: "Title of the meeting to be made; default: the name of the file.",
				examples: ["Lesson 3"],
			}),
		),
		startedAt: Type.Optional(
			Type.String({
				maxLength: 64,
				description: "When it was recorded, RFC 3339, not in the future; for the meeting to be made.",
			}),
		),
		language: Type.Optional(
			Type.String({
				maxLength: 35,
				description: "Language spoken, BCP 47; default: found out from the speech.",
				examples: ["en"],
			}),
		),
		sha256: Type.Optional(
			Type.String({ pattern: "^[0-9a-fA-F]{64}$", description: "SHA-256 of the content, hex: checked at its end." }),
		),
	},
	{ $id: "InitUploadRequestBody" },
);
export type CreateUploadRequest = typeof CreateUploadRequest.static;

/** An announced upload, and where its bytes go. */
export const AnnouncedUpload = closed(
	{
		uploadId: Id("upl", "id of the upload"),
		meetingId: Id("mtg", "id of the meeting it is a recording of"),
		protocol: Type.Literal("tus-1.0.0", {
			description: "How the bytes are sent: https://tus.io/protocols/resumable-upload",
		}),
		uploadUrl: Type.String({
			format: "uri",
			description: "Address for any tus client: its `uploadUrl`, or its endpoint.",
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
		meetingId: Id("mtg", "id of the meeting it is a recording of"),
		filename: Type.String(),
		contentType: ContentType,
		sizeBytes: Type.Integer({ minimum: 1, description: "As announced." }),
		offsetBytes: Type.Integer({ minimum: 0, description: "Bytes that have arrived, at least; HEAD tells it exactly." }),
		state: OneOf(
			UPLOAD_STATES,
			"state; `finishing`: all bytes are here and are being checked; `expired`: nothing came until `expiresAt`",
		),
		failure: Nullable(Type.String({ description: "Error code of a `failed` one; null otherwise." })),
		recordingId: Nullable(Id("rec", "id of the recording it has become; null before")),
		createdBy: Type.String({ description: "Whoever announced it: the id of a user or of an API key." }),
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
const Bytes = Type.String({ format: "binary", description: "The bytes that follow those that have arrived." });

/** What continues an upload. */
export const UPLOADED_BYTES = {
	maxBytes: null,
	mediaTypes: { "application/offset+octet-stream": { schema: Bytes } },
} as const;
