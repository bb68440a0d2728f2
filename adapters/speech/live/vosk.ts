import type { EngineInfo, HeardSegment, LiveSpeech, SpeechDetector, SpeechToText } from "#modules/engines/speech";
import type { EngineProcess } from "../engine-process.ts";
import type { InferenceProcess } from "../inference-process.ts";
import { timeLimitMs } from "../time-limit.ts";
import type { LivePool } from "./live-pool.ts";
import { openTrack } from "./track-stream.ts";

/** What Vosk needs. */
export interface VoskFiles {
	/** Path of the native library. */
	readonly library: string;
	/** Folder of the model, and what results call it. */
	readonly folder: string;
	readonly model: string;
	/** Language of the model. */
	readonly language: string;
	/** Path of the model that finds speech; null: it is found by its loudness. */
	readonly silero: string | null;
}

const voskInfo = ({ model, language }: Pick<VoskFiles, "model" | "language">): EngineInfo => ({
	engine: "vosk",
	model,
	version: null,
	languages: [language],
	words: true,
	translates: false,
	runsLocally: true,
});

/** Creates the engine that hears live speech with Vosk, in processes of our own program. */
export function createLiveVosk(pool: LivePool, files: VoskFiles): LiveSpeech {
	const { library, folder, silero, language } = files;
	return {
		info: voskInfo(files),
		open: ({ party, signal, onEvent }) =>
			openTrack(pool, {
				header: { library, folder, silero },
				party,
				signal,
				onEvent(event) {
					if (event.type === "final") onEvent({ ...event, language });
					else if (event.type === "partial" || event.type === "heard" || event.type === "error") onEvent(event);
				},
			}),
	};
}

/** Creates the engine that hears recordings with Vosk, in a process of our own program. It takes no prompt. */
export function createVosk(
	process: EngineProcess<InferenceProcess>,
	files: VoskFiles,
	limitOf: (samples: number) => number = timeLimitMs,
): SpeechToText {
	const { library, folder, language } = files;
	return {
		info: voskInfo(files),
		async transcribe(window, { signal }) {
			const request = { task: "recognize", model: folder, library };
			const { header } = await process.use({ signal }, limitOf(window.length), (running) =>
				running.ask(request, window),
			);
			// Our own program made it.
			return { language, segments: header.segments as HeardSegment[] };
		},
	};
}

/** Creates the detector of utterances, in processes of our own program. @param silero as in {@link VoskFiles} */
export const createLiveDetector = (pool: LivePool, silero: string | null): SpeechDetector => ({
	open: ({ party, signal, onEvent }) =>
		openTrack(pool, {
			header: { library: null, silero },
			party,
			signal,
			onEvent(event) {
				if (event.type !== "partial" && event.type !== "final") onEvent(event);
			},
		}),
});
