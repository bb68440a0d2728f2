/**
 * Bodies and other long work on the event loop go on in slices: others have their turn every 3 ms, one piece of all
 * such work goes on in each turn of the loop, and organizations take turns. `sliceJson` takes a long list out of JSON
 * to parse its items one by one. `tests/event-loop/stalls.test.ts` measures the longest time without a turn for the
 * largest input of each kind; add the kind that you add. `tests/support/loop-watch.ts` watches every request of the tests.
 */
import { FairQueue, type Ticket } from "./fair-queue.ts";

/** Time for which long work keeps the event loop to itself, in ms. */
const SLICE_MS = 3;

/** Long work of which one piece goes on in each turn of the event loop: the slices of several must not add up. */
const paused = new FairQueue(1);

/**
 * Waits until others had their turn: between two portions of work that waits for nothing else. Of all that waits here, one
 * goes on at a time, and organizations take turns.
 * @param party whose work it is: an organization, or `INSTALLATION`
 */
export function nextTurn(party: string): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	const ticket: Ticket = {
		party,
		run: () =>
			setImmediate(() => {
				resolve();
				paused.leave(ticket);
			}),
	};
	paused.add(ticket);
	return promise;
}

/**
 * Divides long synchronous work into slices, between which others have their turn: ask {@link isOver} after each step,
 * and wait for {@link pause} when it is. A step may take a few ms.
 */
export class Slices {
	readonly #party: string;
	readonly #signal: AbortSignal | undefined;
	#endsAt = performance.now() + SLICE_MS;

	/**
	 * @param party whose work it is, see {@link nextTurn}
	 * @param signal ends the work at a pause
	 */
	constructor(party: string, signal?: AbortSignal) {
		this.#party = party;
		this.#signal = signal;
	}

	/** Whether the slice is over. */
	get isOver(): boolean {
		return performance.now() >= this.#endsAt;
	}

	/**
	 * Lets others have their turn, and begins the next slice.
	 * @param party whose turn it takes, where work of several shares the slices
	 * @throws the reason of the signal
	 */
	async pause(party = this.#party): Promise<void> {
		await nextTurn(party);
		this.#signal?.throwIfAborted();
		this.#endsAt = performance.now() + SLICE_MS;
	}

	/** Calls `visit` for each item, with pauses. */
	async visit<T>(items: Iterable<T>, visit: (item: T, index: number) => void): Promise<void> {
		let index = 0;
		for (const item of items) {
			visit(item, index++);
			if (this.isOver) await this.pause();
		}
	}

	/** Returns what `convert` makes of each item, with pauses. */
	async map<T, R>(items: Iterable<T>, convert: (item: T, index: number) => R): Promise<R[]> {
		const converted: R[] = [];
		await this.visit(items, (item, index) => void converted.push(convert(item, index)));
		return converted;
	}

	/** Returns the items in ascending order of a number of each, equal ones in the order they had, with pauses. */
	async sort<T>(items: readonly T[], keyOf: (item: T) => number): Promise<T[]> {
		let runs: T[][] = [];
		for (let at = 0; at < items.length; at += RUN) {
			runs.push(items.slice(at, at + RUN).sort((a, b) => keyOf(a) - keyOf(b)));
			if (this.isOver) await this.pause();
		}
		while (runs.length > 1) {
			const merged: T[][] = [];
			for (let at = 0; at < runs.length; at += 2)
				merged.push(await this.#merge(runs[at] ?? [], runs[at + 1] ?? [], keyOf));
			runs = merged;
		}
		return runs[0] ?? [];
	}

	async #merge<T>(left: readonly T[], right: readonly T[], keyOf: (item: T) => number): Promise<T[]> {
		const merged: T[] = [];
		let at = 0;
		for (const item of left) {
			for (let other = right[at]; other !== undefined && keyOf(other) < keyOf(item); other = right[++at])
				merged.push(other);
			merged.push(item);
			if (this.isOver) await this.pause();
		}
		for (; at < right.length; at += RUN) {
			merged.push(...right.slice(at, at + RUN));
			if (this.isOver) await this.pause();
		}
		return merged;
	}
}

/** Items sorted in one step. */
const RUN = 5_000;
