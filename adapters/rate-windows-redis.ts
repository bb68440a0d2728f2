import type { RateVerdict } from "#kernel/rate-limit";
import { sha256Hex } from "#kernel/secrets";
import { OUTCOME_MS, type SharedWindows } from "#kernel/shared-limiter";

/** Runs a script on a key; null when the server cannot be reached in time, or refuses. Never rejects. */
export type Evaluate = (script: string, key: string, args: readonly number[]) => Promise<unknown>;

/**
 * The window of a key, as `createMemoryLimiter` has it: `count`, `length` in ms, and when it `ends`, by the clock of the
 * server, which also tells it from the others of its key; `at`: when the last request was counted. When that clock was set
 * back, it ends no later than it would.
 */
const TAKE = `
local quota, shortest, longest, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = redis.call('HMGET', KEYS[1], 'count', 'length', 'ends')
local count, length, ends = tonumber(window[1]) or 0, tonumber(window[2]) or shortest, tonumber(window[3]) or 0
ends = math.min(ends, now + length)
if ends <= now then
	local isOver = count < quota or now >= ends + length
	length = isOver and shortest or math.max(shortest, math.min(length * 2, longest))
	count, ends = 0, now + length
end
local allowed = count + cost <= quota
if allowed and cost > 0 then
	count = count + cost
	redis.call('HSET', KEYS[1], 'count', count, 'length', length, 'ends', ends, 'at', now)
	local lengthensNext = count >= quota and longest > 0
	redis.call('PEXPIRE', KEYS[1], ends - now + (lengthensNext and length or 0))
end
local at = tonumber(redis.call('HGET', KEYS[1], 'at')) or 0
return { allowed and 1 or 0, quota - count, ends - now, ends, now - at }`;

const REFUND = `
local window = redis.call('HMGET', KEYS[1], 'count', 'ends')
if tonumber(window[2]) == tonumber(ARGV[1]) and tonumber(window[1]) > 0 then
	redis.call('HINCRBY', KEYS[1], 'count', -1)
end
return 1`;

const RESET = "redis.call('DEL', KEYS[1]) return 1";

/** Keeps windows in Redis, until they are over: a server that restarts has forgotten them. Keys are stored as hashes. */
export function createRedisWindows(evaluate: Evaluate): SharedWindows {
	const nameOf = (policy: { readonly name: string }, key: string): string =>
		`limit.${policy.name}.${sha256Hex(key).slice(0, 40)}`;
	return {
		async take(policy, key, cost): Promise<RateVerdict | null> {
			const { quota, windowSeconds, maxWindowSeconds = 0 } = policy;
			const args = [quota, windowSeconds * 1000, maxWindowSeconds * 1000, cost];
			const result = await evaluate(TAKE, nameOf(policy, key), args);
			if (!Array.isArray(result)) return null;
			const [allowed = 0, remaining = 0, resetMs = 0, window = 0, sinceLastMs = 0] = result.map(Number);
			return {
				policy,
				allowed: allowed === 1,
				remaining: Math.max(0, remaining),
				resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
				window,
				mayReopen: allowed !== 1 && sinceLastMs < OUTCOME_MS,
			};
		},
		async refund(policy, key, window) {
			await evaluate(REFUND, nameOf(policy, key), [window]);
		},
		async reset(policy, key) {
			await evaluate(RESET, nameOf(policy, key), []);
		},
	};
}
