/** Maximum time a transaction may occupy the event loop before reads get their turn, in ms. */
const SLICE_MS = 0.4;

/** Resolves in the next turn of the event loop, after what has arrived meanwhile. */
export const eventLoopTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Divides the time of transactions into slices, between which others read: SQLite's statements run on the event loop,
 * and a transaction that awaits nothing else would occupy it until its end.
 */
export class Slices {
	#startMs = 0;
	#turn: Promise<void> | null = null;
	/** How long transactions have waited between slices so far, in ms. */
	#waitedMs = 0;

	/** Begins a slice: the event loop has just had its turn. */
	begin(): void {
		this.#startMs = performance.now();
	}

	/** A clock of the time that transactions have taken, in ms; it stands still between slices. */
	nowMs(): number {
		return performance.now() - this.#waitedMs;
	}

	/** Returns null while the slice lasts, and otherwise a promise that the transaction has to wait for. */
	next(): Promise<void> | null {
		if (this.#turn === null && performance.now() - this.#startMs > SLICE_MS) this.#turn = this.#waitForTurn();
		return this.#turn;
	}

	async #waitForTurn(): Promise<void> {
		const fromMs = performance.now();
		await eventLoopTurn();
		this.#turn = null;
		this.#startMs = performance.now();
		this.#waitedMs += this.#startMs - fromMs;
	}
}
