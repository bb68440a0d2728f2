import { beforeEach, describe, expect, test } from "bun:test";
import type { RedisBus } from "#adapters/bus-redis";
import { dialect } from "#db/dialect";
import { rateWindows } from "#db/schema";
import { openStore, type Store } from "#db/store";
import { systemSteadyMs } from "#kernel/clock";
import { createMemoryLimiter, type Limiter, type RatePolicy, type RateVerdict } from "#kernel/rate-limit";
import { createSharedLimiter, inTurn, type SharedWindows } from "#kernel/shared-limiter";
import { createStoreWindows, rateWindowsContribution } from "#platform/rate-windows";
import { openRedisBus, type Told } from "../support/buses.ts";
import { openTestStore, runPortions } from "../support/database.ts";
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

/** Counts one request after the other, and returns whether each was allowed. */
async function takeEach(limiters: readonly Limiter[], policy: RatePolicy): Promise<boolean[]> {
	const allowed: boolean[] = [];
	for (const limiter of limiters) allowed.push((await limiter.take(policy, "a")).allowed);
	return allowed;
}

/** Opens limiters of two instances of one installation of their own. */
type OpenTwo = () => Promise<[Limiter, Limiter]>;

const openTwoOnRedis: OpenTwo = async () => {
	const namespace = crypto.randomUUID();
	return [limiterOn(await openRedisBus(url, namespace)), limiterOn(await openRedisBus(url, namespace))];
};

/** Defines the tests of what holds wherever windows are shared. */
function testSharedLimit(openTwo: OpenTwo): void {
	test("holds for two instances together, however many ask at once", async () => {
		const [here, there] = await openTwo();

		const verdicts = await Promise.all(
			Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? here : there).take(THREE, "a")),
		);

		const left = verdicts.filter(({ allowed }) => allowed).map(({ remaining }) => remaining);
		expect(left.sort()).toEqual([0, 1, 2]);
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
}

describe.skipIf(redis === null)("a shared limit in Redis (needs redis-server)", () => {
	testSharedLimit(openTwoOnRedis);

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

// Absent with SQLite: its one process counts in its memory.
if (dialect === "postgres")
	describe("a shared limit in the database", async () => {
		const store = await forThisFile(openTestStore());
		const other = await forThisFile(openStore({ url: store.url }));
		const limiterAt = (of: Store): Limiter =>
			createSharedLimiter(createMemoryLimiter(systemSteadyMs), createStoreWindows(of));
		const windows = createStoreWindows(store.program);

		beforeEach(async () => {
			await store.db.delete(rateWindows);
		});

		testSharedLimit(async () => [limiterAt(store.program), limiterAt(other)]);

		test("takes over while Redis does not count, for all instances together", async () => {
			const silent: SharedWindows = { take: async () => null, refund: async () => {}, reset: async () => {} };
			const at = (of: Store) =>
				createSharedLimiter(createMemoryLimiter(systemSteadyMs), inTurn(silent, createStoreWindows(of)));
			const [here, there] = [at(store.program), at(other)];

			expect(await takeEach([here, there, here, there, here], THREE)).toEqual([true, true, true, false, false]);
		});

		test("is that of each instance where the database does not answer", async () => {
			const closed = await openStore({ url: store.url });
			const limiter = limiterAt(closed);
			await closed.close();

			expect(await takeEach([limiter, limiter, limiter, limiter], THREE)).toEqual([true, true, true, false]);
		});

		test("asks nobody to wait longer when the server's clock was set back", async () => {
			await windows.take(THREE, "a", 1);
			await store.db.update(rateWindows).set({ endsAtMs: Date.now() + 86_400_000 });

			const later = await windows.take(THREE, "a", 1);

			expect(later?.remaining).toBe(1);
			expect(later?.resetSeconds).toBeLessThanOrEqual(60);
		});

		test("names nobody, and forgets windows that are over", async () => {
			await windows.take(THREE, "ada@school.example", 1);
			await windows.take(SHORT, "ada@school.example", 1);
			const rows = await store.db.select().from(rateWindows);
			const [cleanUp] = rateWindowsContribution().cleanups.everyMinute;
			const [sooner = 0, later = 0] = rows.map((row) => row.keepUntilMs).sort((a, b) => a - b);

			await cleanUp?.(runPortions(store), sooner);

			expect(JSON.stringify(rows)).not.toContain("ada");
			expect((await store.db.select().from(rateWindows)).map((row) => row.keepUntilMs)).toEqual([later]);
		});
	});
