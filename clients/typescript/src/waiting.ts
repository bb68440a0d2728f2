const FIRST_DELAY_MS = 250;

/** Returns the pause before the next attempt: random up to a limit that doubles, so that clients do not return together. */
export function delayOf(attempt: number, maxDelayMs: number): number {
	const limitMs = Math.min(maxDelayMs, FIRST_DELAY_MS * 2 ** Math.min(attempt - 1, 20));
	return limitMs / 2 + (Math.random() * limitMs) / 2;
}

/** Waits. @throws the reason of the signal once that is aborted */
export function sleep(ms: number, signal?: AbortSignal | null): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const onAbort = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", onAbort);
			resolve();
		}, ms);
		signal?.addEventListener("abort", onAbort, { once: true });
	});
}

/** A pause that can be cut short. */
export class Pause {
	#cut: (() => void) | null = null;

	/** Waits, or until it is cut short or the signal is aborted. */
	async wait(ms: number, signal: AbortSignal): Promise<void> {
		const cutting = new AbortController();
		this.#cut = () => cutting.abort();
		await sleep(ms, AbortSignal.any([signal, cutting.signal])).catch(() => undefined);
		this.#cut = null;
	}

	cut(): void {
		this.#cut?.();
	}
}

/** Values for one reader, in their order. */
export class Queue<T> implements AsyncIterableIterator<T> {
	readonly #waiting: T[] = [];
	readonly #onReturn: () => void;
	#wake: (() => void) | null = null;
	#end: { readonly error?: unknown } | null = null;

	/** @param onReturn called when the reader leaves */
	constructor(onReturn: () => void) {
		this.#onReturn = onReturn;
	}

	/** Adds a value. @param replaces finds one that still waits, whose place it takes */
	push(value: T, replaces?: (waiting: T) => boolean): void {
		if (this.#end) return;
		const at = replaces ? this.#waiting.findIndex(replaces) : -1;
		if (at >= 0) this.#waiting[at] = value;
		else this.#waiting.push(value);
		this.#wake?.();
	}

	/** Ends it: the reader gets what waits, then the error if there is one. */
	end(end: { readonly error?: unknown } = {}): void {
		this.#end ??= end;
		this.#wake?.();
	}

	async next(): Promise<IteratorResult<T, undefined>> {
		for (;;) {
			if (this.#waiting.length > 0) return { done: false, value: this.#waiting.shift() as T };
			if (this.#end) {
				const { error } = this.#end;
				this.#end = {};
				if (error !== undefined) throw error;
				return { done: true, value: undefined };
			}
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}

	async return(): Promise<IteratorResult<T, undefined>> {
		this.#waiting.length = 0;
		this.end();
		this.#onReturn();
		return { done: true, value: undefined };
	}

	[Symbol.asyncIterator](): this {
		return this;
	}
}
