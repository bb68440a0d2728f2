import { type FileHandle, open } from "node:fs/promises";
import type { PcmAudio } from "#modules/engines/speech";
import { SAMPLES_PER_MS } from "./pcm-file.ts";

/** Bytes of a sample: a float, so that sounds that are loud together are not cut off before the limiter. */
const BYTES = 4;
/** Bytes of a ms of the mix. */
export const MIX_BYTES_PER_MS = BYTES * SAMPLES_PER_MS;
/** Part of a sound that is added at once, in ms: less than a ms of work, and some where the code is not compiled yet. */
const PART_MS = 1_000;

/** A sound of one channel at 16 kHz in a file, to which others are added one after the other. */
export interface MixFile extends PcmAudio {
	/** Adds a sound, all channels of it, from a time on. @throws the reason of `signal` */
	add(audio: PcmAudio, offsetMs: number, signal: AbortSignal): Promise<void>;
	close(): Promise<void>;
}

/** Creates the file. What no sound is added to takes no space in it. */
export async function createMixFile(path: string): Promise<MixFile> {
	const file = await open(path, "wx+", 0o600);
	let frames = 0;

	async function addPart(samples: Float32Array, first: number): Promise<void> {
		const sum = await readSamples(file, first, samples.length);
		for (let at = 0; at < samples.length; at++) sum[at] = (sum[at] ?? 0) + (samples[at] ?? 0);
		const bytes = new Uint8Array(sum.buffer);
		for (let written = 0; written < bytes.length; )
			written += (await file.write(bytes, written, bytes.length - written, first * BYTES + written)).bytesWritten;
		frames = Math.max(frames, first + samples.length);
	}

	return {
		sampleRate: 16_000,
		channels: 1,
		get durationMs() {
			return Math.round(frames / SAMPLES_PER_MS);
		},

		async add(audio, offsetMs, signal) {
			for (let channel = 0; channel < audio.channels; channel++)
				for (let startMs = 0; startMs < audio.durationMs; startMs += PART_MS) {
					signal.throwIfAborted();
					const samples = await audio.read(channel, startMs, startMs + PART_MS);
					await addPart(samples, (offsetMs + startMs) * SAMPLES_PER_MS);
				}
		},

		async read(channel, startMs, endMs) {
			if (channel !== 0) throw new RangeError(`a mix has one channel, not ${channel + 1}`);
			const first = Math.min(frames, Math.max(0, Math.round(startMs * SAMPLES_PER_MS)));
			return readSamples(file, first, Math.max(0, Math.min(frames, Math.round(endMs * SAMPLES_PER_MS)) - first));
		},

		close: () => file.close(),
	};
}

/** Reads samples; what the file does not have is silent. */
async function readSamples(file: FileHandle, first: number, count: number): Promise<Float32Array<ArrayBuffer>> {
	const samples = new Float32Array(count);
	const bytes = new Uint8Array(samples.buffer);
	for (let filled = 0; filled < bytes.length; ) {
		const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, first * BYTES + filled);
		if (bytesRead === 0) break;
		filled += bytesRead;
	}
	return samples;
}
