import { Type } from "@sinclair/typebox";
import { operation, type Tag } from "#http/operation";
import { Model, ModelList, PlainTranscription, VerboseTranscription } from "./schemas.ts";

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
	"Works with OpenAI's clients: set their base URL to `{base_url}/v1` and their key to an access token or an API " +
	"key. Errors have the usual format of this API; `error.message` repeats `error.detail` for those clients. The " +
	"organization's AI policy determines the engines, and the length of the audio counts as transcribed time. For " +
	"meetings, upload a recording instead: uploads can be resumed, the recording is kept, and its speakers are " +
	"distinguished. A file that is sent again with its `Idempotency-Key` is transcribed again, but counted once.";

const model: Model = { id: "whisper-1", object: "model", created: 0, owned_by: "parley" };

/** Documentation of the operations on audio files and models. */
export const documentation = {
	listModels: operation({
		id: "listModels",
		summary: "List the models for audio",
		description:
			"Lists the values of `model`, for OpenAI's clients that check before they send: the models of the engines " +
			"allowed by the organization's AI policy, and `whisper-1`, which is always accepted. Without an engine, " +
			"the operations on audio files report what is missing.",
		tag,
		responses: { 200: { description: "The models", schema: ModelList, example: { object: "list", data: [model] } } },
		errors: ["forbidden", "not_found", "purged"],
	}),

	getModel: operation({
		id: "getModel",
		summary: "Get a model for audio",
		description: "Returns one of the models of `GET /v1/models`.",
		tag,
		responses: { 200: { description: "The model", schema: Model, example: model } },
		errors: ["forbidden", "not_found", "purged"],
	}),

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
