import type { Limiter, RatePolicy, RateVerdict } from "./rate-limit.ts";

/** Time in ms in which an instance knows the outcome of an attempt that it has counted, as a rule. */
export const OUTCOME_MS = 1_000;

/** Windows that the instances of an installation count in together. No method rejects. */
export interface SharedWindows {
	/** Counts as {@link Limiter.take} does; null when they cannot be reached in time. */
	take(policy: RatePolicy, key: string, cost: number): Promise<RateVerdict | null>;
	/** Takes back one request that was counted in `window`. */
	refund(policy: RatePolicy, key: string, window: number): Promise<void>;
	/** Resets the key. */
	reset(policy: RatePolicy, key: string): Promise<void>;
}

/** Windows that are counted in `first`, and in `then` while those cannot be reached. */
export const inTurn = (first: SharedWindows, then: SharedWindows): SharedWindows => ({
	take: async (policy, key, cost) => (await first.take(policy, key, cost)) ?? (await then.take(policy, key, cost)),
	// Both: who counted it may not be known any more, and has no effect on the window of the other.
	async refund(policy, key, window) {
		await Promise.all([first.refund(policy, key, window), then.refund(policy, key, window)]);
	},
	async reset(policy, key) {
		await Promise.all([first.reset(policy, key), then.reset(policy, key)]);
	},
});

/**
 * Creates a limiter whose shared policies ({@link RatePolicy.isShared}) hold for all instances together. What is counted
 * here is also counted by `own`, which decides while the shared windows cannot be reached: a client then gets the quota
 * from each instance, and never more. Other policies are `own` alone.
 */
export function createSharedLimiter(own: Limiter, shared: SharedWindows): Limiter {
	/** What `own` has counted together with a verdict of the shared windows; null: nothing. */
	const counted = new WeakMap<RateVerdict, RateVerdict | null>();

	async function takeShared(policy: RatePolicy, key: string, cost: number): Promise<RateVerdict> {
		const mine = await own.take(policy, key, cost);
		const verdict = await shared.take(policy, key, cost);
		if (verdict === null) return mine;
		if (mine.allowed && !verdict.allowed && cost > 0) await own.refund(key, mine);
		counted.set(verdict, mine.allowed && verdict.allowed ? mine : null);
		return verdict;
	}

	return {
		take: (policy, key, cost = 1) => (policy.isShared ? takeShared(policy, key, cost) : own.take(policy, key, cost)),
		async refund(key, verdict) {
			const mine = counted.get(verdict);
			if (mine === undefined) return own.refund(key, verdict);
			if (mine !== null) await own.refund(key, mine);
			await shared.refund(verdict.policy, key, verdict.window);
		},
		async reset(policy, key) {
			await own.reset(policy, key);
			if (policy.isShared) await shared.reset(policy, key);
		},
	};
}
