import type { RatePolicy } from "./rate-limit.ts";

/** What one key used of one policy in one stretch of time. */
export interface Window {
	/** Tells it from the other windows of its key. */
	readonly serial: number;
	count: number;
	readonly lengthMs: number;
	readonly endsAtMs: number;
	/** When nothing depends on it any more, Unix ms: with its end, or later where it decides how long the next one is. */
	usefulUntilMs: number;
}

/** Windows of one sort that are kept for a policy: an attacker's keys must not fill the memory. */
const MAX_WINDOWS = 100_000;

/**
 * The windows of one policy. Two rings, so that invented keys push out only each other: a window that shuts its key out, or
 * is longer than others because an earlier one did, is never forgotten for the sake of one that does not.
 */
export class Windows {
	readonly #harmless = new Ring();
	readonly #telling = new Ring();

	/** The last window of a key, which may be over; undefined when there was none or it is forgotten. */
	get(key: string): Window | undefined {
		return this.#harmless.get(key) ?? this.#telling.get(key);
	}

	/** Keeps the key's window where it belongs by its count, instead of the key's last one. */
	place(key: string, window: Window, policy: RatePolicy, nowMs: number): void {
		const { quota, windowSeconds, maxWindowSeconds } = policy;
		const isExhausted = window.count >= quota;
		const slowsNext = isExhausted && maxWindowSeconds !== undefined;
		window.usefulUntilMs = window.endsAtMs + (slowsNext ? window.lengthMs : 0);
		this.delete(key);
		const ring = isExhausted || window.lengthMs > windowSeconds * 1000 ? this.#telling : this.#harmless;
		ring.add(key, window, nowMs);
	}

	/** Forgets a key. */
	delete(key: string): void {
		if (!this.#harmless.delete(key)) this.#telling.delete(key);
	}
}

/** Windows in the order they came. Each newcomer pays for the upkeep of two, so that nothing is ever swept at once. */
class Ring {
	readonly #windows = new Map<string, Window>();
	/** Walks on while windows come and go: what was passed is behind it, what comes is ahead. */
	#hand = this.#windows.entries();

	get(key: string): Window | undefined {
		return this.#windows.get(key);
	}

	delete(key: string): boolean {
		return this.#windows.delete(key);
	}

	add(key: string, window: Window, nowMs: number): void {
		if (this.#windows.size >= MAX_WINDOWS) this.#takeOldest();
		else for (let seen = 0; seen < 2; seen++) this.#look(nowMs);
		this.#windows.set(key, window);
	}

	/** Forgets the oldest when it is of no use any more, else puts it to the end: its turn comes again. */
	#look(nowMs: number): void {
		const oldest = this.#takeOldest();
		if (oldest && oldest[1].usefulUntilMs > nowMs) this.#windows.set(...oldest);
	}

	#takeOldest(): [string, Window] | undefined {
		let next = this.#hand.next();
		if (next.done) {
			this.#hand = this.#windows.entries();
			next = this.#hand.next();
		}
		if (next.done) return undefined;
		this.#windows.delete(next.value[0]);
		return next.value;
	}
}
