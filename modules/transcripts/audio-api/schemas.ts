import { Type } from "@sinclair/typebox";
import { closed } from "#http/schemas";

/** Formats of a response, as OpenAI names them. */
export const FORMATS = ["json", "text", "srt", "verbose_json", "vtt"] as const;
export type Format = (typeof FORMATS)[number];

/** Kinds of times in a detailed response. */
export const GRANULARITIES = ["segment", "word"] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Maximum size of a file, in bytes. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
/** Limits on the whole form: what surrounds the file takes little. */
export const FORM_LIMITS = { maxBytes: MAX_FILE_BYTES + 64 * 1024, maxParts: 16 } as const;

const file = Type.String({
	format: "binary",
	description: "Audio or video, recognized by its content. At most 25 MiB.",
});
const model = Type.Optional(
	Type.String({
		description: "Accepted for compatibility: the installation chooses the engine.",
		examples: ["whisper-1"],
	}),
);
const shared = {
	prompt: Type.Optional(Type.String({ description: "Names and terms that may occur, at most 4,000 characters." })),
	response_format: Type.Optional(Type.Unsafe<Format>({ type: "string", enum: [...FORMATS], default: "json" })),
	temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: "Validated, but has no effect." })),
};

/** A file to be transcribed, as a form. Read part by part, never as a whole. */
export const TranscriptionForm = closed(
	{
		file,
		model,
		language: Type.Optional(
			Type.String({ description: "Language of the speech; default: detected.", examples: ["en"] }),
		),
		...shared,
		"timestamp_granularities[]": Type.Optional(
			Type.Array(Type.Unsafe<Granularity>({ type: "string", enum: [...GRANULARITIES] }), {
				description: "Times in `verbose_json`: of segments (default), of words, or of both.",
			}),
		),
		stream: Type.Optional(Type.Literal(false, { description: "Responses are not streamed." })),
	},
	{ $id: "TranscribeAudioRequestBody" },
);

/** A file to be translated into English, as a form. */
export const TranslationForm = closed({ file, model, ...shared }, { $id: "TranslateAudioRequestBody" });

const seconds = (description: string) => Type.Number({ minimum: 0, description: `${description}, in seconds.` });

/** What was said, without times. */
export const PlainTranscription = closed({ text: Type.String() }, { $id: "PlainTranscription" });
export type PlainTranscription = typeof PlainTranscription.static;

/** What was said, with times, in the form of OpenAI's `verbose_json`. */
export const VerboseTranscription = closed(
	{
		task: Type.Unsafe<"transcribe" | "translate">({ type: "string", enum: ["transcribe", "translate"] }),
		language: Type.String({
			description: "English name of the language of the text, in lower case.",
			examples: ["english"],
		}),
		duration: seconds("Length of the audio"),
		text: Type.String(),
		segments: Type.Optional(
			Type.Array(
				closed({
					id: Type.Integer({ minimum: 0 }),
					seek: Type.Integer({
						minimum: 0,
						description: "Start of the window in which it was heard, in hundredths of a second.",
					}),
					start: seconds("Start"),
					end: seconds("End"),
					text: Type.String(),
					tokens: Type.Array(Type.Integer(), { description: "Always empty." }),
					temperature: Type.Number(),
					avg_logprob: Type.Number({ description: "Logarithm of the confidence; 0 if the engine gives none." }),
					compression_ratio: Type.Number({
						description: "Compression ratio of the text; above 2.4, the text repeats itself.",
					}),
					no_speech_prob: Type.Number({ description: "Always 0: the engine receives only speech." }),
				}),
			),
		),
		words: Type.Optional(Type.Array(closed({ word: Type.String(), start: seconds("Start"), end: seconds("End") }))),
	},
	{ $id: "VerboseTranscription" },
);
export type VerboseTranscription = typeof VerboseTranscription.static;

/** A model, as OpenAI describes one. */
export const Model = closed(
	{
		id: Type.String({ description: "Value of `model`. The installation chooses the engine, whatever the value is." }),
		object: Type.Literal("model"),
		created: Type.Integer({ description: "Unix time in seconds; 0: unknown." }),
		owned_by: Type.String({
			description: "The engine; `parley` for `whisper-1`, unless that is the engine's own model.",
		}),
	},
	{ $id: "Model" },
);
export type Model = typeof Model.static;

/** The models that can be named, as OpenAI lists them. */
export const ModelList = closed({ object: Type.Literal("list"), data: Type.Array(Model) }, { $id: "ModelList" });

/** Path of a model. */
export const ModelParams = closed({
	model: Type.String({ minLength: 1, maxLength: 256, description: "Id of a model.", examples: ["whisper-1"] }),
});
