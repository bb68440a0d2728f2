import type { RatePolicy } from "./rate-limit.ts";

/** The usage of one key under one policy in one period of time. */
export interface Window {
	/** Distinguishes it from the other windows of its key. */
	readonly serial: number;
	count: number;
	readonly lengthMs: number;
	readonly endsAtMs: number;
	/**
	 * Time from which it can be evicted, in ms of the limiter's clock: at its end, or later if it determines the length of the next window.
	 */
	keepUntilMs: number;
}

/** Maximum number of windows per queue of a policy, so that an attacker's keys cannot exhaust memory. */
const MAX_WINDOWS = 100_000;

/**
 * The windows of one policy. They are kept in two queues, so that invented keys evict only each other: a window that
 * blocks its key, or that is longer than others because an earlier one did, is never evicted in favor of a regular one.
 */
export class Windows {
	readonly #regular = new EvictionQueue();
	readonly #penalized = new EvictionQueue();

	/** Returns the last window of a key, which may be over; undefined when there was none or it was evicted. */
	get(key: string): Window | undefined {
		return this.#regular.get(key) ?? this.#penalized.get(key);
	}

	/** Stores the window of a key in the queue that its count calls for, replacing the previous one. */
	set(key: string, window: Window, policy: RatePolicy, nowMs: number): void {
		const { quota, windowSeconds, maxWindowSeconds } = policy;
		const isExhausted = window.count >= quota;
		const lengthensNext = isExhausted && maxWindowSeconds !== undefined;
		window.keepUntilMs = window.endsAtMs + (lengthensNext ? window.lengthMs : 0);
		this.delete(key);
		const queue = isExhausted || window.lengthMs > windowSeconds * 1000 ? this.#penalized : this.#regular;
		queue.add(key, window, nowMs);
	}

	/** Removes a key. */
	delete(key: string): void {
		if (!this.#regular.delete(key)) this.#penalized.delete(key);
	}
}

/**
 * Windows in insertion order (CLOCK). Each insertion checks the two oldest for eviction, so that there never is one long sweep.
 */
class EvictionQueue {
	readonly #windows = new Map<string, Window>();
	/** Position of the clock hand: entries behind it have been visited, new entries are ahead of it. */
	#hand = this.#windows.entries();

	get(key: string): Window | undefined {
		return this.#windows.get(key);
	}

	delete(key: string): boolean {
		return this.#windows.delete(key);
	}

	add(key: string, window: Window, nowMs: number): void {
		if (this.#windows.size >= MAX_WINDOWS) this.#shift();
		else for (let seen = 0; seen < 2; seen++) this.#evictIfExpired(nowMs);
		this.#windows.set(key, window);
	}

	/** Evicts the oldest window if it is expired; otherwise moves it to the end to be checked again later. */
	#evictIfExpired(nowMs: number): void {
		const oldest = this.#shift();
		if (oldest && oldest[1].keepUntilMs > nowMs) this.#windows.set(...oldest);
	}

	#shift(): [string, Window] | undefined {
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
