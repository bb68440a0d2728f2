import type { Slices } from "#kernel/slices";

/**
 * Sentences as vectors of length 1, one dimension for each term, weighted by TF-IDF; only what is not 0 is stored. What
 * is computed with them takes time in proportion to the number of words, never to the pairs of sentences.
 */
export class Vectors {
	readonly count: number;
	readonly #dimensions: number;
	/** Where the terms of each sentence begin, and at the end how many there are. */
	readonly #starts: Uint32Array;
	readonly #terms: Uint32Array;
	readonly #weights: Float64Array;

	private constructor(starts: Uint32Array, terms: Uint32Array, weights: Float64Array, dimensions: number) {
		this.count = starts.length - 1;
		this.#starts = starts;
		this.#terms = terms;
		this.#weights = weights;
		this.#dimensions = dimensions;
	}

	/** Makes the vectors of sentences by the stems of their words. */
	static async of(sentences: readonly (readonly string[])[], slices: Slices): Promise<Vectors> {
		const idOf = new Map<string, number>();
		const sentencesWith: number[] = [];
		const counted: Map<number, number>[] = [];
		await slices.visit(sentences, (stems) => {
			const frequencies = new Map<number, number>();
			for (const stem of stems) {
				const id = idOf.get(stem) ?? idOf.size;
				if (id === idOf.size) idOf.set(stem, id);
				frequencies.set(id, (frequencies.get(id) ?? 0) + 1);
			}
			for (const id of frequencies.keys()) sentencesWith[id] = (sentencesWith[id] ?? 0) + 1;
			counted.push(frequencies);
		});
		const starts = new Uint32Array(sentences.length + 1);
		for (const [row, { size }] of counted.entries()) starts[row + 1] = (starts[row] ?? 0) + size;
		const terms = new Uint32Array(starts.at(-1) ?? 0);
		const weights = new Float64Array(terms.length);
		await slices.visit(counted, (frequencies, row) => {
			const rarity = (id: number) => Math.log(1 + sentences.length / (sentencesWith[id] ?? 1));
			const weighted = [...frequencies].map(([id, frequency]) => [id, frequency * rarity(id)] as const);
			const length = Math.hypot(...weighted.map(([, weight]) => weight));
			for (const [offset, [id, weight]] of weighted.entries()) {
				terms[(starts[row] ?? 0) + offset] = id;
				weights[(starts[row] ?? 0) + offset] = weight / length;
			}
		});
		return new Vectors(starts, terms, weights, idOf.size);
	}

	/** Whether a sentence has no terms: it is similar to none. */
	isEmpty(row: number): boolean {
		return this.#starts[row] === this.#starts[row + 1];
	}

	/** Returns the sum of all vectors, each times its factor. */
	sum(factors: Float64Array): Float64Array {
		const total = new Float64Array(this.#dimensions);
		for (let row = 0; row < this.count; row++) {
			const factor = factors[row] ?? 0;
			if (factor === 0) continue;
			for (let at = this.#starts[row] ?? 0; at < (this.#starts[row + 1] ?? 0); at++) {
				const term = this.#terms[at] ?? 0;
				total[term] = (total[term] ?? 0) + factor * (this.#weights[at] ?? 0);
			}
		}
		return total;
	}

	/** Returns the product of each vector with another one. */
	products(other: Float64Array): Float64Array {
		const products = new Float64Array(this.count);
		for (let row = 0; row < this.count; row++) {
			let product = 0;
			for (let at = this.#starts[row] ?? 0; at < (this.#starts[row + 1] ?? 0); at++)
				product += (this.#weights[at] ?? 0) * (other[this.#terms[at] ?? 0] ?? 0);
			products[row] = product;
		}
		return products;
	}

	/** Returns how similar each sentence is to one of them, 0…1. */
	similarities(row: number): Float64Array {
		const alone = new Float64Array(this.count);
		alone[row] = 1;
		return this.products(this.sum(alone));
	}
}
