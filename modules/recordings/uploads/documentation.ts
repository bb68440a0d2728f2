import { operation, type Tag } from "#http/operation";
import { emptyResponse, okResponse } from "#http/resource";
import { AnnouncedUpload, type CreateUploadRequest, type Upload, uploadFields } from "./schemas.ts";

const tag: Tag = { name: "Uploads", description: "Resumable uploads of recordings." };

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
	sizeBytes: request.size ?? null,
	offsetBytes: 5_242_880,
	state: "open",
	failure: null,
	recordingId: null,
	participantId: null,
	captureId: null,
	startedAt: null,
	createdBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	expiresAt: announced.expiresAt,
	createdAt: "2030-01-01T09:30:00.000Z",
	updatedAt: "2030-01-01T09:31:00.000Z",
};

const TUS = {
	"Tus-Resumable": "`1.0.0`.",
	"Upload-Offset": "Number of bytes durably stored: the offset of the next request.",
	"Upload-Expires": "When the upload expires unless more bytes arrive. Absent once it is finished.",
};
const RESUMING =
	"The protocol is [tus 1.0.0](https://tus.io/protocols/resumable-upload), with the extensions " +
	"creation-with-upload, creation-defer-length, checksum (`sha1`, `sha256`, `md5`), expiration and termination: any " +
	"tus client can resume an interrupted upload, using the same token as for every other operation. ";
const TRACKS =
	"A track is the sound of one participant (`participantId`), recorded at its source. Participants, guests included, " +
	"upload only their own, while they are in the room and until 7 days after they left it (guests: as long as their " +
	"token is valid); callers who run the meeting upload, as fallback, tracks of participants who agreed to being " +
	"recorded. The consent that the meeting needs of others is asked for when the track began; its participant's at any " +
	"time. Everything else requires the right to run the meeting or to host in the workspace, and the scope. ";
const AWAITED =
	"A file, which is no track, may contain anyone: where the meeting requires consent, and participants who are or were in the " +
	"room have not decided about being recorded, an upload whose bytes have all arrived stays `finishing`, with `waitingFor`. " +
	"It becomes a recording once all of them consent, also after they left (members: also after the meeting ended), or " +
	"the meeting requires less; it fails with `consent_required` once one of them denies, or when it expires. Participants " +
	"who were never let in do not count. ";
const DEFERRED =
	"Without `size` the length is deferred: bytes are sent while they are recorded, and a later PATCH has " +
	"`Upload-Length`. Such an upload is granted 4 MiB at a time, so `quota_exceeded`, `storage_full` and " +
	"`payload_too_large` may come with any bytes; what has arrived is kept. ";

/** Error codes of the operations that bring bytes. */
const SENDING = [
	"forbidden",
	"not_found",
	"purged",
	"state_conflict",
	"consent_required",
	"meeting_held",
	"not_retained",
	"upload_offset_mismatch",
	"upload_locked",
	"gone",
	"precondition_failed",
	"payload_too_large",
	"unsupported_media_type",
	"content_mismatch",
	"checksum_mismatch",
	"storage_full",
	"quota_exceeded",
] as const;

/** Documentation of the operations on uploads. */
export const documentation = {
	announce: operation({
		id: "initUpload",
		summary: "Create an upload",
		description:
			"Creates an upload for an existing meeting, or for a new one in a workspace. Send the bytes to " +
			"`uploadUrl`. " +
			`${TRACKS}${RESUMING}${DEFERRED}An upload larger than the unreserved space gets 413 \`payload_too_large\` ` +
			"with the available space in `error.meta.maxBytes`. Up to 16 MiB are reserved at first, later as much again as has " +
			"arrived. An organization can have at most 100 unfinished uploads, besides 10 of each participant, which may reserve half of the space not " +
			"reserved by others (409 `state_conflict`). An upload without any bytes expires after an hour; any other 24 hours " +
			"after its last bytes, and 7 days after its creation at the latest, whether its length is known or not. It is paused while its organization is suspended.",
		tag,
		request,
		responses: {
			201: okResponse("The upload, with the URL to send the bytes to", AnnouncedUpload, "Upload created", announced),
		},
		errors: [
			"quota_exceeded",
			"entitlement_required",
			"forbidden",
			"not_found",
			"purged",
			"state_conflict",
			"consent_required",
			"meeting_held",
			"not_retained",
		],
	}),

	get: operation({
		id: "getUpload",
		summary: "Get an upload",
		description:
			"Returns the state of the upload, its recording once it is finished, what it waits for, or why it failed. HEAD returns " +
			"`Upload-Offset` and `Upload-Length` or `Upload-Defer-Length` as defined by the tus protocol; OPTIONS returns " +
			"the supported extensions.",
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
			`${RESUMING}${DEFERRED}Tracks are sent by their own participant only; if they deny consent to recording, no more of ` +
			"them is accepted. After the last byte, the content type is detected and the content compared with its announced " +
			`SHA-256; the upload is then a recording. ${AWAITED}` +
			"Content that is neither audio nor video gets 415 and the upload fails. If two requests write at the same time, " +
			"one gets 423 `upload_locked`; a stalled request gives way to the next.",
		tag,
		headers: ["TusResumable", "UploadOffset", "UploadLength"],
		responses: { 204: { ...emptyResponse("Stored"), headers: TUS } },
		errors: SENDING,
	}),

	create: operation({
		id: "beginUpload",
		summary: "Start an upload at its address",
		description:
			"For tus clients that start with a POST to an endpoint: use `uploadUrl` as the endpoint. " +
			"`Upload-Length` must be the announced size, if there is one; the body may contain the first bytes. " +
			"`X-HTTP-Method-Override: PATCH` makes the request a PATCH.",
		tag,
		headers: ["TusResumable", "UploadLength"],
		responses: {
			201: { ...emptyResponse("Upload started"), headers: { ...TUS, Location: "Path of the upload." } },
			204: { ...emptyResponse("Stored, as by PATCH"), headers: TUS },
		},
		errors: SENDING,
	}),

	remove: operation({
		id: "cancelUpload",
		summary: "Cancel an upload",
		description:
			"Deletes the upload, and the meeting created for it if it contains nothing else. A finished upload " +
			"has become a recording: delete that instead.",
		tag,
		headers: ["TusResumable"],
		responses: { 204: emptyResponse("Cancelled") },
		errors: ["forbidden", "not_found", "purged", "gone", "precondition_failed", "state_conflict"],
	}),

	/** Methods of the protocol that are described with the others. */
	hidden: { hide: true } as const,
};
