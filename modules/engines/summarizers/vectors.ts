import type { Slices } from "#kernel/slices";

/**
 * Sentences as vectors of length 1, one dimension for each term, weighted by TF-IDF; only what is not 0 is stored. What
 * is computed with them takes time in proportion to the number of words, never to the pairs of sentences.
 */
export class Vectors {
	readonly count: number;
	/** Where the terms of each sentence begin, and at the end how many there are. */
	readonly #starts: Uint32Array;
	readonly #terms: Uint32Array;
	readonly #weights: Float64Array;
	/** A sum of vectors, while it is needed. */
	readonly #total: Float64Array;

	private constructor(starts: Uint32Array, terms: Uint32Array, weights: Float64Array, dimensions: number) {
		this.count = starts.length - 1;
		this.#starts = starts;
		this.#terms = terms;
		this.#weights = weights;
		this.#total = new Float64Array(dimensions);
	}

	/** Makes the vectors of sentences by the stems of their words. */
	static async of(sentences: readonly { readonly stems: readonly string[] }[], slices: Slices): Promise<Vectors> {
		const idOf = new Map<string, number>();
		const sentencesWith: number[] = [];
		const starts = new Uint32Array(sentences.length + 1);
		const most = sentences.reduce((sum, { stems }) => sum + stems.length, 0);
		const terms = new Uint32Array(most);
		const weights = new Float64Array(most);
		await slices.visit(sentences, ({ stems }, row) => {
			const from = starts[row] ?? 0;
			let to = from;
			for (const stem of stems) {
				const id = idOf.get(stem) ?? idOf.size;
				if (id === idOf.size) idOf.set(stem, id);
				// Sentences are short.
				let at = from;
				while (at < to && terms[at] !== id) at++;
				if (at === to) {
					terms[to++] = id;
					sentencesWith[id] = (sentencesWith[id] ?? 0) + 1;
				}
				weights[at] = (weights[at] ?? 0) + 1;
			}
			starts[row + 1] = to;
		});
		await slices.visit(sentences, (_sentence, row) => {
			const [from, to] = [starts[row] ?? 0, starts[row + 1] ?? 0];
			const rarity = (id: number) => Math.log(1 + sentences.length / (sentencesWith[id] ?? 1));
			for (let at = from; at < to; at++) weights[at] = (weights[at] ?? 0) * rarity(terms[at] ?? 0);
			const length = Math.hypot(...weights.subarray(from, to));
			for (let at = from; at < to; at++) weights[at] = (weights[at] ?? 0) / length;
		});
		return new Vectors(starts, terms, weights, idOf.size);
	}

	/** Whether a sentence has no terms: it is similar to none. */
	isEmpty(row: number): boolean {
		return this.#starts[row] === this.#starts[row + 1];
	}

	/**
	 * Adds up how similar each sentence is to all, each times its factor.
	 * @param into where the sums are put, one for each sentence
	 */
	mix(factors: Float64Array, into: Float64Array): void {
		const total = this.#total.fill(0);
		for (let row = 0; row < this.count; row++) {
			const factor = factors[row] ?? 0;
			if (factor === 0) continue;
			for (let at = this.#starts[row] ?? 0; at < (this.#starts[row + 1] ?? 0); at++) {
				const term = this.#terms[at] ?? 0;
				total[term] = (total[term] ?? 0) + factor * (this.#weights[at] ?? 0);
			}
		}
		for (let row = 0; row < this.count; row++) {
			let sum = 0;
			for (let at = this.#starts[row] ?? 0; at < (this.#starts[row + 1] ?? 0); at++)
				sum += (this.#weights[at] ?? 0) * (total[this.#terms[at] ?? 0] ?? 0);
			into[row] = sum;
		}
	}

	/** Returns how similar each sentence is to one of them, 0…1. */
	similarities(row: number): Float64Array {
		const alone = new Float64Array(this.count);
		alone[row] = 1;
		const similarities = new Float64Array(this.count);
		this.mix(alone, similarities);
		return similarities;
	}
}
