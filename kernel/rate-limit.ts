import { AppError } from "./errors.ts";
import { type Window, Windows } from "./rate-windows.ts";

/** One rule: `quota` requests in each window of `windowSeconds`. */
export interface RatePolicy {
	/** Name shown in `RateLimit-Policy`. */
	readonly name: string;
	readonly quota: number;
	readonly windowSeconds: number;
	/** Doubles the window each time it was exhausted, up to this length; a window that was not starts over. Default: never. */
	readonly maxWindowSeconds?: number;
}

/** The state of one key after a request was counted. */
export interface RateVerdict {
	readonly policy: RatePolicy;
	readonly allowed: boolean;
	/** Requests left in the window. */
	readonly remaining: number;
	/** Seconds until the window ends, at least 1. */
	readonly resetSeconds: number;
	/** Names the window it was counted in, for {@link Limiter.giveBack}. */
	readonly window: number;
}

/** Counts requests per key. The embedded implementation answers at once; a shared one (Redis) answers with a promise. */
export interface Limiter {
	/** Counts `cost` requests (0 only looks) of `key` under `policy`; one that is not allowed is not counted. */
	take(policy: RatePolicy, key: string, cost?: number): RateVerdict | Promise<RateVerdict>;
	/** Uncounts one request that was counted in `window`; nothing when the key has another window by now. */
	giveBack(policy: RatePolicy, key: string, window: number): void | Promise<void>;
	/** Forgets the key, exhausted windows included. */
	reset(policy: RatePolicy, key: string): void | Promise<void>;
}

/** Fixed windows in this process. Memory is bounded: see {@link Windows} for what is forgotten first. */
export function createMemoryLimiter(nowMs: () => number): Limiter {
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
				window = { serial: ++serial, count: 0, lengthMs, endsAtMs: now + lengthMs, usefulUntilMs: 0 };
				windows.place(key, window, policy, now);
			}
			const allowed = window.count + cost <= policy.quota;
			if (allowed && cost > 0) {
				window.count += cost;
				if (window.count === policy.quota) windows.place(key, window, policy, now);
			}
			return {
				policy,
				allowed,
				remaining: policy.quota - window.count,
				resetSeconds: Math.max(1, Math.ceil((window.endsAtMs - now) / 1000)),
				window: window.serial,
			};
		},
		giveBack(policy, key, serialOfTaken) {
			const windows = windowsOf(policy);
			const window = windows.get(key);
			if (window?.serial !== serialOfTaken || window.count === 0) return;
			const wasExhausted = window.count === policy.quota;
			window.count--;
			if (wasExhausted) windows.place(key, window, policy, nowMs());
		},
		reset(policy, key) {
			windowsOf(policy).delete(key);
		},
	};
}

/** Twice the last window's when that was exhausted and somebody comes back within as long again. */
function nextLengthMs(
	{ quota, windowSeconds, maxWindowSeconds = 0 }: RatePolicy,
	last: Window | undefined,
	now: number,
) {
	const shortest = windowSeconds * 1000;
	const isOver = last === undefined || last.count < quota || now >= last.endsAtMs + last.lengthMs;
	return isOver ? shortest : Math.max(shortest, Math.min(last.lengthMs * 2, maxWindowSeconds * 1000));
}

/** The refusal of a verdict that does not allow. @param what was too much: `attempts` */
export const tooMany = (what: string, { policy, resetSeconds }: RateVerdict): AppError =>
	new AppError("rate_limited", `Too many ${what}; come back in ${resetSeconds} s.`, {
		meta: { policy: policy.name },
		retryAfterSeconds: resetSeconds,
	});
