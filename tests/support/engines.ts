import { test } from "bun:test";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createSpeechAdapters, type SpeechOptions } from "#adapters/speech/adapters";
import { dialect } from "#db/dialect";
import type { Logger } from "#kernel/logger";
import { createSpeechModule, type PcmAudio, type SpeechAdapters, type SpeechEngines } from "#modules/engines/speech";
import { ownProgram } from "#src/own-program";
import { isInProcess } from "./target.ts";

/** Folder with the real engines of the tests: `bin/whisper-server` and `models/`. */
export const ENGINES = process.env.PARLEY_TEST_ENGINES || join(homedir(), ".cache/parley-engines");
/** Path of whisper-server. */
export const WHISPER_SERVER = join(ENGINES, "bin/whisper-server");
/** Folder of the models. */
export const MODELS = join(ENGINES, "models");

/** Five utterances of a reader, with what she says. */
const HUMAN = "/usr/share/pocketsphinx/test/data/librivox";

const isInstalled =
	existsSync(WHISPER_SERVER) &&
	existsSync(join(MODELS, "vad")) &&
	existsSync(HUMAN) &&
	["flite", "sox"].every((program) => Bun.which(program) !== null);

/** A test that needs real engines and real speech; skipped where they are not installed, which CI does not accept. */
export const engineTest = test.skipIf(!isInstalled);

/**
 * Registers an {@link engineTest} about what an engine hears. That is the same on every target, so it runs on SQLite in
 * this process only: engines need more processor time than everything else.
 */
export function hearingTest(name: string, run: () => Promise<void>, timeoutMs?: number): void {
	if (isInProcess && dialect === "sqlite") engineTest(name, run, timeoutMs);
}

/** Of two threads, one waits for the other at each step, and on a machine that runs other tests that one seldom has a processor. */
const THREADS = 1;

/** Variables with which the program finds the engines of the tests. */
export const ENGINE_ENV = { STT_WHISPER_SERVER: WHISPER_SERVER, STT_THREADS: String(THREADS), MODELS_DIR: MODELS };

/** Speech of a person. */
export interface HumanClip {
	readonly path: string;
	readonly text: string;
}

/** Returns the clips of a reader of a novel. */
export async function humanClips(): Promise<readonly HumanClip[]> {
	const transcription = await Bun.file(join(HUMAN, "transcription")).text();
	return [...transcription.matchAll(/<s> (.*) <\/s> \((.*)\)/g)].map(([, text = "", name = ""]) => ({
		path: join(HUMAN, `${name}.wav`),
		// She does not say what is written there twice.
		text: text.replace("more a amiable", "more amiable").replace("mister", "mr"),
	}));
}

const HEADER_BYTES = 44;
const SAMPLES_PER_MS = 16;

/** Reads a WAV file with 16-bit samples at 16 kHz as {@link PcmAudio}. */
export async function readWav(path: string): Promise<PcmAudio> {
	const bytes = await Bun.file(path).bytes();
	const channels = new DataView(bytes.buffer).getUint16(22, true);
	const samples = new Int16Array(bytes.slice(HEADER_BYTES, HEADER_BYTES + ((bytes.length - HEADER_BYTES) & ~1)).buffer);
	return {
		sampleRate: 16000,
		channels,
		durationMs: Math.floor(samples.length / channels / SAMPLES_PER_MS),
		async read(channel, startMs, endMs) {
			const part = samples.subarray(startMs * SAMPLES_PER_MS * channels, endMs * SAMPLES_PER_MS * channels);
			return Float32Array.from(
				{ length: part.length / channels },
				(_, i) => (part[i * channels + channel] ?? 0) / 32_768,
			);
		},
	};
}

/** Returns audio of these samples. */
export const audioOf = (samples: Float32Array): PcmAudio => ({
	sampleRate: 16000,
	channels: 1,
	durationMs: Math.floor(samples.length / SAMPLES_PER_MS),
	read: async (_channel, startMs, endMs) => samples.slice(startMs * SAMPLES_PER_MS, endMs * SAMPLES_PER_MS),
});

/** Lines of the log, as they would be written. */
export interface LoggedLine {
	readonly message: string;
	readonly fields: Readonly<Record<string, unknown>> | undefined;
}

/** The engines of an installation, and what they log. */
export interface TestEngines {
	readonly adapters: SpeechAdapters;
	readonly engines: SpeechEngines;
	readonly logged: readonly LoggedLine[];
	close(): Promise<void>;
}

/** Opens the engines of the tests with some options of their own. */
export function openEngines(options: Partial<SpeechOptions> = {}): TestEngines {
	const logged: LoggedLine[] = [];
	const write = (message: string, fields?: Readonly<Record<string, unknown>>) => void logged.push({ message, fields });
	const log: Logger = { debug: write, info: write, warn: write, error: write };
	const adapters = createSpeechAdapters({
		url: undefined,
		apiKey: undefined,
		model: undefined,
		concurrency: 1,
		whisperServer: undefined,
		threads: THREADS,
		modelsDir: MODELS,
		program: ownProgram(),
		log,
		...options,
	});
	const { engines } = createSpeechModule({
		adapters,
		provider: "auto",
		liveProvider: "auto",
		policyOf: async () => null,
	});
	return { adapters, engines, logged, close: adapters.close };
}
