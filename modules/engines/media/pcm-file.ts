import { type FileHandle, open, rm } from "node:fs/promises";
import type { DecodedAudio } from "./ports.ts";
import { groupChannels, type Sound } from "./same-sound.ts";

/** Samples of a channel per ms, at 16 kHz. */
export const SAMPLES_PER_MS = 16;
/** Bytes of a sample. */
export const BYTES_PER_SAMPLE = 2;

/** Samples of all channels that are read at once while channels are compared: about a ms of work. */
const CHUNK_SAMPLES = 128 * 1024;

/**
 * Opens a file of 16-bit PCM at 16 kHz with interleaved channels and compares these. The file loses its name, so that it
 * is gone with the process, however that ends.
 * @throws the reason of `signal`
 */
export async function openPcmFile(path: string, stored: number, signal: AbortSignal): Promise<DecodedAudio> {
	const file = await open(path);
	try {
		await rm(path);
		const frames = Math.floor((await file.stat()).size / (stored * BYTES_PER_SAMPLE));
		const sounds = await groupChannels(chunksOf(file, stored, frames, signal), stored);
		return pcmAudio(file, stored, frames, sounds);
	} catch (error) {
		await file.close();
		throw error;
	}
}

/** Yields the samples of a file, whole frames at a time. */
async function* chunksOf(file: FileHandle, stored: number, frames: number, signal: AbortSignal) {
	const perChunk = Math.floor(CHUNK_SAMPLES / stored);
	for (let first = 0; first < frames; first += perChunk) {
		signal.throwIfAborted();
		yield await readFrames(file, stored, first, Math.min(perChunk, frames - first));
	}
}

async function readFrames(file: FileHandle, stored: number, first: number, count: number): Promise<Int16Array> {
	const samples = new Int16Array(count * stored);
	const bytes = new Uint8Array(samples.buffer);
	const frameBytes = stored * BYTES_PER_SAMPLE;
	let filled = 0;
	while (filled < bytes.length) {
		const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, first * frameBytes + filled);
		if (bytesRead === 0) throw new Error("the decoded file became shorter");
		filled += bytesRead;
	}
	return samples;
}

function pcmAudio(file: FileHandle, stored: number, frames: number, sounds: readonly Sound[]): DecodedAudio {
	let closed: Promise<void> | undefined;
	return {
		sampleRate: 16_000,
		channels: sounds.length,
		durationMs: Math.round(frames / SAMPLES_PER_MS),
		async read(channel, startMs, endMs) {
			const sound = sounds[channel];
			if (!sound) throw new RangeError(`the audio has ${sounds.length} channels, not ${channel + 1}`);
			const first = Math.min(frames, Math.max(0, Math.round(startMs * SAMPLES_PER_MS)));
			const end = Math.min(frames, Math.round(endMs * SAMPLES_PER_MS));
			return mix(await readFrames(file, stored, first, Math.max(0, end - first)), stored, sound);
		},
		close: () => (closed ??= file.close()),
	};
}

/** Returns the mean of the channels of a sound, −1…1. */
function mix(samples: Int16Array, stored: number, { channels }: Sound): Float32Array {
	const mixed = new Float32Array(samples.length / stored);
	const scale = 1 / (32_768 * channels.length);
	for (const channel of channels)
		for (let at = 0; at < mixed.length; at++)
			mixed[at] = (mixed[at] ?? 0) + (samples[at * stored + channel] ?? 0) * scale;
	return mixed;
}
