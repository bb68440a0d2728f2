import { Type } from "@sinclair/typebox";
import { closed, Id } from "#http/schemas";

const language = Type.String({
	description: "A BCP 47 language tag, such as en or pt-BR.",
	pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
	maxLength: 35,
	examples: ["en"],
});

const provider = Type.String({
	description: "Name of a provider of transcription; the organization's AI policy must allow it.",
	pattern: "^[a-z0-9-]{1,40}$",
	examples: ["whisper-server"],
});

/** Path of a meeting. */
export const MeetingParams = closed({ meetingId: Id("mtg", "id of the meeting") });

/** A request to transcribe a recording again. */
export const TranscribeRequest = closed(
	{
		recordingId: Type.Optional(Id("rec", "id of the recording; default: the newest of the meeting")),
		provider: Type.Optional(provider),
		language: Type.Optional(language),
	},
	{ $id: "TranscribeMeetingRequestBody" },
);
export type TranscribeRequest = typeof TranscribeRequest.static;
