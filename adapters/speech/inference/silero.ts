import { floatsOf, type InferenceSession, Tensor } from "./runtime.ts";

/** Samples of a frame, 32 ms, and of the end of the frame before it, which the model hears again. */
const FRAME = 512;
const CONTEXT = 64;
const STATE_SIZE = 256;

/** Length of what {@link detectFrames} remembers between two pieces of audio: the model's state, and the last samples. */
export const MEMORY_SIZE = STATE_SIZE + CONTEXT;

const SAMPLE_RATE = new Tensor("int64", BigInt64Array.of(16_000n), []);

/**
 * Returns the probability of speech of each whole frame of `samples`.
 * @param memory of the piece before, {@link MEMORY_SIZE} zeros at the beginning; changed in place
 */
export async function detectFrames(
	model: InferenceSession,
	samples: Float32Array,
	memory: Float32Array,
): Promise<Float32Array> {
	const probabilities = new Float32Array(Math.floor(samples.length / FRAME));
	const state = memory.subarray(0, STATE_SIZE);
	const context = memory.subarray(STATE_SIZE);
	for (let index = 0; index < probabilities.length; index++) {
		const input = new Float32Array(CONTEXT + FRAME);
		input.set(context);
		input.set(samples.subarray(index * FRAME, (index + 1) * FRAME), CONTEXT);
		context.set(input.subarray(FRAME));
		const outputs = await model.run({
			input: new Tensor("float32", input, [1, input.length]),
			state: new Tensor("float32", state, [2, 1, 128]),
			sr: SAMPLE_RATE,
		});
		state.set(floatsOf(outputs, "stateN"));
		probabilities[index] = floatsOf(outputs, "output")[0] ?? 0;
	}
	return probabilities;
}
