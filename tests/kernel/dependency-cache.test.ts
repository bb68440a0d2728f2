import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Dependencies, type DependsOn } from "#kernel/dependencies";
import { DependencyCache } from "#kernel/dependency-cache";

/** A read that ends when the test says so. */
function heldRead<T>(value: T) {
	const gate = Promise.withResolvers<T>();
	return { read: () => gate.promise, finish: () => gate.resolve(value) };
}

/** Bytes of one entry of the tests. */
const ENTRY_BYTES = 1_000;

/** A cache with room for some entries, all of the same size, and what its values depend on. */
class TestCache {
	readonly dependencies: Dependencies;
	readonly cache: DependencyCache<string>;

	constructor(maxEntries = 100, isCoherent = true) {
		this.dependencies = new Dependencies({ isCoherent });
		const maxBytes = maxEntries * ENTRY_BYTES + ENTRY_BYTES / 2;
		// Keys of up to ten characters, and what the cache itself takes, are a quarter of an entry.
		this.cache = new DependencyCache(this.dependencies, { maxBytes, weigh: () => (ENTRY_BYTES * 3) / 4 });
	}

	get = (key: string) => this.cache.get(key);
	load = (key: string, read: () => Promise<string>, dependsOn: () => DependsOn) =>
		this.cache.load(key, read, dependsOn);
	invalidate = (ids: readonly string[]) => this.dependencies.invalidate(ids);

	get entries(): number {
		return this.cache.figures.entries;
	}
}

const open = (maxEntries?: number) => new TestCache(maxEntries);
const at = (cache: TestCache, key: string, value: string, ...ids: DependsOn) =>
	cache.load(
		key,
		async () => value,
		() => ids,
	);

describe("a cached value", () => {
	test("is kept until one of the ids it rests on is invalidated", async () => {
		const cache = open();
		const kept = await at(cache, "a", "1", "org", "user", null);
		const other = await at(cache, "b", "2", "org");

		cache.invalidate(["user", "unknown"]);

		expect([cache.get("a"), kept.isStale]).toEqual([undefined, true]);
		expect(cache.get("b")).toBe(other);
	});

	test("that was being read while anything was invalidated is answered but not kept", async () => {
		const cache = open();
		const { read, finish } = heldRead("old");
		const loading = cache.load("a", read, () => ["org"]);

		cache.invalidate(["org"]);
		finish();
		const loaded = await loading;

		expect([loaded.value, loaded.isStale, cache.get("a")]).toEqual(["old", true, undefined]);
	});

	test("read by two at once is stale for both when it is invalidated", async () => {
		const cache = open();
		const [first, second] = [heldRead("x"), heldRead("x")];
		const loading = [cache.load("a", first.read, () => ["org"]), cache.load("a", second.read, () => ["org"])];
		first.finish();
		second.finish();
		const both = await Promise.all(loading);

		cache.invalidate(["org"]);

		expect(both.map(({ isStale }) => isStale)).toEqual([true, true]);
	});

	test("is not kept at all where changes are not heard of", async () => {
		const cache = new TestCache(100, false);

		const { isStale } = await at(cache, "a", "1", "org");

		expect([isStale, cache.get("a")]).toEqual([true, undefined]);
	});

	test("is not kept when its read fails", async () => {
		const cache = open();
		const failing = cache.load(
			"a",
			() => Promise.reject(new Error("down")),
			() => ["org"],
		);

		await expect(failing).rejects.toThrow("down");
		expect(cache.entries).toBe(0);
	});
});

