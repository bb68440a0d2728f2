/** A sound of a recording: its channels, whose mean is heard. */
export interface Sound {
	readonly channels: readonly number[];
}

/** Samples of a channel that give one value of its loudness: 20 ms. */
const SPAN = 320;
/** Every so many samples, waveforms are compared: enough to tell whether they cancel each other out. */
const STRIDE = 8;
/** Correlation of loudness from which two channels are microphones in one room, or copies, and not two tracks. */
const SAME_LOUDNESS = 0.9;
/** Mean square below which a channel is silent: less than one step of 16 bits. */
const SILENCE = 0.25;

/** Sums over a recording for each pair of channels, at `a * channels + b`. */
interface Sums {
	spans: number;
	readonly loudness: Float64Array;
	readonly loudnessProducts: Float64Array;
	readonly waveProducts: Float64Array;
}

/**
 * Groups the channels of a recording by what is heard in them. Channels that grow loud and quiet together are one sound,
 * so that nothing is transcribed twice: mono stored as stereo, two microphones in one room. Those of a call, one for each
 * side, are not. Silent channels are left out, unless all are.
 * @param chunks samples of all channels, interleaved
 * @returns at least one sound, by first channel
 */
export async function groupChannels(chunks: AsyncIterable<Int16Array>, channels: number): Promise<readonly Sound[]> {
	if (channels === 1) return [{ channels: [0] }];
	const sums: Sums = {
		spans: 0,
		loudness: new Float64Array(channels),
		loudnessProducts: new Float64Array(channels * channels),
		waveProducts: new Float64Array(channels * channels),
	};
	for await (const samples of chunks) add(sums, samples, channels);

	const sounds: number[][] = [];
	for (let channel = 0; channel < channels; channel++) {
		if ((sums.loudnessProducts[channel * channels + channel] ?? 0) <= SILENCE * sums.spans) continue;
		const same = sounds.find(([leader = 0]) => loudnessCorrelation(sums, channels, leader, channel) >= SAME_LOUDNESS);
		if (!same) sounds.push([channel]);
		// Opposite waveforms would cancel each other out.
		else if ((sums.waveProducts[(same[0] ?? 0) * channels + channel] ?? 0) > 0) same.push(channel);
	}
	return sounds.length > 0 ? sounds.map((group) => ({ channels: group })) : [{ channels: [0] }];
}

function add(sums: Sums, samples: Int16Array, channels: number): void {
	const loudness = new Float64Array(channels);
	const width = SPAN * channels;
	for (let start = 0; start + width <= samples.length; start += width) {
		loudness.fill(0);
		for (let at = start; at < start + width; at += channels)
			for (let channel = 0; channel < channels; channel++) {
				const sample = samples[at + channel] ?? 0;
				loudness[channel] = (loudness[channel] ?? 0) + sample * sample;
			}
		addSpan(
			sums,
			loudness.map((energy) => Math.sqrt(energy / SPAN)),
		);
	}
	for (let at = 0; at + channels <= samples.length; at += channels * STRIDE)
		forPairs(channels, (a, b, pair) => {
			sums.waveProducts[pair] = (sums.waveProducts[pair] ?? 0) + (samples[at + a] ?? 0) * (samples[at + b] ?? 0);
		});
}

function addSpan(sums: Sums, loudness: Float64Array): void {
	sums.spans++;
	for (const [channel, value] of loudness.entries()) sums.loudness[channel] = (sums.loudness[channel] ?? 0) + value;
	forPairs(loudness.length, (a, b, pair) => {
		sums.loudnessProducts[pair] = (sums.loudnessProducts[pair] ?? 0) + (loudness[a] ?? 0) * (loudness[b] ?? 0);
	});
}

function forPairs(channels: number, visit: (a: number, b: number, pair: number) => void): void {
	for (let a = 0; a < channels; a++) for (let b = a; b < channels; b++) visit(a, b, a * channels + b);
}

/** Returns Pearson's correlation of the loudness of two channels, `a` before `b`; 0 where one never changes. */
function loudnessCorrelation({ spans, loudness, loudnessProducts }: Sums, channels: number, a: number, b: number) {
	const covariance = (x: number, y: number) =>
		(loudnessProducts[x * channels + y] ?? 0) - ((loudness[x] ?? 0) * (loudness[y] ?? 0)) / spans;
	const variance = covariance(a, a) * covariance(b, b);
	return variance > 0 ? covariance(a, b) / Math.sqrt(variance) : 0;
}
