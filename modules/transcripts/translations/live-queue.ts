/** How long a final waits for others that are spoken at the same time, in ms. */
const DEBOUNCE_MS = 100;
/** Most items that wait; what is beyond is left out. */
const MAX_WAITING = 500;
/** Most items of a batch: a reader shall not wait for many others. */
const MAX_BATCH = 20;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 1_000;
/** How long one batch may take, in ms. */
const LIMIT_MS = 60_000;

/** Options of {@link LiveQueue}. */
export interface LiveQueueOptions<Item> {
	/** Works on a batch; `hopeless`: nothing that is added can be done for now. */
	readonly work: (items: readonly Item[], signal: AbortSignal) => Promise<"done" | "hopeless">;
	readonly isRetryable: (error: unknown) => boolean;
	/** Called for a batch that is given up. */
	readonly onFailure: (error: unknown) => void;
	/** Called when nothing is waiting any longer. */
	readonly onIdle: () => void;
}

/** Items that are worked on in batches, one batch at a time; of two with one key, the later one counts. */
export class LiveQueue<Item> {
	readonly #options: LiveQueueOptions<Item>;
	#waiting = new Map<string, Item>();
	#isRunning = false;

	constructor(options: LiveQueueOptions<Item>) {
		this.#options = options;
	}

	/** Adds an item, unless too many wait. */
	add(key: string, item: Item): void {
		if (this.#waiting.size >= MAX_WAITING && !this.#waiting.has(key)) return;
		this.#waiting.set(key, item);
		if (this.#isRunning) return;
		this.#isRunning = true;
		void this.#run();
	}

	async #run(): Promise<void> {
		await Bun.sleep(DEBOUNCE_MS);
		while (this.#waiting.size > 0) {
			const batch = [...this.#waiting].slice(0, MAX_BATCH);
			for (const [key] of batch) this.#waiting.delete(key);
			const isHopeless = await this.#attempt(batch.map(([, item]) => item));
			if (isHopeless) this.#waiting.clear();
		}
		this.#isRunning = false;
		this.#options.onIdle();
	}

	/** @returns whether nothing can be done for now */
	async #attempt(batch: readonly Item[]): Promise<boolean> {
		for (let attempt = 1; ; attempt++) {
			try {
				return (await this.#options.work(batch, AbortSignal.timeout(LIMIT_MS))) === "hopeless";
			} catch (error) {
				if (attempt < MAX_ATTEMPTS && this.#options.isRetryable(error)) {
					await Bun.sleep(RETRY_MS * attempt);
					continue;
				}
				this.#options.onFailure(error);
				return !this.#options.isRetryable(error);
			}
		}
	}
}
