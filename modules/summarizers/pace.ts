/** How long one portion of work may keep others waiting, in ms. */
const PORTION_MS = 4;

/** Gives way to other requests every few milliseconds of a long computation. */
export class Pace {
	readonly #signal: AbortSignal;
	#since = performance.now();

	constructor(signal: AbortSignal) {
		this.#signal = signal;
	}

	/** Whether it is time for {@link giveWay}: asked often, so that what follows need not be awaited each time. */
	get isDue(): boolean {
		return performance.now() - this.#since > PORTION_MS;
	}

	/** Lets others work. @throws the reason of the signal */
	async giveWay(): Promise<void> {
		await new Promise<void>((resolve) => setImmediate(resolve));
		this.#signal.throwIfAborted();
		this.#since = performance.now();
	}

	/** Calls a function for each item, in order. @throws the reason of the signal */
	async each<T>(items: readonly T[], work: (item: T, index: number) => void): Promise<void> {
		for (const [index, item] of items.entries()) {
			work(item, index);
			if (this.isDue) await this.giveWay();
		}
	}
}
