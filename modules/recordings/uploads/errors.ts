import { AppError } from "#kernel/errors";
import { invalidParameter } from "#kernel/field-errors";
import { type Message, text } from "#kernel/texts";

const UPLOAD_OVER = {
	failed: "The upload failed. Create another one.",
	expired: "The upload has expired. Create another one.",
	cancelled: "The upload was cancelled. Create another one.",
} as const;

/** Returns the error for an unknown upload; the same for one of another organization. */
export const uploadNotFound = () => new AppError("not_found", "There is no such upload.");

/** Returns the error for an upload that is over. @param state why */
export const uploadOver = (state: "failed" | "expired" | "cancelled", failure: string | null) =>
	new AppError("gone", UPLOAD_OVER[state], {
		meta: { state, ...(failure !== null && { failure }) },
	});

/** Returns the error for bytes that begin elsewhere than where the upload goes on. */
export const offsetMismatch = (offset: number) =>
	new AppError("upload_offset_mismatch", text("The upload continues at byte {offset}.", { offset }), {
		meta: { offset },
	});

/** Returns the error for more bytes than were announced. */
export const beyondSize = (maxBytes: number) =>
	new AppError("payload_too_large", "The upload would be larger than announced.", { meta: { maxBytes } });

/** Returns the error for an upload of deferred length that has become too large. */
export const tooLarge = (maxBytes: number) =>
	new AppError("payload_too_large", "The upload is larger than allowed.", { meta: { maxBytes } });

/** Returns the error for a request to an upload that another one is writing to. */
export const uploadLocked = () =>
	new AppError("upload_locked", "Another request is writing to this upload.", { retryAfterSeconds: 2 });

/** Whether an error says that another request is writing to the upload. */
export const isUploadLocked = (error: unknown): boolean => error instanceof AppError && error.code === "upload_locked";

/** Returns the error for an announced size for which there is no room. @param leftBytes room there is */
export const noRoom = (leftBytes: number) =>
	new AppError("payload_too_large", "There is currently not enough space for an upload of this size.", {
		meta: { maxBytes: Math.max(0, leftBytes), reason: "storage" },
	});

/** Returns the error for an upload beyond the share of space that an organization may reserve. */
export const noShare = () =>
	new AppError(
		"state_conflict",
		"The unfinished uploads of the organization reserve its share of the space: finish or cancel some first.",
		{ meta: { state: "too_many_uploads", reason: "storage" } },
	);

/** Returns the error for an upload whose next bytes must wait for uploads that were announced before it. */
export const noRoomNow = () =>
	new AppError(
		"storage_full",
		"There is currently not enough space to continue; what has arrived is kept. Retry once other uploads have finished.",
		{ retryAfterSeconds: 60 },
	);

/** Returns the error for too many unfinished uploads of one organization. */
export const tooManyUploads = (limit: number) =>
	new AppError(
		"state_conflict",
		text("The organization already has {limit} unfinished uploads: finish or cancel some first.", { limit }),
		{
			meta: { state: "too_many_uploads", limit },
		},
	);

/** Returns the error for too many unfinished uploads of one participant's track. */
export const tooManyTracks = (limit: number) =>
	new AppError(
		"state_conflict",
		text("The participant already has {limit} unfinished uploads: finish some first.", { limit }),
		{ meta: { state: "too_many_uploads", limit } },
	);

/** Returns the error for the track of another participant. */
export const notOwnTrack = () =>
	new AppError("forbidden", "Participants upload only their own track.", { meta: { reason: "not_own_track" } });

/** Returns the error for a track that comes too long after its participant has left. */
export const tooLateForTrack = (days: number) =>
	new AppError("state_conflict", text("Tracks are accepted until {days} days after the participant left.", { days }), {
		meta: { state: "left", days },
	});

/** Returns the error for a track of a meeting that is never recorded. */
export const notRecorded = () =>
	new AppError("state_conflict", "The meeting is not recorded.", { meta: { state: "recording_off" } });

/** Returns the error for content that is neither audio nor video. */
export const notMedia = () =>
	new AppError("unsupported_media_type", "The content is not audio or video in a supported format.");

/** Returns the error for content with another hash than was announced. */
export const contentMismatch = () =>
	new AppError("content_mismatch", "The SHA-256 of the content differs from the announced one.");

/** Returns the error for a request whose bytes were damaged on the way. */
export const checksumMismatch = () => new AppError("checksum_mismatch", "The bytes do not match Upload-Checksum.");

/** Returns the error for a header of the protocol that cannot be read. */
export const badHeader = (name: string, message: Message) => invalidParameter(`/${name}`, "invalid", message);

/** Returns the error for a client that speaks another version of the protocol. */
export const otherVersion = () =>
	new AppError("precondition_failed", "Send Tus-Resumable: 1.0.0.", { meta: { tusVersion: "1.0.0" } });

/** Returns the error for somebody who sees a workspace but makes no meetings there. */
export const mayNotUpload = () =>
	new AppError("forbidden", "Only hosts and managers of the workspace can upload recordings.");
