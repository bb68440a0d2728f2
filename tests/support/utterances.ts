import { readWav } from "./engines.ts";
import { BYTES_PER_MS } from "./live-speaker.ts";
import { type Spoken, speak } from "./spoken.ts";

/** An utterance within audio, in ms from its beginning: without the silence around it. */
export interface Utterance {
	readonly text: string;
	readonly startMs: number;
	readonly endMs: number;
}

/** Audio of utterances with pauses between them. */
export interface Speech {
	/** PCM s16le, 16 kHz. */
	readonly pcm: Uint8Array;
	readonly utterances: readonly Utterance[];
	readonly durationMs: number;
}

/** Loudness, of 1, below which a sample is silence. */
const SILENCE = 0.01;

/** Has sentences said one after the other, with this much silence after each. */
export async function utterancesOf(sentences: readonly Spoken[], pauseMs: number): Promise<Speech> {
	const files = await Promise.all(sentences.map(async (sentence) => [sentence.text, await speak([sentence])] as const));
	return joined(files, pauseMs);
}

/** Joins recordings, each cut to where somebody speaks. @param files what is said, and the path of a WAV file of 16 kHz */
export async function joined(
	files: readonly (readonly [text: string, path: string])[],
	pauseMs: number,
): Promise<Speech> {
	const utterances: Utterance[] = [];
	const parts: Uint8Array[] = [];
	let atMs = 0;
	for (const [text, path] of files) {
		const audio = await readWav(path);
		const samples = await audio.read(0, 0, audio.durationMs);
		const first = samples.findIndex((sample) => Math.abs(sample) > SILENCE);
		const last = samples.findLastIndex((sample) => Math.abs(sample) > SILENCE);
		const spoken = Int16Array.from(samples.subarray(first, last + 1), (sample) => Math.round(sample * 32_767));
		const lengthMs = Math.ceil(spoken.length / 16);
		const bytes = new Uint8Array((lengthMs + pauseMs) * BYTES_PER_MS);
		bytes.set(new Uint8Array(spoken.buffer));
		parts.push(bytes);
		utterances.push({ text, startMs: atMs, endMs: atMs + lengthMs });
		atMs += lengthMs + pauseMs;
	}
	return { pcm: Buffer.concat(parts), utterances, durationMs: atMs };
}
