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
}

/** Counts requests per key. The embedded implementation answers at once; a shared one (Redis) answers with a promise. */
export interface Limiter {
	/** Counts `cost` requests (0 only looks) of `key` under `policy`. */
	take(policy: RatePolicy, key: string, cost?: number): RateVerdict | Promise<RateVerdict>;
	/** Forgets what was counted, e.g. after a successful sign-in. */
	reset(policy: RatePolicy, key: string): void | Promise<void>;
}

interface Window {
	count: number;
	readonly lengthMs: number;
	readonly endsAtMs: number;
}

/** A policy's windows are swept when this many are held: an attacker's keys must not fill the memory. */
const MAX_WINDOWS = 100_000;

/** Fixed windows in this process. Memory is bounded; expired windows go first, then the oldest. */
export function createMemoryLimiter(nowMs: () => number): Limiter {
	const byPolicy = new Map<string, Map<string, Window>>();

	function windowsOf(policy: RatePolicy): Map<string, Window> {
		const known = byPolicy.get(policy.name);
		if (known) return known;
		const windows = new Map<string, Window>();
		byPolicy.set(policy.name, windows);
		return windows;
	}

	return {
		take(policy, key, cost = 1) {
			const now = nowMs();
			const windows = windowsOf(policy);
			let window = windows.get(key);
			if (!window || window.endsAtMs <= now) {
				if (windows.size >= MAX_WINDOWS) sweep(windows, now);
				const lengthMs = nextLengthMs(policy, window, now);
				window = { count: 0, lengthMs, endsAtMs: now + lengthMs };
				windows.delete(key); // so that it is the youngest again
				windows.set(key, window);
			}
			const allowed = window.count + cost <= policy.quota;
			if (allowed) window.count += cost;
			return {
				policy,
				allowed,
				remaining: policy.quota - window.count,
				resetSeconds: Math.max(1, Math.ceil((window.endsAtMs - now) / 1000)),
			};
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

function sweep(windows: Map<string, Window>, now: number): void {
	for (const [key, window] of windows) if (window.endsAtMs <= now) windows.delete(key);
	for (const key of windows.keys()) {
		if (windows.size < MAX_WINDOWS / 2) break;
		windows.delete(key);
	}
}

/** The text of a policy, which never changes while every response shows it. */
const policyTexts = new WeakMap<RatePolicy, string>();

function policyText(policy: RatePolicy): string {
	let text = policyTexts.get(policy);
	if (text === undefined) {
		text = `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`;
		policyTexts.set(policy, text);
	}
	return text;
}

/** `RateLimit-Policy` and `RateLimit` (IETF draft-ietf-httpapi-ratelimit-headers). */
export function writeRateHeaders(headers: Record<string, string | number>, verdict: RateVerdict): void {
	headers["ratelimit-policy"] = policyText(verdict.policy);
	headers.ratelimit = `"${verdict.policy.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`;
}
