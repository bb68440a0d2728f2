import type { Slices } from "#kernel/slices";
import type { Vectors } from "./vectors.ts";

/** How much it counts that a sentence repeats one that was chosen, 0…1. */
const REDUNDANCY = 0.75;

/** What is chosen from. */
export interface Candidates {
	readonly vectors: Vectors;
	/** How much each sentence counts; 0: it is not chosen. */
	readonly scores: Float64Array;
	/** Who said each; null where that is unknown. */
	readonly speakers: readonly (string | null)[];
	/** How much a further sentence of the same speaker counts, 0…1. */
	readonly repeatedSpeaker: number;
}

/** Returns the indices of up to `most` sentences that count much and repeat each other little (MMR), the best first. */
export async function select(
	{ vectors, scores, speakers, repeatedSpeaker }: Candidates,
	most: number,
	slices: Slices,
): Promise<readonly number[]> {
	const chosen: number[] = [];
	const redundancy = new Float64Array(vectors.count);
	const timesOf = new Map<string | null, number>();
	while (chosen.length < most) {
		let best = -1;
		let highest = 0;
		await slices.visit(scores, (score, row) => {
			const repeats = repeatedSpeaker ** (timesOf.get(speakers[row] ?? null) ?? 0);
			const value = score * (1 - REDUNDANCY * (redundancy[row] ?? 0)) * repeats;
			if (value <= highest || chosen.includes(row)) return;
			highest = value;
			best = row;
		});
		if (best < 0) break;
		chosen.push(best);
		const speaker = speakers[best] ?? null;
		timesOf.set(speaker, (timesOf.get(speaker) ?? 0) + 1);
		for (const [row, similarity] of vectors.similarities(best).entries())
			redundancy[row] = Math.max(redundancy[row] ?? 0, similarity);
		if (slices.isOver) await slices.pause();
	}
	return chosen;
}
