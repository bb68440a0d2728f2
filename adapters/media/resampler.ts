/** Turns chunks of one channel into chunks at another sample rate. */
export interface Resampler {
	/** Returns what can be computed so far. */
	push(samples: Float32Array): Float32Array;
	/** Returns the rest; the resampler is used up then. */
	end(): Float32Array;
}

/** Zero crossings of the filter on each side: more are sharper and slower. */
const CROSSINGS = 16;
/** Part of the band below half the sample rate that passes unchanged. */
const PASS = 0.94;

/** Greatest common divisor. */
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/**
 * Creates a resampler: a windowed sinc filter, computed once for each phase between the two rates.
 * @param from whole Hz
 * @param to whole Hz
 */
export function createResampler(from: number, to: number): Resampler {
	if (from === to) return { push: (samples) => samples, end: () => new Float32Array() };
	const divisor = gcd(from, to);
	const up = to / divisor;
	const down = from / divisor;
	const cutoff = Math.min(1, to / from) * PASS;
	const half = Math.ceil(CROSSINGS / cutoff);
	const phases = Array.from({ length: up }, (_, phase) => filterOf(phase / up, half, cutoff));

	// Silence before the first sample, so that its neighbours exist.
	let pending = new Float32Array(half - 1);
	/** Position of the next output, in steps of 1/up input samples after the first of `pending`. */
	let position = (half - 1) * up;

	function push(samples: Float32Array): Float32Array {
		const input = new Float32Array(pending.length + samples.length);
		input.set(pending);
		input.set(samples, pending.length);
		// An output at sample n needs samples n − half + 1 … n + half.
		const count = Math.max(0, Math.ceil(((input.length - half) * up - position) / down));
		const output = new Float32Array(count);
		for (let at = 0; at < count; at++, position += down) {
			const center = Math.floor(position / up);
			const filter = phases[position % up] ?? new Float32Array();
			const first = center - half + 1;
			let sum = 0;
			for (let tap = 0; tap < filter.length; tap++) sum += (filter[tap] ?? 0) * (input[first + tap] ?? 0);
			output[at] = sum;
		}
		const done = Math.max(0, Math.floor(position / up) - half + 1);
		pending = input.slice(done);
		position -= done * up;
		return output;
	}

	return { push, end: () => push(new Float32Array(half)) };
}

/** Returns the weights of the input samples around an output that lies `fraction` of a sample after one of them. */
function filterOf(fraction: number, half: number, cutoff: number): Float32Array {
	const weights = new Float32Array(2 * half);
	let total = 0;
	for (let tap = 0; tap < weights.length; tap++) {
		const distance = tap - half + 1 - fraction;
		const x = Math.PI * distance * cutoff;
		const sinc = x === 0 ? 1 : Math.sin(x) / x;
		const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / half);
		const weight = Math.abs(distance) < half ? sinc * window : 0;
		weights[tap] = weight;
		total += weight;
	}
	return weights.map((weight) => weight / total);
}
