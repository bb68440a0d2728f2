import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DependencyCache } from "#kernel/dependency-cache";

/** A read that ends when the test says so. */
function heldRead<T>(value: T) {
	const gate = Promise.withResolvers<T>();
	return { read: () => gate.promise, finish: () => gate.resolve(value) };
}

const open = (maxEntries = 100) => new DependencyCache<string>(true, maxEntries);
const at = (cache: DependencyCache<string>, key: string, value: string, ...ids: (string | null)[]) =>
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
		const cache = new DependencyCache<string>(false, 100);

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
		expect(cache.size).toEqual({ entries: 0, ids: 0 });
	});
});

describe("the memory of a cache", () => {
	test("holds no more than its entries: one more drops the one asked for longest ago, and no other", async () => {
		const cache = open(3);
		const [first, second, third] = [
			await at(cache, "1", "v", "org"),
			await at(cache, "2", "v", "org"),
			await at(cache, "3", "v", "org"),
		];
		cache.get("1");

		const fourth = await at(cache, "4", "v", "org");

		expect([first, second, third, fourth].map(({ isStale }) => isStale)).toEqual([false, true, false, false]);
		expect(["1", "2", "3", "4"].map((key) => cache.get(key))).toEqual([first, undefined, third, fourth]);
	});

	test("keeps no id of what it dropped to make room, and still drops the rest by theirs", async () => {
		const cache = open(2);
		await at(cache, "1", "v", "org", "user 1");
		const second = await at(cache, "2", "v", "org", "user 2");
		const third = await at(cache, "3", "v", "org", "user 3");
		const full = cache.size;

		cache.invalidate(["user 1"]);
		const untouched = cache.size;
		cache.invalidate(["org"]);

		expect([full, untouched]).toEqual([
			{ entries: 2, ids: 3 },
			{ entries: 2, ids: 3 },
		]);
		expect([second.isStale, third.isStale, cache.size]).toEqual([true, true, { entries: 0, ids: 0 }]);
	});

	test("that makes room during a read keeps what is read", async () => {
		const cache = open(1);
		const { read, finish } = heldRead("new");
		const loading = cache.load("a", read, () => ["user"]);
		const other = await at(cache, "b", "v", "org");

		finish();
		const loaded = await loading;

		expect([loaded.isStale, cache.get("a") === loaded, other.isStale]).toEqual([false, true, true]);
		expect(cache.size).toEqual({ entries: 1, ids: 1 });
	});

	test("lets go of everything at once when it is cleared", async () => {
		const cache = open();
		const kept = await at(cache, "a", "v", "org", "user");

		cache.clear();

		expect([kept.isStale, cache.size]).toEqual([true, { entries: 0, ids: 0 }]);
	});

	test("keeps nothing of sessions that came and went while their organization stayed", async () => {
		const cache = open();
		await at(cache, "stays", "v", "org");
		for (let n = 0; n < 1_000; n++) {
			await at(cache, `session ${n}`, "v", "org", "user", `session ${n}`);
			cache.invalidate([`session ${n}`]);
		}

		expect(cache.size).toEqual({ entries: 1, ids: 1 });
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
					expect(cache.size.entries).toBeLessThanOrEqual(2);
					expect(cache.size.ids).toBeLessThanOrEqual(cache.size.entries + 1);
				}
			}),
			{ numRuns: 500 },
		);
	});
});
