import { type PcmAudio, SAMPLE_RATE, type VoiceActivity } from "./ports.ts";
import { FRAME_MS } from "./windows.ts";

const FRAME = (SAMPLE_RATE * FRAME_MS) / 1000;
/** Audio read at once, in ms: a whole number of frames. */
const PIECE_MS = FRAME_MS * 1875;

/** Levels in dB below full scale. */
const SILENCE_DB = -55;
/** How much louder than the background speech is. */
const ABOVE_BACKGROUND_DB = 9;

/**
 * Finds what is louder than the background: for installations without the model that tells speech from other sounds. It takes
 * music and noise for speech, and never misses somebody who can be heard.
 */
export const energyDetector: VoiceActivity = {
	async probabilities(audio, channel, { signal, onProgress }) {
		const levels: number[] = [];
		for (let startMs = 0; startMs < audio.durationMs; startMs += PIECE_MS) {
			signal.throwIfAborted();
			const endMs = Math.min(startMs + PIECE_MS, audio.durationMs);
			for (const level of await levelsOf(audio, channel, startMs, endMs)) levels.push(level);
			onProgress?.(endMs / audio.durationMs);
		}
		const threshold = thresholdOf(levels);
		return Float32Array.from(levels, (level) => (level >= threshold ? 1 : 0));
	},
};

/** Returns the level from which a frame counts as speech. Where nothing is quieter than the rest, everything does. */
function thresholdOf(levels: readonly number[]): number {
	const sorted = Float64Array.from(levels).sort();
	const background = sorted[Math.floor(sorted.length * 0.1)] ?? SILENCE_DB;
	const loud = sorted[Math.floor(sorted.length * 0.9)] ?? SILENCE_DB;
	return Math.max(SILENCE_DB, Math.min(background + ABOVE_BACKGROUND_DB, loud - 2 * ABOVE_BACKGROUND_DB));
}

async function levelsOf(audio: PcmAudio, channel: number, startMs: number, endMs: number): Promise<number[]> {
	const samples = await audio.read(channel, startMs, endMs);
	const levels: number[] = [];
	for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
		let energy = 0;
		for (let i = at; i < at + FRAME; i++) energy += (samples[i] ?? 0) ** 2;
		levels.push(10 * Math.log10(Math.max(energy / FRAME, 1e-12)));
	}
	return levels;
}