describe("the memory of a cache", () => {
	test("holds no more than its entries: one more drops the one asked for longest ago, and no other", async () => {
		const cache = open(3);
		const first = await at(cache, "1", "v", "org");
		await at(cache, "2", "v", "org");
		const third = await at(cache, "3", "v", "org");
		cache.get("1");

		const fourth = await at(cache, "4", "v", "org");

		expect(["1", "2", "3", "4"].map((key) => cache.get(key))).toEqual([first, undefined, third, fourth]);
		expect(cache.cache.figures).toMatchObject({ hits: 4, misses: 1, evictions: 1, entries: 3 });
	});

	test("of an entry that made room is no longer used, but whoever holds it still hears of changes", async () => {
		const cache = open(2);
		const first = await at(cache, "1", "v", "org", "user 1");
		await at(cache, "2", "v", "org", "user 2");
		await at(cache, "3", "v", "org", "user 3");
		const before = first.isStale;

		cache.invalidate(["user 1"]);

		expect([cache.get("1"), before, first.isStale]).toEqual([undefined, false, true]);
		expect(cache.entries).toBe(2);
	});

	test("that makes room during a read keeps what is read", async () => {
		const cache = open(1);
		const { read, finish } = heldRead("new");
		const loading = cache.load("a", read, () => ["user"]);
		await at(cache, "b", "v", "org");

		finish();
		const loaded = await loading;

		expect([loaded.isStale, cache.get("a") === loaded, cache.get("b")]).toEqual([false, true, undefined]);
		expect(cache.entries).toBe(1);
	});

	test("is given back when a stale value is asked for", async () => {
		const cache = open();
		await at(cache, "1", "v", "org", "user 1");
		await at(cache, "2", "v", "org", "user 2");

		cache.invalidate(["org"]);
		const found = [cache.get("1"), cache.get("2")];

		expect([found, cache.entries, cache.cache.figures.bytes]).toEqual([[undefined, undefined], 0, 0]);
	});

	test("is given back at once when everything is dropped, and nothing is trusted any more", async () => {
		const cache = open();
		const kept = await at(cache, "a", "v", "org", "user");

		cache.dependencies.clear();
		cache.cache.clear();

		expect([kept.isStale, cache.entries, cache.get("a")]).toEqual([true, 0, undefined]);
	});

	test("stays within its limit while sessions come and go and their organization stays", async () => {
		const cache = open(10);
		const stays = await at(cache, "stays", "v", "org");
		for (let n = 0; n < 1_000; n++) {
			await at(cache, `session ${n}`, "v", "org", "user", `session ${n}`);
			cache.invalidate([`session ${n}`]);
			cache.get("stays");
		}

		expect([cache.get("stays"), cache.entries]).toEqual([stays, 10]);
	});
});

describe("reads and changes in any order", () => {
	/** What happens to one of few things: a read begins, the oldest one begun ends, or the thing changes. */
	const action = fc.record({ what: fc.constantFrom("begin", "end", "change"), thing: fc.nat(2) });

	test("never leave a value in the cache, or in the hands of a reader who trusts it, that is older than a change", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
				const cache = open(2);
				const versions = [0, 0, 0];
				const pending: (() => Promise<void>)[][] = [[], [], []];
				const held: { thing: number; value: string; entry: { readonly isStale: boolean } }[] = [];
				for (const { what, thing } of actions) {
					if (what === "begin") {
						const { read, finish } = heldRead(`${versions[thing]}`);
						const loading = cache.load(`key ${thing}`, read, () => [`id ${thing}`, "org"]);
						pending[thing]?.push(async () => {
							finish();
							const entry = await loading;
							held.push({ thing, value: entry.value, entry });
						});
					} else if (what === "end") {
						await pending[thing]?.shift()?.();
					} else {
						versions[thing] = (versions[thing] ?? 0) + 1;
						cache.invalidate([`id ${thing}`]);
					}

					for (const [n, version] of versions.entries()) {
						const kept = cache.get(`key ${n}`);
						if (kept) expect(kept.value).toBe(`${version}`);
					}
					for (const { thing: n, value, entry } of held) if (!entry.isStale) expect(value).toBe(`${versions[n]}`);
					expect(cache.entries).toBeLessThanOrEqual(2);
				}
			}),
			{ numRuns: 500 },
		);
	});
});
