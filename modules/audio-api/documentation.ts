import { Type } from "@sinclair/typebox";
import { operation, type Tag } from "#http/operation";
import { PlainTranscription, VerboseTranscription } from "./schemas.ts";

const tag: Tag = {
	name: "Audio",
	description: "Transcription of single files for tools that speak to OpenAI's API; nothing is kept.",
};

const text = { schema: Type.String() };
const heard = {
	description: "What was said, in the form that `response_format` asks for",
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
	"Works with OpenAI's clients: set their base URL to `{base_url}/v1` and their key to an access token or an API key. Errors have our form; `error.message` " +
	"repeats `error.detail` for those clients. The engines are those of the organization's AI policy, and the length of the audio counts as transcribed. " +
	"For meetings, upload a recording instead: it is kept, resumed and told who spoke.";

/** Documentation of the operations on audio files. */
export const documentation = {
	transcribe: operation({
		id: "transcribeAudio",
		summary: "Transcribe an audio file",
		description: COMPATIBLE,
		tag,
		responses: { 200: heard },
		errors,
	}),

	translate: operation({
		id: "translateAudio",
		summary: "Translate the speech in an audio file into English",
		description: COMPATIBLE,
		tag,
		responses: { 200: heard },
		errors,
	}),
};
