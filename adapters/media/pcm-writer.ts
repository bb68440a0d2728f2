import { closeSync, openSync, writeSync } from "node:fs";
import type { AudioSample } from "mediabunny";
import { createResampler, type Resampler } from "./resampler.ts";

/** Sample rate of what is written, in Hz. */
const RATE = 16_000;
/** Difference between the time of a sample and its place in the file that is no gap, in frames: 100 ms. */
const TOLERANCE = RATE / 10;
/** Frames of silence written at once. */
const SILENCE = RATE;

/** Writes audio as 16-bit PCM at 16 kHz with interleaved channels. Each sample is where its time says: gaps are silent. */
export class PcmWriter {
	readonly #file: number;
	readonly #channels: number;
	readonly #maxFrames: number;
	#frames = 0;
	#rate = 0;
	#resamplers: readonly Resampler[] = [];

	constructor(path: string, channels: number, maxDurationMs: number) {
		this.#file = openSync(path, "wx", 0o600);
		this.#channels = channels;
		this.#maxFrames = Math.ceil((maxDurationMs * RATE) / 1000);
	}

	/** Whether nothing more is accepted. */
	get isFull(): boolean {
		return this.#frames >= this.#maxFrames;
	}

	write(sample: AudioSample): void {
		if (sample.sampleRate !== this.#rate) this.#startAt(sample.sampleRate);
		const start = Math.round(sample.timestamp * RATE);
		while (start - this.#frames > TOLERANCE && !this.isFull)
			this.#store(this.#silence(Math.min(SILENCE, start - this.#frames)));
		// Before the beginning, or again what was there before.
		if (this.#frames - start > TOLERANCE + sample.duration * RATE) return;
		this.#store(
			this.#resamplers.map((resampler, channel) => {
				const samples = new Float32Array(sample.numberOfFrames);
				if (channel < sample.numberOfChannels) sample.copyTo(samples, { planeIndex: channel, format: "f32-planar" });
				return resampler.push(samples);
			}),
		);
	}

	end(): void {
		this.#store(this.#resamplers.map((resampler) => resampler.end()));
		closeSync(this.#file);
	}

	#startAt(rate: number): void {
		this.#store(this.#resamplers.map((resampler) => resampler.end()));
		this.#rate = rate;
		this.#resamplers = Array.from({ length: this.#channels }, () => createResampler(rate, RATE));
	}

	#silence(frames: number): readonly Float32Array[] {
		return Array.from({ length: this.#channels }, () => new Float32Array(frames));
	}

	#store(planes: readonly Float32Array[]): void {
		const frames = Math.min(planes[0]?.length ?? 0, this.#maxFrames - this.#frames);
		if (frames <= 0) return;
		const samples = new Int16Array(frames * this.#channels);
		for (const [channel, plane] of planes.entries())
			for (let at = 0; at < frames; at++)
				samples[at * this.#channels + channel] = Math.max(
					-32_768,
					Math.min(32_767, Math.round((plane[at] ?? 0) * 32_768)),
				);
		const bytes = new Uint8Array(samples.buffer);
		for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
		this.#frames += frames;
	}
}
