/** Frames of the encoder that the median of attention is taken over. */
const MEDIAN = 7;

/**
 * Returns for each token the frame of 20 ms in which it begins, by the path of the highest attention through tokens and
 * frames (dynamic time warping).
 * @param attention of each token, where each alignment head looked
 * @param frames number of frames that are audio, not padding
 */
export function alignTokens(attention: readonly (readonly Float32Array[])[], frames: number): Int32Array {
	const rows = attention.length;
	const heads = attention[0]?.length ?? 0;
	const costs = new Float64Array(rows * frames);
	for (let head = 0; head < heads; head++) {
		const weights = normalized(
			attention.map((ofToken) => ofToken[head] ?? new Float32Array(frames)),
			frames,
		);
		for (let row = 0; row < rows; row++)
			for (let frame = 0; frame < frames; frame++)
				costs[row * frames + frame] =
					(costs[row * frames + frame] ?? 0) - median(weights, row * frames, frame, frames) / heads;
	}
	return firstFrames(costs, rows, frames);
}

/** Returns how much more than usual each token looks at each frame: in standard deviations over the tokens. */
function normalized(rows: readonly Float32Array[], frames: number): Float64Array {
	const result = new Float64Array(rows.length * frames);
	for (let frame = 0; frame < frames; frame++) {
		let sum = 0;
		let squares = 0;
		for (const row of rows) {
			const value = row[frame] ?? 0;
			sum += value;
			squares += value * value;
		}
		const mean = sum / rows.length;
		const deviation = Math.sqrt(Math.max(squares / rows.length - mean * mean, 1e-20));
		for (const [index, row] of rows.entries()) result[index * frames + frame] = ((row[frame] ?? 0) - mean) / deviation;
	}
	return result;
}

const around = new Float64Array(MEDIAN);

/** Returns the median around a frame of the row that begins at `from`; beyond the ends the row is mirrored. */
function median(values: Float64Array, from: number, frame: number, frames: number): number {
	for (let i = 0; i < MEDIAN; i++) {
		let at = Math.abs(frame + i - (MEDIAN >> 1));
		if (at >= frames) at = Math.max(0, 2 * frames - 2 - at);
		around[i] = values[from + at] ?? 0;
	}
	return around.sort()[MEDIAN >> 1] ?? 0;
}

/** Returns the first frame of each row on the cheapest path from the first to the last cell. */
function firstFrames(costs: Float64Array, rows: number, frames: number): Int32Array {
	const width = frames + 1;
	const total = new Float64Array((rows + 1) * width).fill(Number.POSITIVE_INFINITY);
	const cameFrom = new Uint8Array((rows + 1) * width);
	total[0] = 0;
	for (let row = 1; row <= rows; row++) {
		for (let frame = 1; frame <= frames; frame++) {
			const diagonal = total[(row - 1) * width + frame - 1] ?? 0;
			const above = total[(row - 1) * width + frame] ?? 0;
			const before = total[row * width + frame - 1] ?? 0;
			const best = Math.min(diagonal, above, before);
			total[row * width + frame] = (costs[(row - 1) * frames + frame - 1] ?? 0) + best;
			cameFrom[row * width + frame] = best === diagonal ? 0 : best === above ? 1 : 2;
		}
	}
	const first = new Int32Array(rows);
	for (let row = rows, frame = frames; row > 0 && frame > 0; ) {
		first[row - 1] = frame - 1;
		const from = cameFrom[row * width + frame];
		if (from !== 2) row--;
		if (from !== 1) frame--;
	}
	return first;
}
