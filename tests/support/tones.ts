import { wavHeader } from "./wav.ts";

/** A tone, from a time on, in a sound that is silent otherwise. */
export interface Tone {
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

/** Part of a sound that is looked at, in samples: 10 ms. */
const STEP = 160;

/** Returns from when to when a tone is heard in samples at 16 kHz, in ms; null: it is not. */
export function heardFrom(
	samples: Float32Array,
	hz: number,
): { readonly startMs: number; readonly endMs: number } | null {
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
