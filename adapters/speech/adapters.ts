import { accessSync, constants, existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Logger } from "#kernel/logger";
import { type Message, text } from "#kernel/texts";
import type { LiveChoice, MissingEngine, SpeechAdapters, SpeechProvider, SpeechToText } from "#modules/engines/speech";
import { staysInNetwork } from "../own-network.ts";
import { createInferenceProcess } from "./inference-process.ts";
import { LivePool } from "./live/live-pool.ts";
import { createRealtimeSpeech } from "./live/realtime.ts";
import { createLiveDetector, createLiveVosk, createVosk, type VoskFiles } from "./live/vosk.ts";
import { findGgmlModel, findOnnxModel, findVosk, isVoskMachine, sileroPath } from "./models-folder.ts";
import { createOnnxWhisper } from "./onnx-whisper.ts";
import { createOpenAiServer } from "./openai-server.ts";
import { createSileroDetector } from "./silero-detector.ts";
import { createWhisperServer, type WhisperServerEngine } from "./whisper-server.ts";

/** Options of {@link createSpeechAdapters}; undefined: not configured. */
export interface SpeechOptions {
	/** Base URL of an OpenAI-compatible server, up to `/v1`. */
	readonly url: string | undefined;
	readonly apiKey: string | undefined;
	readonly model: string | undefined;
	/** How many requests the server at `url` gets at once. */
	readonly concurrency: number;
	/** Path of the whisper-server program. */
	readonly whisperServer: string | undefined;
	/** Threads of whisper-server; undefined: as many as there are processors, up to four. */
	readonly threads: number | undefined;
	/** Folder that `parley models pull` fills. */
	readonly modelsDir: string;
	/** Command that starts this program, of which engines are processes. Arguments follow. */
	readonly program: readonly string[];
	readonly log: Logger;
	/** For tests: how long live speech may wait for its process, in ms. */
	readonly hangMs?: number;
	/** For tests: most tracks of one process for live speech. */
	readonly maxLiveTracks?: number;
	/** For tests: how long an engine may take for so many samples, in ms. */
	readonly limitOf?: (samples: number) => number;
}

type Found = SpeechToText | { readonly unavailable: MissingEngine };

const missing = (detail: Message, variable: string, command: string | null) => ({
	unavailable: { code: "provider_not_configured" as const, detail, variable, command },
});

const MAX_THREADS = 4;

/**
 * Creates the adapters of the engines that the configuration names. Nothing starts before it is needed, and files are looked
 * for at each call: models may be added while the service runs.
 */
export function createSpeechAdapters(options: SpeechOptions): SpeechAdapters {
	const { url, apiKey, model, concurrency, whisperServer, modelsDir, program, log, limitOf } = options;
	const threads = options.threads ?? Math.min(availableParallelism(), MAX_THREADS);
	const limit = limitOf && { limitOf };
	// Apart from each other: the detector is small, and goes on when a large model is ended.
	const transcribing = createInferenceProcess("The embedded Whisper", { program, log });
	const detecting = createInferenceProcess("The speech detector", { program, log });
	const recognizing = createInferenceProcess("Vosk", { program, log });
	const live = {
		program,
		log,
		...(options.hangMs !== undefined && { hangMs: options.hangMs }),
		...(options.maxLiveTracks !== undefined && { maxTracks: options.maxLiveTracks }),
	};
	const hearing = new LivePool({ name: "Vosk", ...live });
	const noticing = new LivePool({ name: "The utterance detector", ...live });
	const openAi =
		url === undefined
			? undefined
			: createOpenAiServer({ url, apiKey, model, concurrency, runsLocally: staysInNetwork(url), ...limit });
	/** One for each model that was found so far; all but the last are idle. */
	const servers = new Map<string, WhisperServerEngine>();

	function findWhisperServer(): Found {
		if (whisperServer === undefined) return missing("whisper-server is not installed.", "STT_WHISPER_SERVER", null);
		if (!isExecutable(whisperServer))
			return missing(text("{path} is not an executable program.", { path: whisperServer }), "STT_WHISPER_SERVER", null);
		const found = findGgmlModel(modelsDir, model);
		if (!found)
			return missing("No model for whisper-server is installed.", "STT_MODEL", "parley models pull ggml-tiny");
		const made =
			servers.get(found.path) ??
			createWhisperServer({ program: whisperServer, modelPath: found.path, model: found.name, threads, log, ...limit });
		servers.set(found.path, made);
		return made;
	}

	function findOnnx(): Found {
		const found = findOnnxModel(modelsDir, model);
		if (!found) return missing("No speech recognition model is installed.", "STT_PROVIDER", "parley models pull");
		return createOnnxWhisper(transcribing, { model: found.name, folder: found.path }, limitOf);
	}

	function voskFiles(): VoskFiles | { readonly unavailable: MissingEngine } {
		if (!isVoskMachine())
			return missing("Vosk is available only for Linux on x86_64 with glibc.", "STT_LIVE_PROVIDER", null);
		const found = findVosk(modelsDir);
		if (!found)
			return missing("Vosk's model is not installed.", "STT_LIVE_PROVIDER", "parley models pull small-en-live");
		return { ...found, model: "vosk-small-en-us-0.15", language: "en", silero: sileroPath(modelsDir) };
	}

	function findRecognizer(): Found {
		const files = voskFiles();
		return "unavailable" in files ? files : createVosk(recognizing, files, limitOf);
	}

	function findLiveVosk(): LiveChoice {
		const files = voskFiles();
		return "unavailable" in files ? files : createLiveVosk(hearing, files);
	}

	const liveDetector = () => createLiveDetector(noticing, sileroPath(modelsDir));

	function findRealtime(): LiveChoice {
		if (url === undefined) return missing("No server with OpenAI's realtime interface is configured.", "STT_URL", null);
		const detector = liveDetector();
		return createRealtimeSpeech({ url, apiKey, model, runsLocally: staysInNetwork(url), detector });
	}

	const finders: Readonly<Record<SpeechProvider, () => Found>> = {
		openai: () => openAi ?? missing("No OpenAI-compatible server is configured.", "STT_URL", null),
		"whisper-server": findWhisperServer,
		onnx: findOnnx,
		vosk: findRecognizer,
	};

	return {
		find: (provider) => finders[provider](),
		findLive: (provider) => (provider === "vosk" ? findLiveVosk() : findRealtime()),
		liveDetector,
		voiceActivity() {
			const path = sileroPath(modelsDir);
			return existsSync(path) ? createSileroDetector(detecting, path) : null;
		},
		async close() {
			const ending = [transcribing, detecting, recognizing, ...servers.values()].map((each) => each.close());
			await Promise.all([...ending, hearing.end(), noticing.end()]);
		},
	};
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
