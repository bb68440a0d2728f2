import { existsSync } from "node:fs";
import { FairLimiter } from "#kernel/fair-queue";
import { loadModel } from "../inference/runtime.ts";
import { detectFrames, MEMORY_SIZE } from "../inference/silero.ts";

/** Samples of a frame: 32 ms. */
export const FRAME = 512;

/** Tells, frame after frame of one stream, how probable speech is: 0…1. */
export type FrameDetector = (frame: Int16Array) => Promise<number>;

/** Level below which nobody can be heard, in dB below full scale: a microphone that is turned off costs nothing. */
const SILENCE_DB = -60;
/** Tensors are memory that the garbage collector does not see growing: it is called every so many frames. */
const COLLECT_EVERY = 1_000;

/** Creates detectors for streams of parties, with the Silero model; without it, by loudness. @param path of the model */
export async function createDetectors(path: string): Promise<(party: string) => FrameDetector> {
	if (!existsSync(path)) return byLoudness;
	const model = await loadModel(path);
	// The runtime keeps its place on one stack.
	const limiter = new FairLimiter(1);
	let frames = 0;
	return (party) => {
		const memory = new Float32Array(MEMORY_SIZE);
		const samples = new Float32Array(FRAME);
		return async (frame) => {
			if (levelOf(frame) < SILENCE_DB) return 0;
			if (++frames % COLLECT_EVERY === 0) Bun.gc(true);
			for (const [at, sample] of frame.entries()) samples[at] = sample / 32_768;
			const [probability = 0] = await limiter.run(party, null, () => detectFrames(model, samples, memory));
			return probability;
		};
	};
}

/** How much louder than the background speech is, in dB, and how fast the background may grow louder in each frame. */
const ABOVE_BACKGROUND_DB = 12;
const RISES_DB = 0.05;

/** Takes what is louder than the background for speech. */
function byLoudness(): FrameDetector {
	let background = SILENCE_DB;
	return async (frame) => {
		const level = levelOf(frame);
		background = Math.max(SILENCE_DB, Math.min(level, background + RISES_DB));
		return level > background + ABOVE_BACKGROUND_DB ? 1 : 0;
	};
}

function levelOf(frame: Int16Array): number {
	let energy = 0;
	for (const sample of frame) energy += (sample / 32_768) ** 2;
	return 10 * Math.log10(Math.max(energy / frame.length, 1e-12));
}
