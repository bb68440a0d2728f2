import { Type } from "@sinclair/typebox";
import { operation, type Tag } from "#http/operation";
import { PlainTranscription, VerboseTranscription } from "./schemas.ts";

const tag: Tag = {
	name: "Audio",
	description: "Transcription of single files for clients of OpenAI's API; nothing is stored.",
};

const text = { schema: Type.String() };
const heard = {
	description: "The transcript, in the requested `response_format`",
	schema: Type.Any(),
	headers: { "X-Engine": "The engine and its model, such as `whisper-server/whisper-tiny`." },
	mediaTypes: {
		"application/json": { schema: Type.Union([PlainTranscription, VerboseTranscription]) },
		"text/plain": text,
		"text/vtt": text,
		"application/x-subrip": text,
	},
};
const errors = [
	"invalid_request",
	"validation_failed",
	"forbidden",
	"media_unreadable",
	"media_has_no_audio",
	"media_too_long",
	"provider_not_configured",
	"unavailable",
	"not_found",
	"purged",
	"state_conflict",
] as const;

const COMPATIBLE =
	"Works with OpenAI's clients: set their base URL to `{base_url}/v1` and their key to an access token or an " +
	"API key. Errors have the usual format of this API; `error.message` repeats `error.detail` for those " +
	"clients. The organization's AI policy determines the engines, and the length of the audio counts as " +
	"transcribed time. For meetings, upload a recording instead: uploads can be resumed, the recording is kept, " +
	"and its speakers are told apart.";

/** Documentation of the operations on audio files. */
export const documentation = {
	transcribe: operation({
		id: "transcribeAudio",
		summary: "Transcribe an audio file",
		description: COMPATIBLE,
		tag,
		responses: { 200: heard },
		errors: [...errors, "quota_exceeded"],
	}),

	translate: operation({
		id: "translateAudio",
		summary: "Translate the speech in an audio file into English",
		description: COMPATIBLE,
		tag,
		responses: { 200: heard },
		errors: [...errors, "quota_exceeded"],
	}),
};
