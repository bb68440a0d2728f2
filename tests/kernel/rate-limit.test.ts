import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createMemoryLimiter, type Limiter, type RatePolicy, type RateVerdict } from "#kernel/rate-limit";
import { MEASURED } from "#tests/support/measured-limit";
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
		expect(after).toMatchObject({ policy: POLICY, allowed: true, remaining: 2, resetSeconds: 60 });
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

describe("giving back", () => {
	test("uncounts one request of its own window, and none of the next", () => {
		const { clock, limiter } = open();
		const counted = take(limiter, POLICY, "a");
		take(limiter, POLICY, "a");

		void limiter.refund("a", counted);
		const inTime = take(limiter, POLICY, "a", 0).remaining;
		clock.advanceMs(60_000);
		take(limiter, POLICY, "a");
		void limiter.refund("a", counted);
		const late = take(limiter, POLICY, "a", 0).remaining;

		expect([inTime, late]).toEqual([2, 2]);
	});

	test("opens an exhausted window by as much, and never more than was counted", () => {
		const { limiter } = open();
		exhaust(limiter, POLICY, "a");
		const counted = take(limiter, POLICY, "a");

		void limiter.refund("a", counted);
		const opened = [take(limiter, POLICY, "a").allowed, take(limiter, POLICY, "a").allowed];
		for (let n = 0; n < 10; n++) void limiter.refund("a", counted);

		expect(opened).toEqual([true, false]);
		expect(take(limiter, POLICY, "a", 0).remaining).toBe(3);
	});

	test("after a reset gives nothing to the window that came instead", () => {
		const { limiter } = open();
		const counted = take(limiter, POLICY, "a");
		void limiter.reset(POLICY, "a");
		take(limiter, POLICY, "a");

		void limiter.refund("a", counted);

		expect(take(limiter, POLICY, "a", 0).remaining).toBe(2);
	});
});

describe("a flood of invented keys", () => {
	const flood = (limiter: Limiter, policy: RatePolicy, keys: number, times = 1) => {
		for (let n = 0; n < keys; n++) for (let t = 0; t < times; t++) take(limiter, policy, `invented ${times} ${n}`);
	};

	test("does not let anybody in who is shut out, however long it is", () => {
		const { limiter } = open();
		exhaust(limiter, POLICY, "victim");

		flood(limiter, POLICY, 450_000);

		expect(take(limiter, POLICY, "victim").allowed).toBe(false);
	});

	test("does not shorten the wait of who is slowed down, while it lasts and after", () => {
		const { clock, limiter } = open();
		clock.advanceMs(exhaust(limiter, SLOWING, "victim") * 1000);
		flood(limiter, SLOWING, 250_000);

		const second = exhaust(limiter, SLOWING, "victim");
		flood(limiter, SLOWING, 250_000);
		const during = take(limiter, SLOWING, "victim");

		expect(second).toBe(120);
		expect([during.allowed, during.resetSeconds]).toEqual([false, 120]);
	});

	test("that exhausts them all does not keep others from being counted", () => {
		const { limiter } = open();
		flood(limiter, POLICY, 150_000, POLICY.quota);

		const seen: boolean[] = [];
		for (let n = 0; n < 4; n++) {
			seen.push(take(limiter, POLICY, "victim").allowed);
			for (let m = 0; m < 1_000; m++) take(limiter, POLICY, `between ${n} ${m}`);
		}

		expect(seen).toEqual([true, true, true, false]);
	});

	test(
		"makes no single request wait for a sweep",
		() => {
			/** The most CPU time one of 20,000 requests took after the windows of a flood were over, all at once. */
			const slowestMs = () => {
				const { clock, limiter } = open();
				flood(limiter, POLICY, 200_000);
				clock.advanceMs(61_000);
				let slowest = 0;
				for (let n = 0; n < 20_000; n++) {
					const before = process.cpuUsage();
					take(limiter, POLICY, `later ${n}`);
					const { user, system } = process.cpuUsage(before);
					slowest = Math.max(slowest, (user + system) / 1000);
				}
				return slowest;
			};

			// The garbage collector may come for a moment; a sweep would come every time.
			const slowest = Math.min(slowestMs(), slowestMs(), slowestMs());

			expect(slowest).toBeLessThan(10);
		},
		MEASURED,
	);

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
