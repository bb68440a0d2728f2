import { AppError } from "#kernel/errors";
import { networkThrottleKeys, type ThrottleKey } from "#kernel/network-throttle";
import { type Limiter, type RatePolicy, type RateVerdict, rateLimited } from "#kernel/rate-limit";
import type { AttemptKey, AttemptLimits } from "./ports.ts";

/** Maximum waiting time, which doubles with each exhausted window. */
const MAX_WAIT_SECONDS = 900;

/** Maximum number of attempts that wait for the outcome of earlier ones, per throttle key; of other instances, in all. */
const MAX_WAITING = 256;
/** Interval at which it is asked whether attempts of other instances have an outcome, in ms. */
const POLL_MS = 50;

/** Policies of the two counters of attempts. */
interface AttemptPolicies {
	readonly "auth-ip": RatePolicy;
	readonly "auth-account": RatePolicy;
}

/** Number of attempts without an outcome yet, and the attempts that wait for it, of one throttle key. */
interface PendingAttempts {
	pending: number;
	readonly waiting: (() => void)[];
}

const keyOf = async (key: AttemptKey): Promise<string | null> => (typeof key === "function" ? await key() : key);

/**
 * Creates limits that count wrong attempts by network and by target. Each attempt is counted before its outcome is known,
 * so that concurrent guesses are all counted, and refunded when it was right: only itself, so that successful sign-ins do
 * not offset failures. While pending attempts use the whole quota, the next one waits instead of being rejected: here
 * until one has its outcome, and for those of other instances for as long as they have counted one in the last second.
 * @param policies null: nothing is limited (`RATE_LIMITS=off`)
 */
export function createAttemptLimits(limiter: Limiter, policies: AttemptPolicies | null): AttemptLimits {
	if (policies === null)
		return {
			throttle: async (_ip, key, guess) => guess({ isLast: false, key: await keyOf(key) }),
			reset: async () => undefined,
		};
	const byNetwork = policies["auth-ip"];
	const byKey = { ...policies["auth-account"], maxWindowSeconds: MAX_WAIT_SECONDS };
	const queues = new Map<string, PendingAttempts>();
	/** Attempts that wait for those of other instances. */
	let polling = 0;
	const nameOf = ({ policy, key }: ThrottleKey): string => `${policy.name} ${key}`;

	/** Counts an attempt, if need be after pending ones have finished. @throws `rate_limited` */
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
			if (queue && queue.waiting.length < MAX_WAITING) await new Promise<void>((resume) => queue.waiting.push(resume));
			else if (verdict.mayReopen && polling < MAX_WAITING) await pause();
			else throw rateLimited("Too many attempts", verdict);
		}
	}

	async function pause(): Promise<void> {
		polling++;
		await Bun.sleep(POLL_MS);
		polling--;
	}

	async function release(throttleKey: ThrottleKey, verdict: RateVerdict, isCounted: boolean): Promise<void> {
		if (!isCounted) await limiter.refund(throttleKey.key, verdict);
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
			const reserved: { readonly throttleKey: ThrottleKey; readonly verdict: RateVerdict }[] = [];
			let isCounted = false;
			try {
				// The network first: a throttled network must not lock accounts, nor ask the database who is meant.
				for (const throttleKey of networkThrottleKeys(byNetwork, ip))
					reserved.push({ throttleKey, verdict: await reserve(throttleKey) });
				const target = await keyOf(key);
				if (target !== null) {
					const throttleKey = { policy: byKey, key: target };
					reserved.push({ throttleKey, verdict: await reserve(throttleKey) });
				}
				const isLast = target !== null && reserved.at(-1)?.verdict.remaining === 0;
				isCounted = true;
				const result = await guess({ isLast, key: target });
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
			if (key !== null) await limiter.reset(byKey, key);
		},
	};
}
