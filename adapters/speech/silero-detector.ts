import type { VoiceActivity } from "#modules/engines/speech";
import type { EngineProcess } from "./engine-process.ts";
import type { InferenceProcess } from "./inference-process.ts";
import { timeLimitMs } from "./time-limit.ts";

/** Piece of audio looked at in one request, in ms: a whole number of frames of 32 ms. */
const PIECE_MS = 32 * 1875;
/** As many zeros remember nothing; see `inference/silero.ts`. */
const MEMORY_SIZE = 320;

/** Creates the detector of speech by the Silero model, in a process of our own program. */
export function createSileroDetector(process: EngineProcess<InferenceProcess>, model: string): VoiceActivity {
	return {
		async probabilities(audio, channel, { signal, onProgress }) {
			const found: Float32Array[] = [];
			let memory = new Float32Array(MEMORY_SIZE);
			for (let startMs = 0; startMs < audio.durationMs; startMs += PIECE_MS) {
				const samples = await audio.read(channel, startMs, Math.min(startMs + PIECE_MS, audio.durationMs));
				const sent = new Float32Array(memory.length + samples.length);
				sent.set(memory);
				sent.set(samples, memory.length);
				const { payload } = await process.use({ signal }, timeLimitMs(samples.length), (running) =>
					running.ask({ task: "detect", model }, sent),
				);
				const both = new Float32Array(payload.buffer, payload.byteOffset, payload.byteLength / 4);
				memory = both.slice(0, MEMORY_SIZE);
				found.push(both.slice(MEMORY_SIZE));
				onProgress?.(Math.min(1, (startMs + PIECE_MS) / audio.durationMs));
			}
			return concat(found);
		},
	};
}

function concat(parts: readonly Float32Array[]): Float32Array {
	const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}
