import { Type } from "@sinclair/typebox";
import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { emptyResponse, getResponses, notModified, okResponse } from "#http/resource";
import { type Recording, RecordingTicket, recordingFields, Waveform } from "./schemas.ts";

const tag: Tag = { name: "Recordings", description: "What was recorded of meetings." };

const example: Recording = {
	id: "rec_01jd0z7v9gf2nbrexx3vqjhp41",
	meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	filename: "lesson-3.webm",
	contentType: "video/webm",
	sizeBytes: 7_340_032,
	sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
	durationMs: 2_712_000,
	channels: 2,
	hasVideo: true,
	language: "en",
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
		description: "The part that `Range` asks for",
		schema: Type.Any(),
		headers: { ...HEADERS, "Content-Range": "Which part it is, and of how many bytes." },
		mediaTypes: media,
	},
	304: notModified,
};
const PARTS =
	"`Range` gets one part (several are answered with everything), `If-Range` only of the content the client knows, HEAD its size and " +
	"type. The content is a file to be saved to whoever opens it in a window; players play it.";

/** Documentation of the operations on recordings. */
export const documentation = {
	list: operation({
		id: "listRecordings",
		summary: "List the recordings of a meeting",
		description: "Oldest first. For everybody who may enter the meeting.",
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
		errors: ["forbidden", "not_found", "purged", "range_not_satisfiable"],
	}),

	play: operation({
		id: "playRecording",
		summary: "Play a recording by its ticket",
		description:
			`${PARTS} The ticket gives nothing by itself: each request asks whether the one who made it may still play the recording, and ` +
			"it ends with their session.",
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
			"range_not_satisfiable",
		],
	}),

	waveform: operation({
		id: "getWaveform",
		summary: "Get the waveform of a recording",
		description: "For a player to draw. 409 `state_conflict` until the recording has been processed.",
		tag,
		responses: { 200: okResponse("The waveform", Waveform, "Waveform retrieved", waveform) },
		errors: ["forbidden", "not_found", "purged", "state_conflict"],
	}),

	ticket: operation({
		id: "createRecordingTicket",
		summary: "Make an address for players",
		description:
			"Players send no `Authorization`. The address is for the caller and this recording, for 4 hours; it takes `Range` like the " +
			"content itself, and whoever has it plays the recording as the caller: do not publish it.",
		tag,
		responses: { 201: okResponse("The address", RecordingTicket, "Ticket created", ticket) },
		errors: ["forbidden", "not_found", "purged"],
	}),

	remove: operation({
		id: "deleteRecording",
		summary: "Delete a recording",
		description:
			"Its content and its waveform are gone, and work on it is cancelled; transcripts that were made of it stay.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: ["forbidden", "not_found", "purged", "state_conflict", "precondition_failed"],
	}),
};
