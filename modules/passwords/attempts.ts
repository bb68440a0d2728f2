import { AppError } from "#kernel/errors";
import { networkThrottleKeys, type ThrottleKey } from "#kernel/network-throttle";
import { type Limiter, type RatePolicy, type RateVerdict, rateLimited } from "#kernel/rate-limit";
import type { AttemptLimits } from "./ports.ts";

/** Whoever keeps guessing waits longer each time, up to this long. */
const MAX_WAIT_SECONDS = 900;

/** Attempts that may wait for the outcome of those before them, per count. */
const MAX_WAITING = 256;

/** What attempts are counted under. */
interface AttemptPolicies {
	readonly "auth-ip": RatePolicy;
	readonly "auth-account": RatePolicy;
}

/** Attempts of one count whose outcome nobody knows yet, and those that wait for it. */
interface PendingAttempts {
	pending: number;
	readonly waiting: (() => void)[];
}

/**
 * Counts wrong attempts by network and by what is guessed at. Each takes its place before its outcome is known, so that guesses
 * sent at once are all counted, and gives it back when it was right: only its own, so that who can sign in somewhere
 * washes out nobody's failures. While the quota is used by attempts under way the next one waits instead of being refused.
 * @param policies null: nothing is limited (`RATE_LIMITS=off`)
 */
export function createAttemptLimits(limiter: Limiter, policies: AttemptPolicies | null): AttemptLimits {
	if (policies === null)
		return { throttle: (_ip, _key, guess) => guess({ isLast: false }), reset: async () => undefined };
	const byNetwork = policies["auth-ip"];
	const byKey = { ...policies["auth-account"], maxWindowSeconds: MAX_WAIT_SECONDS };
	const queues = new Map<string, PendingAttempts>();
	const nameOf = ({ policy, key }: ThrottleKey): string => `${policy.name} ${key}`;

	/** @throws `rate_limited` */
	async function reserve(throttleKey: ThrottleKey): Promise<RateVerdict> {
		const name = nameOf(throttleKey);
		for (;;) {
			const verdict = await limiter.take(throttleKey.policy, throttleKey.key);
			const queue = queues.get(name);
			if (verdict.allowed) {
				if (queue) queue.pending++;
				else queues.set(name, { pending: 1, waiting: [] });
				return verdict;
			}
			if (!queue || queue.waiting.length >= MAX_WAITING) throw rateLimited("attempts", verdict);
			await new Promise<void>((resume) => queue.waiting.push(resume));
		}
	}

	async function release(throttleKey: ThrottleKey, { window }: RateVerdict, isCounted: boolean): Promise<void> {
		if (!isCounted) await limiter.refund(throttleKey.policy, throttleKey.key, window);
		const name = nameOf(throttleKey);
		const queue = queues.get(name);
		if (!queue) return;
		queue.pending--;
		if (queue.pending === 0) {
			queues.delete(name);
			for (const resume of queue.waiting) resume();
		} else if (!isCounted) queue.waiting.shift()?.();
	}

	return {
		async throttle(ip, key, guess) {
			// The network first: one that is refused must not lock accounts.
			const throttleKeys = networkThrottleKeys(byNetwork, ip);
			if (key !== null) throttleKeys.push({ policy: byKey, key });
			const reserved: { readonly throttleKey: ThrottleKey; readonly verdict: RateVerdict }[] = [];
			let isCounted = false;
			try {
				for (const throttleKey of throttleKeys) reserved.push({ throttleKey, verdict: await reserve(throttleKey) });
				const isLast = key !== null && reserved.at(-1)?.verdict.remaining === 0;
				isCounted = true;
				const result = await guess({ isLast });
				isCounted = false;
				return result;
			} catch (error) {
				if (error instanceof AppError && error.kind === "unavailable") isCounted = false;
				throw error;
			} finally {
				for (const { throttleKey, verdict } of reserved) await release(throttleKey, verdict, isCounted);
			}
		},
		async reset(key) {
			await limiter.reset(byKey, key);
		},
	};
}
