import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { closed, Id } from "#http/schemas";
import { invalidMember } from "#kernel/field-errors";
import { parseLanguage } from "#kernel/locale";
import { text } from "#kernel/texts";
import { isSpeechProvider, SPEECH_PROVIDERS } from "#modules/engines/speech";

const language = checked(
	Type.String({
		description: "A BCP 47 language tag, such as en or pt-BR.",
		pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
		maxLength: 35,
		examples: ["en"],
	}),
	parseLanguage,
);

/** Asserts that a name is that of a provider of transcription. @throws `validation_failed` */
export function assertProvider(name: string): void {
	if (isSpeechProvider(name)) return;
	throw invalidMember(
		"/provider",
		"unknown_provider",
		text("must be one of {values}", { values: SPEECH_PROVIDERS.join(", ") }),
	);
}

const provider = checked(
	Type.String({
		description: "Name of a provider of transcription; the organization's AI policy must allow it.",
		pattern: "^[a-z0-9-]{1,40}$",
		examples: ["whisper-server"],
	}),
	assertProvider,
);

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
