import { describe, expect, test } from "bun:test";
import type { RedisBus } from "#adapters/bus-redis";
import { systemSteadyMs } from "#kernel/clock";
import { createMemoryLimiter, type Limiter, type RatePolicy, type RateVerdict } from "#kernel/rate-limit";
import { createSharedLimiter } from "#kernel/shared-limiter";
import { openRedisBus, type Told } from "../support/buses.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { hasRedis, startRedis } from "../support/redis.ts";
import { openTcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";

/** Of a user with the rights that the documentation names. */
const DOCUMENTED = "~parley:* &parley:* +@pubsub +@connection +eval +time +hmget +hset +hincrby +pexpire +del";
const USERS = [
	...["--user", "documented", "on", ">secret", ...DOCUMENTED.split(" ")],
	...["--user", "limited", "on", ">secret", "~*", "&*", "+@all", "-eval"],
];

const redis = hasRedis ? await forThisFile(startRedis(USERS)) : null;
const url = redis?.url ?? "";

const THREE: RatePolicy = { name: "three", quota: 3, windowSeconds: 60, isShared: true };
const SHORT: RatePolicy = { name: "short", quota: 1, windowSeconds: 1, maxWindowSeconds: 4, isShared: true };

const limiterOn = ({ windows }: RedisBus): Limiter => createSharedLimiter(createMemoryLimiter(systemSteadyMs), windows);

/** Opens limiters of two instances of one installation of their own. */
async function openTwo(): Promise<[Limiter, Limiter]> {
	const namespace = crypto.randomUUID();
	return [limiterOn(await openRedisBus(url, namespace)), limiterOn(await openRedisBus(url, namespace))];
}

/** Counts one request after the other, and returns whether each was allowed. */
async function takeEach(limiters: readonly Limiter[], policy: RatePolicy): Promise<boolean[]> {
	const allowed: boolean[] = [];
	for (const limiter of limiters) allowed.push((await limiter.take(policy, "a")).allowed);
	return allowed;
}

describe.skipIf(redis === null)("a shared limit (needs redis-server)", () => {
	test("holds for two instances together, however many ask at once", async () => {
		const [here, there] = await openTwo();

		const verdicts = await Promise.all(
			Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? here : there).take(THREE, "a")),
		);

		expect(verdicts.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)).toEqual([2, 1, 0]);
		expect(verdicts.every(({ resetSeconds }) => resetSeconds > 55 && resetSeconds <= 60)).toBe(true);
		expect((await here.take(THREE, "b")).allowed).toBe(true);
	});

	test("counts what is not shared for each instance", async () => {
		const [here, there] = await openTwo();
		const own = { ...THREE, isShared: false };

		expect(await takeEach([here, here, here, there, here, there], own)).toEqual([true, true, true, true, false, true]);
	});

	test("gives back a request of the other instance's window, once and only of the same window", async () => {
		const [here, there] = await openTwo();
		const first = await here.take(THREE, "a");
		const second = await there.take(THREE, "a");
		await there.take(THREE, "a");

		await here.refund("a", first);
		const left = (await there.take(THREE, "a", 0)).remaining;
		await there.reset(THREE, "a");
		await Bun.sleep(2); // A window of the same millisecond could not be told apart.
		await here.take(THREE, "a");
		await there.refund("a", second);

		expect([left, (await here.take(THREE, "a", 0)).remaining]).toEqual([1, 2]);
	});

	test("makes windows longer, and short again after a pause", async () => {
		const [here, there] = await openTwo();
		const lengths: number[] = [];
		const use = async (limiter: Limiter): Promise<void> => {
			await until(async () => (await limiter.take(SHORT, "a", 0)).remaining === 1);
			lengths.push((await limiter.take(SHORT, "a")).resetSeconds);
		};

		await use(here);
		await use(there);
		await here.reset(SHORT, "a");
		await use(there);

		expect(lengths).toEqual([1, 2, 1]);
	});

	test("is that of each instance while Redis does not answer, and that of all again afterwards", async () => {
		const namespace = crypto.randomUUID();
		const proxy = await openTcpProxy(url);
		const [near, far] = [await openRedisBus(url, namespace), await openRedisBus(proxy.url, namespace)];
		const [here, cut] = [limiterOn(near), limiterOn(far)];
		const before = await takeEach([here, cut], THREE);

		proxy.stall();
		const silent = await takeEach([cut, cut, cut], THREE);
		await until(() => !far.isConnected);
		const lost = await takeEach([cut, here, here], THREE);
		proxy.resume();
		await until(() => far.isConnected);
		const back = await takeEach([cut, here], THREE);

		expect([before, silent]).toEqual([
			[true, true],
			[true, true, false],
		]);
		// What was sent before the silence is counted when it arrives.
		expect([lost[0], lost[2]]).toEqual([false, false]);
		expect(back).toEqual([false, false]);
		await proxy.close();
	});

	test("needs no other rights than the documentation names", async () => {
		const bus = await openRedisBus(url.replace("//", "//documented:secret@"));
		const limiter = limiterOn(bus);
		const counted = await limiter.take(THREE, "a");
		await limiter.refund("a", counted);
		await limiter.reset(THREE, "a");

		expect(await Bun.file("docs/scaling.md").text()).toContain(DOCUMENTED);
		expect([bus.isConnected, await bus.works()]).toEqual([true, true]);
	});

	test("is that of each instance where Redis refuses to count, which operators are told", async () => {
		const told: Told = { down: [], up: 0 };
		const bus = await openRedisBus(url.replace("//", "//limited:secret@"), undefined, told);
		const limiter = limiterOn(bus);

		const allowed = await takeEach([limiter, limiter, limiter, limiter], THREE);

		expect(allowed).toEqual([true, true, true, false]);
		expect(told.down[0]).toContain("NOPERM");
		expect([bus.isConnected, await bus.works()]).toEqual([true, false]);
	});

	test("asks nobody to wait longer when the server's clock was set back", async () => {
		const namespace = crypto.randomUUID();
		const bus = await openRedisBus(url, namespace);
		const verdict: RateVerdict | null = await bus.windows.take(THREE, "a", 1);
		const ahead = new Bun.RedisClient(url);
		const [key = ""] = (await ahead.keys(`parley:${namespace}:limit.*`)) as string[];
		await ahead.hset(key, { ends: String(Number(verdict?.window) + 86_400_000) });

		const later = await bus.windows.take(THREE, "a", 1);

		expect(later?.remaining).toBe(1);
		expect(later?.resetSeconds).toBeLessThanOrEqual(60);
		ahead.close();
	});
});
