import type { HeardSegment } from "#modules/engines/speech";
import { segmentsOf } from "./heard.ts";
import type { VoskModel } from "./vosk-library.ts";

/** Hears one window of a recording. */
export function recognizeWindow(model: VoskModel, window: Float32Array): HeardSegment[] {
	const samples = Int16Array.from(window, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
	const recognizer = model.recognizer();
	try {
		recognizer.accept(samples);
		return segmentsOf(recognizer.final(), { startMs: 0, endMs: Math.floor(samples.length / 16) });
	} finally {
		recognizer.free();
	}
}
