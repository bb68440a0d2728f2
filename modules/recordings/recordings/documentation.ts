import { Type } from "@sinclair/typebox";
import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { emptyResponse, getResponses, notModified, okResponse } from "#http/resource";
import { type Recording, RecordingTicket, recordingFields, Waveform } from "./schemas.ts";

const tag: Tag = { name: "Recordings", description: "Recordings of meetings: list, download, play and delete them." };

const example: Recording = {
	id: "rec_01jd0z7v9gf2nbrexx3vqjhp41",
	kind: "file",
	meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	filename: "lesson-3.webm",
	contentType: "video/webm",
	sizeBytes: 7_340_032,
	sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
	durationMs: 2_712_000,
	channels: 2,
	hasVideo: true,
	language: "en",
	participantId: null,
	captureId: null,
	startedAt: "2030-01-01T08:45:00.000Z",
	state: "ready",
	failure: null,
	createdBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	createdAt: "2030-01-01T09:30:00.000Z",
	updatedAt: "2030-01-01T09:31:00.000Z",
};
const ticket: RecordingTicket = {
	url: "https://parley.example.edu/recordings/v1.0a1b2c3d.Zm9v",
	expiresAt: "2030-01-01T13:30:00.000Z",
};
const waveform: Waveform = { durationMs: example.durationMs, peaks: [0, 12, 85, 127, 40] };

const HEADERS = {
	ETag: "The hash of the content, for If-None-Match and If-Range.",
	"Accept-Ranges": "`bytes`.",
	"Content-Disposition": "The name of the file.",
};
const bytes = Type.String({ format: "binary" });
const media = { "audio/*": { schema: bytes }, "video/*": { schema: bytes } };
const parts = {
	200: { description: "The content", schema: Type.Any(), headers: HEADERS, mediaTypes: media },
	206: {
		description: "The part requested with `Range`",
		schema: Type.Any(),
		headers: { ...HEADERS, "Content-Range": "The position of the part, and the size of the content." },
		mediaTypes: media,
	},
	304: notModified,
};
const PARTS =
	"`Range` requests a part (a request for several ranges returns everything), `If-Range` makes that depend on " +
	"the `ETag`, and HEAD returns size and type. Browsers save the content as a file when it is opened in a " +
	"window; players play it.";

/** Documentation of the operations on recordings. */
export const documentation = {
	list: operation({
		id: "listRecordings",
		summary: "List the recordings of a meeting",
		description: "Lists the oldest first. Allowed to everyone who may enter the meeting.",
		tag,
		responses: { 200: pageResponse("A page of recordings", recordingFields.schema, "Recordings retrieved", example) },
		errors: ["forbidden", "not_found", "purged"],
	}),

	get: operation({
		id: "getRecording",
		summary: "Get a recording",
		tag,
		responses: getResponses("The recording", recordingFields.schema, "Recording retrieved", example),
		errors: ["forbidden", "not_found", "purged"],
	}),

	content: operation({
		id: "downloadRecording",
		summary: "Download a recording",
		description: PARTS,
		tag,
		responses: parts,
		errors: ["forbidden", "not_found", "purged", "gone", "range_not_satisfiable"],
	}),

	play: operation({
		id: "playRecording",
		summary: "Play a recording with a ticket",
		description:
			`${PARTS} The ticket grants no rights of its own: each request checks whether its creator may still play the ` +
			"recording, and the ticket ends with their session.",
		tag,
		responses: parts,
		errors: [
			"unauthenticated",
			"token_expired",
			"token_revoked",
			"session_revoked",
			"insufficient_scope",
			"organization_suspended",
			"forbidden",
			"not_found",
			"purged",
			"gone",
			"range_not_satisfiable",
		],
	}),

	waveform: operation({
		id: "getWaveform",
		summary: "Get the waveform of a recording",
		description:
			"Returns amplitudes for a player to draw, or 409 `state_conflict` until the recording has been processed.",
		tag,
		responses: { 200: okResponse("The waveform", Waveform, "Waveform retrieved", waveform) },
		errors: ["forbidden", "not_found", "purged", "gone", "state_conflict"],
	}),

	ticket: operation({
		id: "createRecordingTicket",
		summary: "Create a playback address for a recording",
		description:
			"For players, which send no `Authorization`. The address is valid for 4 hours, for the caller and " +
			"this recording, and accepts `Range` like the content itself. Anyone who has it can play the " +
			"recording as the caller: do not publish it.",
		tag,
		responses: { 201: okResponse("The address", RecordingTicket, "Ticket created", ticket) },
		errors: ["forbidden", "not_found", "purged"],
	}),

	remove: operation({
		id: "deleteRecording",
		summary: "Delete a recording",
		description:
			"Deletes its content and waveform and cancels its jobs. Transcripts made from it are kept; a mix that contains it is deleted with it and made again without it.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: ["forbidden", "not_found", "purged", "state_conflict", "legal_hold_active", "precondition_failed"],
	}),
};
