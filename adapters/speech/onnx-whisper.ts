import type { EngineInfo, HeardWindow, SpeechToText } from "#modules/engines/speech";
import type { EngineProcess } from "./engine-process.ts";
import type { InferenceProcess } from "./inference-process.ts";
import { languageTag, whisperCode } from "./languages.ts";
import { timeLimitMs } from "./time-limit.ts";

/** Creates the engine that runs a Whisper model in a process of our own program. It takes no prompt. */
export function createOnnxWhisper(
	process: EngineProcess<InferenceProcess>,
	{ model, folder }: { readonly model: string; readonly folder: string },
	limitOf: (samples: number) => number = timeLimitMs,
): SpeechToText {
	const info: EngineInfo = {
		engine: "onnx",
		model,
		version: null,
		languages: "any",
		words: true,
		translates: true,
		runsLocally: true,
	};
	return {
		info,
		async transcribe(window, { language, task, signal, party }) {
			const translates = task === "translate";
			const request = { task: "transcribe", model: folder, language: whisperCode(language), translates };
			const { header } = await process.use({ signal, party }, limitOf(window.length), (running) =>
				running.ask(request, window),
			);
			// Our own program made it.
			const heard = header.heard as HeardWindow;
			return { ...heard, language: languageTag(heard.language) };
		},
	};
}
