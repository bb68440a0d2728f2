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
	description: "Media type according to the client. The type is detected from the content.",
	examples: ["video/webm"],
});

/** Asserts that an upload is for a meeting or a workspace. @throws `validation_failed` */
export function assertOnePlace({ workspaceId, meetingId }: { workspaceId?: unknown; meetingId?: unknown }): void {
	if ((workspaceId === undefined) !== (meetingId === undefined)) return;
	throw invalidMember("/workspaceId", "required", "is required unless meetingId is given; send only one of them");
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
			size: Size,
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
						description: "When it was recorded, RFC 3339, not in the future; for the new meeting.",
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
	assertOnePlace,
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
		sizeBytes: Type.Integer({ minimum: 1, description: "As announced." }),
		offsetBytes: Type.Integer({
			minimum: 0,
			description: "Bytes that have arrived, at least; HEAD returns the exact number.",
		}),
		state: OneOf(
			UPLOAD_STATES,
			"state; `finishing`: all bytes have arrived and are being checked; `expired`: no bytes arrived " +
				"before `expiresAt`",
		),
		failure: Nullable(Type.String({ description: "Error code if it `failed`; null otherwise." })),
		recordingId: Nullable(Id("rec", "id of the resulting recording; null until there is one")),
		createdBy: Type.String({ description: "Id of the user or API key that created it." }),
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
	headers: ["upload-offset", "upload-length", "upload-checksum", "x-http-method-override"],
	mediaTypes: { "application/offset+octet-stream": { schema: Bytes } },
} as const;
