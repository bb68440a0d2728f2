import type { PcmAudio } from "#modules/engines/speech";

/** Duration of the parts that are read at once, in ms. */
const PART_MS = 1_000;

/**
 * Computes the waveform of a recording for a player: the largest amplitude of all channels in each of `buckets` equal
 * parts, 0…127.
 */
export async function peaks(audio: PcmAudio, buckets: number): Promise<Int8Array> {
	const loudest = new Float32Array(buckets);
	for (let channel = 0; channel < audio.channels; channel++)
		for (let startMs = 0; startMs < audio.durationMs; startMs += PART_MS) {
			const samples = await audio.read(channel, startMs, startMs + PART_MS);
			const perSample = 1000 / audio.sampleRate / audio.durationMs;
			for (let at = 0; at < samples.length; at++) {
				const bucket = Math.min(buckets - 1, Math.floor((startMs / audio.durationMs + at * perSample) * buckets));
				const amplitude = Math.abs(samples[at] ?? 0);
				if (amplitude > (loudest[bucket] ?? 0)) loudest[bucket] = amplitude;
			}
		}
	return Int8Array.from(loudest, (amplitude) => Math.min(127, Math.round(amplitude * 127)));
}
