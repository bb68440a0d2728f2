import type { RunPortions } from "#db/portions";
import type { RateWindowRow } from "#db/schema";
import type { Store } from "#db/store";
import { nextLengthMs, type RatePolicy, type RateVerdict } from "#kernel/rate-limit";
import { sha256Hex } from "#kernel/secrets";
import { OUTCOME_MS, type SharedWindows } from "#kernel/shared-limiter";
import { rateWindowsRepository as repository, type TimedWindow } from "./repository.ts";

const hashOf = ({ name }: RatePolicy, key: string): string => sha256Hex(`${name}|${key}`);

/** Returns the window of a key at a time: its last one, or the next when that is over. */
function current(policy: RatePolicy, { window, nowMs }: TimedWindow): RateWindowRow {
	// When the clock was set back, it ends no later than it would.
	const last = { ...window, endsAtMs: Math.min(window.endsAtMs, nowMs + window.lengthMs) };
	if (last.endsAtMs > nowMs) return last;
	const lengthMs = nextLengthMs(policy, last, nowMs);
	return { ...last, count: 0, lengthMs, endsAtMs: nowMs + lengthMs };
}

/** Returns the window with so many requests more. */
function counted({ quota, maxWindowSeconds }: RatePolicy, window: RateWindowRow, cost: number, nowMs: number) {
	const count = window.count + cost;
	const lengthensNext = count >= quota && maxWindowSeconds !== undefined;
	const keepUntilMs = window.endsAtMs + (lengthensNext ? window.lengthMs : 0);
	return { ...window, count, countedAtMs: nowMs, keepUntilMs };
}

const verdictOf = (policy: RatePolicy, window: RateWindowRow, nowMs: number, allowed: boolean): RateVerdict => ({
	policy,
	allowed,
	remaining: Math.max(0, policy.quota - window.count),
	resetSeconds: Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1000)),
	window: window.endsAtMs,
	mayReopen: !allowed && nowMs - window.countedAtMs < OUTCOME_MS,
});

/**
 * Keeps windows in the database, for instances on Postgres that have no Redis, or while it does not count. Each request that
 * is counted is a transaction of two round trips; requests with the same key wait for each other.
 */
export function createStoreWindows(store: Store): SharedWindows {
	const writing = store.writing("rate_limit.count");

	async function look(policy: RatePolicy, keyHash: string): Promise<RateVerdict> {
		const found = await repository.find(store.db, keyHash);
		if (found === undefined) return unused(policy);
		const window = current(policy, found);
		return verdictOf(policy, window, found.nowMs, window.count <= policy.quota);
	}

	async function count(policy: RatePolicy, keyHash: string, cost: number): Promise<RateVerdict> {
		const { verdict } = await writing.tx(
			async (tx) => {
				const found = await repository.lock(tx, keyHash);
				const window = current(policy, found);
				const allowed = window.count + cost <= policy.quota;
				const next = allowed ? counted(policy, window, cost, found.nowMs) : null;
				return { next, verdict: verdictOf(policy, next ?? window, found.nowMs, allowed) };
			},
			{ last: (tx, { next }) => (next === null ? [] : [repository.update(tx, next)]) },
		);
		return verdict;
	}

	return {
		async take(policy, key, cost) {
			const keyHash = hashOf(policy, key);
			// The database that does not answer is told of by whatever comes next.
			return (cost === 0 ? look(policy, keyHash) : count(policy, keyHash, cost)).catch(() => null);
		},
		async refund(policy, key, window) {
			await repository.refund(writing.db, hashOf(policy, key), window).catch(() => {});
		},
		async reset(policy, key) {
			await repository.remove(writing.db, hashOf(policy, key)).catch(() => {});
		},
	};
}

const unused = (policy: RatePolicy): RateVerdict => ({
	policy,
	allowed: true,
	remaining: policy.quota,
	resetSeconds: policy.windowSeconds,
	window: 0,
});

/** What the platform contributes for windows in the database. */
export const rateWindowsContribution = () => ({
	cleanups: {
		everyMinute: [
			(inPortions: RunPortions, nowMs: number) => inPortions((tx, limit) => repository.deleteExpired(tx, nowMs, limit)),
		],
	},
});
