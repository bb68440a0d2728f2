import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createMemoryLimiter, type Limiter, type RatePolicy, type RateVerdict } from "#http/rate-limit";
import { createTestClock } from "#tests/support/test-clock";

const POLICY: RatePolicy = { name: "test", quota: 3, windowSeconds: 60 };
const SLOWING: RatePolicy = { ...POLICY, name: "slowing", maxWindowSeconds: 200 };

function open() {
	const clock = createTestClock(0);
	return { clock, limiter: createMemoryLimiter(clock.nowMs) };
}

/** The embedded limiter answers at once. */
function take(limiter: Limiter, policy: RatePolicy, key: string, cost?: number): RateVerdict {
	const verdict = limiter.take(policy, key, cost);
	if (verdict instanceof Promise) throw new Error("the memory limiter must answer at once");
	return verdict;
}

/** Takes everything a window has and one more; answers for how long the key is shut out. */
function exhaust(limiter: Limiter, policy: RatePolicy, key: string): number {
	for (let n = 0; n < policy.quota; n++) take(limiter, policy, key);
	return take(limiter, policy, key).resetSeconds;
}

describe("a window", () => {
	test("lets its quota pass, refuses the rest, and starts anew when it ends", () => {
		const { clock, limiter } = open();

		const seen = Array.from({ length: 5 }, () => take(limiter, POLICY, "a"));
		clock.advanceMs(60_000);
		const after = take(limiter, POLICY, "a");

		expect(seen.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
			[true, 2],
			[true, 1],
			[true, 0],
			[false, 0],
			[false, 0],
		]);
		expect(after).toEqual({ policy: POLICY, allowed: true, remaining: 2, resetSeconds: 60 });
	});

	test("tells the seconds to its end, at least one", () => {
		const { clock, limiter } = open();
		take(limiter, POLICY, "a");

		clock.advanceMs(59_999);

		expect(take(limiter, POLICY, "a").resetSeconds).toBe(1);
	});

	test("is each key's and each policy's own", () => {
		const { limiter } = open();
		exhaust(limiter, POLICY, "a");

		expect(take(limiter, POLICY, "b").remaining).toBe(2);
		expect(take(limiter, SLOWING, "a").remaining).toBe(2);
	});

	test("only looks at cost 0, and starts over when it is reset", () => {
		const { limiter } = open();
		take(limiter, POLICY, "a", 2);

		const looked = take(limiter, POLICY, "a", 0);
		void limiter.reset(POLICY, "a");

		expect(looked.remaining).toBe(1);
		expect(take(limiter, POLICY, "a").remaining).toBe(2);
	});

	test("never lets more than its quota pass, whatever the clock and the callers do", () => {
		const step = fc.oneof(fc.record({ cost: fc.integer({ min: 0, max: 4 }) }), fc.record({ ms: fc.nat(90_000) }));
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
				const { clock, limiter } = open();
				const passed: { atMs: number; cost: number }[] = [];
				for (const each of steps) {
					if ("ms" in each) clock.advanceMs(each.ms);
					else if (take(limiter, POLICY, "a", each.cost).allowed) passed.push({ atMs: clock.nowMs(), cost: each.cost });
				}

				// Two windows can touch: any 60 s see at most twice the quota, any instant at most once.
				for (const { atMs } of passed) {
					const within = passed.filter((other) => other.atMs >= atMs && other.atMs < atMs + 60_000);
					expect(within.reduce((sum, { cost }) => sum + cost, 0)).toBeLessThanOrEqual(2 * POLICY.quota);
				}
			}),
		);
	});
});

describe("a policy that slows down", () => {
	test("doubles the window each time it was exhausted, up to its longest", () => {
		const { clock, limiter } = open();

		const waits = Array.from({ length: 4 }, () => {
			const seconds = exhaust(limiter, SLOWING, "a");
			clock.advanceMs(seconds * 1000);
			return seconds;
		});

		expect(waits).toEqual([60, 120, 200, 200]);
	});

	test("starts over after a window that was not exhausted, after a pause as long, and after a reset", () => {
		const { clock, limiter } = open();
		const afterCalm = () => {
			clock.advanceMs(exhaust(limiter, SLOWING, "calm") * 1000);
			clock.advanceMs(take(limiter, SLOWING, "calm").resetSeconds * 1000);
			return take(limiter, SLOWING, "calm").resetSeconds;
		};
		const afterPause = () => {
			clock.advanceMs(exhaust(limiter, SLOWING, "pause") * 2000);
			return take(limiter, SLOWING, "pause").resetSeconds;
		};
		const afterReset = () => {
			clock.advanceMs(exhaust(limiter, SLOWING, "reset") * 1000);
			void limiter.reset(SLOWING, "reset");
			return take(limiter, SLOWING, "reset").resetSeconds;
		};

		expect([afterCalm(), afterPause(), afterReset()]).toEqual([60, 60, 60]);
	});
});

describe("a flood of invented keys", () => {
	test("does not fill the memory, nor free the one who is shut out lately", () => {
		const { clock, limiter } = open();
		const before = process.memoryUsage().heapUsed;
		for (let n = 0; n < 150_000; n++) take(limiter, POLICY, `a rather long key of an attacker, number ${n}`);
		exhaust(limiter, POLICY, "victim");
		for (let n = 0; n < 40_000; n++) take(limiter, POLICY, `another key of an attacker, number ${n}`);
		Bun.gc(true);

		const grownBytes = process.memoryUsage().heapUsed - before;
		clock.advanceMs(1_000);
		const verdict = take(limiter, POLICY, "victim");

		expect(verdict.allowed).toBe(false);
		expect(grownBytes).toBeLessThan(60 << 20);
	});
});
