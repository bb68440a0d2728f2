import type { Slices } from "#kernel/slices";
import type { Vectors } from "./vectors.ts";

const DAMPING = 0.85;
const ROUNDS = 30;

/**
 * Returns how central each sentence is: 1 on average. This is continuous LexRank (Erkan and Radev, 2004): a sentence is
 * central when it is similar to central ones. The similarity of all pairs is the product of the vectors with themselves, so
 * it is multiplied from both sides and never made.
 */
export async function rank(vectors: Vectors, slices: Slices): Promise<Float64Array> {
	const { count } = vectors;
	/** Sums of the similarities to all others: what a sentence gives to each is in proportion to these. */
	const totals = withoutOwn(vectors, new Float64Array(count).fill(1));
	let ranks = new Float64Array(count).fill(1);
	for (let round = 0; round < ROUNDS; round++) {
		const given = ranks.map((each, row) => ((totals[row] ?? 0) > 1e-9 ? each / (totals[row] ?? 1) : 0));
		const received = withoutOwn(vectors, given);
		ranks = received.map((each) => 1 - DAMPING + DAMPING * each);
		if (slices.isOver) await slices.pause();
	}
	return ranks;
}

/** Returns what each sentence gets from all others, in proportion to their similarity. */
function withoutOwn(vectors: Vectors, given: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
	const received = vectors.products(vectors.sum(given));
	return given.map((own, row) => Math.max(0, (received[row] ?? 0) - (vectors.isEmpty(row) ? 0 : own)));
}
