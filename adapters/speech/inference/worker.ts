import { lowerPriority } from "#kernel/priority";
import type { HeardSegment } from "#modules/engines/speech";
import { encodeFrame, type Frame, readFrames } from "../frames.ts";
import { segmentsOf } from "../live/heard.ts";
import { loadVosk, type VoskModel } from "../live/vosk-library.ts";
import { type InferenceSession, loadModel } from "./runtime.ts";
import { detectFrames, MEMORY_SIZE } from "./silero.ts";
import { transcribeWindow } from "./transcribe.ts";
import { loadWhisper, type Whisper } from "./whisper.ts";

/** Requests of users come before transcription. */
const NICE = 5;

/** The models in memory: one of each kind, as a process serves one engine. */
interface Models {
	whisper?: { readonly folder: string; readonly model: Whisper };
	vosk?: { readonly folder: string; readonly model: VoskModel };
	silero?: { readonly path: string; readonly model: InferenceSession };
}

/**
 * Runs models for the process that started this one: answers the messages on standard input on standard output, one
 * after the other, until the input ends.
 */
export async function runInference(): Promise<void> {
	lowerPriority(NICE);
	const models: Models = {};
	for await (const frame of readFrames(Bun.stdin.stream())) {
		const answer = await respond(models, frame).catch((error: unknown) =>
			encodeFrame({ error: error instanceof Error ? error.message : String(error), ...memory() }),
		);
		// Tensors are memory that the garbage collector does not see growing.
		Bun.gc(true);
		await Bun.write(Bun.stdout, answer);
	}
}

async function respond(models: Models, { header, payload }: Frame): Promise<Uint8Array> {
	const samples = new Float32Array(payload.buffer, payload.byteOffset, payload.byteLength / 4);
	const path = String(header.model);
	if (header.task === "transcribe") {
		if (models.whisper?.folder !== path) models.whisper = { folder: path, model: await loadWhisper(path) };
		const language = typeof header.language === "string" ? header.language : null;
		const task = header.translates === true ? "translate" : "transcribe";
		return encodeFrame({ heard: await transcribeWindow(models.whisper.model, samples, language, task), ...memory() });
	}
	if (header.task === "recognize") {
		if (models.vosk?.folder !== path) models.vosk = { folder: path, model: loadVosk(String(header.library), path) };
		return encodeFrame({ segments: recognizeWindow(models.vosk.model, samples), ...memory() });
	}
	if (models.silero?.path !== path) models.silero = { path, model: await loadModel(path) };
	const remembered = samples.slice(0, MEMORY_SIZE);
	const probabilities = await detectFrames(models.silero.model, samples.subarray(MEMORY_SIZE), remembered);
	const both = new Float32Array(MEMORY_SIZE + probabilities.length);
	both.set(remembered);
	both.set(probabilities, MEMORY_SIZE);
	return encodeFrame(memory(), both);
}

/** Returns the memory this process takes; who started it ends it when it takes too much. */
const memory = () => ({ rssBytes: process.memoryUsage.rss() });

/** Hears one window of a recording. */
function recognizeWindow(model: VoskModel, window: Float32Array): HeardSegment[] {
	const samples = Int16Array.from(window, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
	const recognizer = model.recognizer();
	try {
		recognizer.accept(samples);
		return segmentsOf(recognizer.final(), { startMs: 0, endMs: Math.floor(samples.length / 16) });
	} finally {
		recognizer.free();
	}
}
