import { expect } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMedia, samplesOf } from "./media.ts";
import { wavHeader } from "./wav.ts";

/** A tone, from a time on, in a sound that is silent otherwise. */
interface Tone {
	readonly hz: number;
	readonly ms: number;
}

/** Creates a WAV file with a tone, 16 bit mono at 16 kHz. */
export function toneOf({ hz, ms }: Tone): Uint8Array<ArrayBuffer> {
	const samples = new Int16Array(ms * 16).map((_, at) =>
		Math.round(8_000 * Math.sin((2 * Math.PI * hz * at) / 16_000)),
	);
	const file = new Uint8Array(44 + samples.byteLength);
	file.set(wavHeader(file.length));
	file.set(new Uint8Array(samples.buffer), 44);
	return file;
}

/** When a tone is heard, in ms; null: never. */
type Heard = { readonly startMs: number; readonly endMs: number } | null;

/** Returns when tones are heard in a media file. */
export async function tonesIn(content: Uint8Array, hz: readonly number[]): Promise<readonly Heard[]> {
	const directory = await mkdtemp(join(tmpdir(), "parley-tones-"));
	try {
		const path = join(directory, "content");
		await Bun.write(path, content);
		const { signal } = new AbortController();
		const audio = await openMedia().decode(path, { directory, signal, maxDurationMs: 3_600_000 });
		const samples = await samplesOf(audio);
		await audio.close();
		return hz.map((each) => heardFrom(samples, each));
	} finally {
		await rm(directory, { recursive: true });
	}
}

/** Asserts that a tone is heard from a time on, for so long, to within 20 ms. */
export function expectHeard(heard: Heard | undefined, startMs: number, ms: number): void {
	expect(Math.abs((heard?.startMs ?? -1e9) - startMs)).toBeLessThanOrEqual(20);
	expect(Math.abs((heard?.endMs ?? -1e9) - startMs - ms)).toBeLessThanOrEqual(20);
}

/** Part of a sound that is looked at, in samples: 10 ms. */
const STEP = 160;

/** Returns from when to when a tone is heard in samples at 16 kHz. */
function heardFrom(samples: Float32Array, hz: number): Heard {
	const loud: number[] = [];
	for (let first = 0; first + STEP <= samples.length; first += STEP)
		if (amplitude(samples.subarray(first, first + STEP), hz) > 0.1) loud.push(first / 16);
	const [startMs] = loud;
	return startMs === undefined ? null : { startMs, endMs: (loud.at(-1) ?? 0) + STEP / 16 };
}

/** Returns the amplitude of a frequency, a multiple of 100 Hz. */
function amplitude(samples: Float32Array, hz: number): number {
	let [re, im] = [0, 0];
	for (const [at, sample] of samples.entries()) {
		re += sample * Math.cos((2 * Math.PI * hz * at) / 16_000);
		im += sample * Math.sin((2 * Math.PI * hz * at) / 16_000);
	}
	return (2 * Math.hypot(re, im)) / samples.length;
}
