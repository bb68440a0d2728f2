/** Shape of what Whisper's encoder hears: 80 mel bands of 3,000 frames of 10 ms, so 30 s at 16 kHz. */
export const MEL = { bands: 80, frames: 3000, sampleRate: 16_000, maxSamples: 480_000 } as const;

const FFT_SIZE = 400;
const HOP = 160;
const BINS = FFT_SIZE / 2 + 1;
const MARGIN = FFT_SIZE / 2;

const HANN = Float64Array.from({ length: FFT_SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FFT_SIZE));
const COS = Float64Array.from({ length: FFT_SIZE }, (_, i) => Math.cos((2 * Math.PI * i) / FFT_SIZE));
const SIN = Float64Array.from({ length: FFT_SIZE }, (_, i) => Math.sin((2 * Math.PI * i) / FFT_SIZE));

/** One mel band: the weights of the bins from `first` on. */
interface Band {
	readonly first: number;
	readonly weights: Float64Array;
}

const toMel = (hz: number): number => (hz < 1000 ? (hz * 3) / 200 : 15 + Math.log(hz / 1000) / (Math.log(6.4) / 27));
const toHz = (mel: number): number => (mel < 15 ? (mel * 200) / 3 : 1000 * Math.exp(((mel - 15) * Math.log(6.4)) / 27));

/** Returns Slaney's triangular bands with equal areas, the ones Whisper was trained with. */
function createBands(): readonly Band[] {
	const top = toMel(MEL.sampleRate / 2);
	const edges = Array.from({ length: MEL.bands + 2 }, (_, i) => toHz((i * top) / (MEL.bands + 1)));
	return Array.from({ length: MEL.bands }, (_, band) => {
		const [low = 0, center = 0, high = 0] = edges.slice(band, band + 3);
		const all = Array.from({ length: BINS }, (_, bin) => {
			const hz = (bin * MEL.sampleRate) / FFT_SIZE;
			return Math.max(0, Math.min((hz - low) / (center - low), (high - hz) / (high - center))) * (2 / (high - low));
		});
		const first = Math.max(
			0,
			all.findIndex((weight) => weight > 0),
		);
		const last = all.findLastIndex((weight) => weight > 0);
		return { first, weights: Float64Array.from(all.slice(first, last + 1)) };
	});
}

const BANDS = createBands();

/** Computes a discrete Fourier transform by halving, and directly once the size is odd (25). */
function transform(
	input: Float64Array,
	offset: number,
	stride: number,
	size: number,
	real: Float64Array,
	imaginary: Float64Array,
	at: number,
): void {
	const step = FFT_SIZE / size;
	if (size % 2 === 1) {
		for (let k = 0; k < size; k++) {
			let re = 0;
			let im = 0;
			for (let j = 0, angle = 0; j < size; j++) {
				const value = input[offset + j * stride] ?? 0;
				re += value * (COS[angle] ?? 0);
				im -= value * (SIN[angle] ?? 0);
				angle += k * step;
				if (angle >= FFT_SIZE) angle %= FFT_SIZE;
			}
			real[at + k] = re;
			imaginary[at + k] = im;
		}
		return;
	}
	const half = size / 2;
	transform(input, offset, stride * 2, half, real, imaginary, at);
	transform(input, offset + stride, stride * 2, half, real, imaginary, at + half);
	for (let k = 0; k < half; k++) {
		const cos = COS[k * step] ?? 0;
		const sin = -(SIN[k * step] ?? 0);
		const re = real[at + half + k] ?? 0;
		const im = imaginary[at + half + k] ?? 0;
		const turnedRe = re * cos - im * sin;
		const turnedIm = re * sin + im * cos;
		const evenRe = real[at + k] ?? 0;
		const evenIm = imaginary[at + k] ?? 0;
		real[at + k] = evenRe + turnedRe;
		imaginary[at + k] = evenIm + turnedIm;
		real[at + half + k] = evenRe - turnedRe;
		imaginary[at + half + k] = evenIm - turnedIm;
	}
}

/** Returns the samples with a margin on both sides, mirrored at the ends of the 30 s as in Whisper's own code. */
function withMargins(samples: Float32Array): Float64Array {
	const padded = new Float64Array(MEL.maxSamples + FFT_SIZE);
	padded.set(samples.subarray(0, MEL.maxSamples), MARGIN);
	for (let i = 1; i <= MARGIN; i++) {
		padded[MARGIN - i] = samples[i] ?? 0;
		padded[MARGIN + MEL.maxSamples - 1 + i] = samples[MEL.maxSamples - 1 - i] ?? 0;
	}
	return padded;
}

function energyOf({ first, weights }: Band, power: Float64Array): number {
	let sum = 0;
	for (let i = 0; i < weights.length; i++) sum += (weights[i] ?? 0) * (power[first + i] ?? 0);
	return sum;
}

/** Returns the log-mel spectrogram of up to 30 s, band after band, padded with silence to {@link MEL}`.frames`. */
export function logMel(samples: Float32Array): Float32Array {
	const padded = withMargins(samples);
	const frame = new Float64Array(FFT_SIZE);
	const real = new Float64Array(FFT_SIZE);
	const imaginary = new Float64Array(FFT_SIZE);
	const power = new Float64Array(BINS);
	const mel = new Float32Array(MEL.bands * MEL.frames).fill(-10);
	const audible = Math.min(MEL.frames, Math.ceil((samples.length + FFT_SIZE) / HOP) + 1);
	let loudest = -10;
	for (let t = 0; t < audible; t++) {
		for (let i = 0; i < FFT_SIZE; i++) frame[i] = (padded[t * HOP + i] ?? 0) * (HANN[i] ?? 0);
		transform(frame, 0, 1, FFT_SIZE, real, imaginary, 0);
		for (let bin = 0; bin < BINS; bin++) power[bin] = (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
		for (const [index, band] of BANDS.entries()) {
			const value = Math.log10(Math.max(energyOf(band, power), 1e-10));
			mel[index * MEL.frames + t] = value;
			if (value > loudest) loudest = value;
		}
	}
	const floor = loudest - 8;
	for (let i = 0; i < mel.length; i++) mel[i] = (Math.max(mel[i] ?? 0, floor) + 4) / 4;
	return mel;
}
