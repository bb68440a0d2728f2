import type { SteadyMs } from "./clock.ts";
import { AppError } from "./errors.ts";
import { type Window, Windows } from "./rate-windows.ts";
import { asValue, type Message, text } from "./texts.ts";

/** A rate limit: `quota` requests in each window of `windowSeconds`. */
export interface RatePolicy {
	/** Name shown in `RateLimit-Policy`. */
	readonly name: string;
	readonly quota: number;
	readonly windowSeconds: number;
	/**
	 * Maximum length of a window: each window that follows an exhausted one is twice as long, up to this; otherwise the
	 * length is reset. Default: windows never grow.
	 */
	readonly maxWindowSeconds?: number;
	/** Whether it holds for all instances of the installation together, where they can count together. Default: for each. */
	readonly isShared?: boolean;
}

/** Result of counting a request: whether it is allowed, and the state of its key. */
export interface RateVerdict {
	readonly policy: RatePolicy;
	readonly allowed: boolean;
	/** Requests left in the window. */
	readonly remaining: number;
	/** Seconds until the window ends, at least 1. */
	readonly resetSeconds: number;
	/** Tells the window it was counted in from others of its key, for {@link Limiter.refund}. */
	readonly window: number;
	/** Not allowed, but another instance may soon give back what it has just counted. Absent: false. */
	readonly mayReopen?: boolean;
}

/** Counts requests per key. Returns synchronously where it counts in memory, as it does for policies that are not shared. */
export interface Limiter {
	/**
	 * Counts `cost` requests (0 only reads the state) of `key` under `policy`; a request that is not allowed is not
	 * counted.
	 */
	take(policy: RatePolicy, key: string, cost?: number): RateVerdict | Promise<RateVerdict>;
	/** Takes back one request that was counted with this verdict; has no effect once the key has another window. */
	refund(key: string, counted: RateVerdict): void | Promise<void>;
	/** Resets the key, exhausted windows included. */
	reset(policy: RatePolicy, key: string): void | Promise<void>;
}

/**
 * Creates a limiter with fixed windows in the memory of this process. Memory is bounded: see {@link Windows} for what
 * is evicted first.
 * @param nowMs steady: by a clock that was set ahead and back, whoever had to wait a minute would wait for days
 */
export function createMemoryLimiter(nowMs: SteadyMs): Limiter {
	const byPolicy = new Map<string, Windows>();
	let serial = 0;

	function windowsOf(policy: RatePolicy): Windows {
		const known = byPolicy.get(policy.name);
		if (known) return known;
		const windows = new Windows();
		byPolicy.set(policy.name, windows);
		return windows;
	}

	return {
		take(policy, key, cost = 1) {
			const now = nowMs();
			const windows = windowsOf(policy);
			let window = windows.get(key);
			if (!window || window.endsAtMs <= now) {
				const lengthMs = nextLengthMs(policy, window, now);
				window = { serial: ++serial, count: 0, lengthMs, endsAtMs: now + lengthMs, keepUntilMs: 0 };
				windows.set(key, window, policy, now);
			}
			const allowed = window.count + cost <= policy.quota;
			if (allowed && cost > 0) {
				window.count += cost;
				if (window.count === policy.quota) windows.set(key, window, policy, now);
			}
			return {
				policy,
				allowed,
				remaining: policy.quota - window.count,
				resetSeconds: Math.max(1, Math.ceil((window.endsAtMs - now) / 1000)),
				window: window.serial,
			};
		},
		refund(key, { policy, window: windowSerial }) {
			const windows = windowsOf(policy);
			const window = windows.get(key);
			if (window?.serial !== windowSerial || window.count === 0) return;
			const wasExhausted = window.count === policy.quota;
			window.count--;
			if (wasExhausted) windows.set(key, window, policy, nowMs());
		},
		reset(policy, key) {
			windowsOf(policy).delete(key);
		},
	};
}

/**
 * Returns the length of the next window, in ms: twice that of the last one if it was exhausted and ended less than its own
 * length ago.
 */
export function nextLengthMs(
	{ quota, windowSeconds, maxWindowSeconds = 0 }: RatePolicy,
	last: Pick<Window, "count" | "lengthMs" | "endsAtMs"> | undefined,
	now: number,
): number {
	const shortest = windowSeconds * 1000;
	const isOver = last === undefined || last.count < quota || now >= last.endsAtMs + last.lengthMs;
	return isOver ? shortest : Math.max(shortest, Math.min(last.lengthMs * 2, maxWindowSeconds * 1000));
}

/**
 * Creates the error for a request that is not allowed. @param problem what there was too much
 * of: `Too many attempts`
 */
export const rateLimited = (problem: Message, { policy, resetSeconds }: RateVerdict): AppError =>
	new AppError(
		"rate_limited",
		text("{problem}; retry in {seconds} s.", { problem: asValue(problem), seconds: resetSeconds }),
		{
			meta: { policy: policy.name },
			retryAfterSeconds: resetSeconds,
		},
	);
