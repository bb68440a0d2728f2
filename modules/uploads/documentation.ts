import { operation, type Tag } from "#http/operation";
import { emptyResponse, okResponse } from "#http/resource";
import { AnnouncedUpload, type CreateUploadRequest, type Upload, uploadFields } from "./schemas.ts";

const tag: Tag = { name: "Uploads", description: "Recordings on their way here, over networks that break." };

const announced: AnnouncedUpload = {
	uploadId: "upl_01jd0z7v9gf2nbrexx3vqjhp41",
	meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	protocol: "tus-1.0.0",
	uploadUrl: "https://parley.example.edu/uploads/upl_01jd0z7v9gf2nbrexx3vqjhp41",
	expiresAt: "2030-01-02T09:30:00.000Z",
};
const request: CreateUploadRequest = {
	workspaceId: "wsp_01jd0z7v9gf2nbrexx3vqjhp41",
	filename: "lesson-3.webm",
	contentType: "video/webm",
	size: 7_340_032,
	title: "Lesson 3",
	language: "en",
};
const example: Upload = {
	id: announced.uploadId,
	meetingId: announced.meetingId,
	filename: request.filename,
	contentType: request.contentType,
	sizeBytes: request.size,
	offsetBytes: 5_242_880,
	state: "open",
	failure: null,
	recordingId: null,
	createdBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	expiresAt: announced.expiresAt,
	createdAt: "2030-01-01T09:30:00.000Z",
	updatedAt: "2030-01-01T09:31:00.000Z",
};

const TUS = {
	"Tus-Resumable": "`1.0.0`.",
	"Upload-Offset": "Bytes that are stored, durably: where the next request begins.",
	"Upload-Expires": "When the upload expires unless more arrives. Absent once it is finished.",
};
const RESUMING =
	"The protocol is [tus 1.0.0](https://tus.io/protocols/resumable-upload), core with the extensions creation-with-upload, checksum " +
	"(`sha1`, `sha256`, `md5`), expiration and termination: any tus client continues where it was interrupted, with the same token as " +
	"for every other operation. ";

/** Error codes of the operations that bring bytes. */
const SENDING = [
	"forbidden",
	"not_found",
	"purged",
	"state_conflict",
	"consent_required",
	"upload_offset_mismatch",
	"upload_locked",
	"gone",
	"precondition_failed",
	"payload_too_large",
	"unsupported_media_type",
	"content_mismatch",
	"checksum_mismatch",
	"storage_full",
] as const;

/** Documentation of the operations on uploads. */
export const documentation = {
	announce: operation({
		id: "initUpload",
		summary: "Announce an upload",
		description:
			"For a meeting that there is, or for one that is made in a workspace. Its bytes are sent to `uploadUrl`. " +
			`${RESUMING}Room is reserved now: what does not fit beside everything that was announced before gets 413 ` +
			"`payload_too_large` with the room there is in `error.meta.maxBytes`; an organization has at most 100 unfinished uploads. " +
			"An upload expires 24 hours after its last bytes, 7 days after it was announced at the latest; while its organization is " +
			"suspended it waits.",
		tag,
		request,
		responses: { 201: okResponse("Where the bytes go", AnnouncedUpload, "Upload announced", announced) },
		errors: ["forbidden", "not_found", "purged", "state_conflict", "consent_required"],
	}),

	get: operation({
		id: "getUpload",
		summary: "Get an upload",
		description:
			"What has become of it: the recording, or why it failed. HEAD of the same address is the one of the tus protocol and " +
			"answers `Upload-Offset` and `Upload-Length`; OPTIONS tells which extensions there are.",
		tag,
		responses: { 200: okResponse("The upload", uploadFields.schema, "Upload retrieved", example) },
		errors: [
			"forbidden",
			"not_found",
			"purged",
			"gone",
			"precondition_failed",
			"consent_required",
			"unsupported_media_type",
			"content_mismatch",
			"state_conflict",
			"storage_full",
			"upload_locked",
		],
	}),

	patch: operation({
		id: "continueUpload",
		summary: "Send bytes of an upload",
		description:
			`${RESUMING}With the last byte the content is recognized and compared with its announced SHA-256; the answer tells that it ` +
			"is a recording now. Content that is neither audio nor video gets 415 and the upload has failed. Of two requests at once " +
			"one gets 423 `upload_locked`; a request that has stalled makes way for the next.",
		tag,
		responses: { 204: { ...emptyResponse("Stored"), headers: TUS } },
		errors: SENDING,
	}),

	create: operation({
		id: "beginUpload",
		summary: "Begin an upload at its address",
		description:
			"For tus clients that begin with a POST to an endpoint: give them `uploadUrl` as the endpoint. `Upload-Length` is the announced " +
			"size; bytes in the body are the first. With `X-HTTP-Method-Override: PATCH` it is a PATCH.",
		tag,
		responses: {
			201: { ...emptyResponse("Begun"), headers: { ...TUS, Location: "Path of the upload." } },
			204: { ...emptyResponse("Stored, as by PATCH"), headers: TUS },
		},
		errors: SENDING,
	}),

	remove: operation({
		id: "cancelUpload",
		summary: "Cancel an upload",
		description:
			"Nothing of it is left, nor of the meeting if that was made for it and nothing else is in it. A finished upload is a " +
			"recording: delete that.",
		tag,
		responses: { 204: emptyResponse("Cancelled") },
		errors: ["forbidden", "not_found", "purged", "gone", "precondition_failed", "state_conflict"],
	}),

	/** Methods of the protocol that are described with the others. */
	hidden: { hide: true } as const,
};
