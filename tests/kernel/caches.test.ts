import { describe, expect, test } from "bun:test";
import { Caches } from "#kernel/caches";
import { Dependencies } from "#kernel/dependencies";
import type { DependencyCache } from "#kernel/dependency-cache";
import { heapBytes } from "#kernel/heap-size";
import { createInterner } from "#kernel/intern";
import { SizedCache } from "#kernel/sized-cache";

const MIB = 1024 * 1024;

interface Item {
	readonly bytes: number;
}

const open = (maxBytes: number) => new SizedCache<Item>({ maxBytes, weigh: ({ bytes }) => bytes });
/** Fills a cache with items of 1,000 bytes. */
function fill(cache: SizedCache<Item>, count: number): void {
	for (let n = 0; n < count; n++) cache.set(`key ${n}`, { bytes: 1_000 });
}

describe("a cache of a size in bytes", () => {
	test("takes no more than its size, and drops no more than it has to", () => {
		const cache = open(16 * MIB);

		fill(cache, 100_000);
		const { bytes, entries, evictions } = cache.figures;

		expect(bytes).toBeLessThanOrEqual(16 * MIB);
		expect(bytes).toBeGreaterThan(15.9 * MIB);
		expect(entries + evictions).toBe(100_000);
	});

	test("weighs large values as what they are: one of half its size takes the place of half its entries", () => {
		const cache = open(MIB);
		fill(cache, 10_000);
		const before = cache.figures.entries;

		cache.set("large", { bytes: MIB / 2 });

		expect(cache.figures.entries / before).toBeCloseTo(0.5, 1);
		expect(cache.get("large")).toBeDefined();
	});

	test("does not keep a value that is larger than itself, nor empties itself for it", () => {
		const cache = open(MIB);
		fill(cache, 100);

		cache.set("too large", { bytes: 2 * MIB });

		expect([cache.get("too large"), cache.figures.entries]).toEqual([undefined, 100]);
	});

	test("replaces a value by one of another size without losing count", () => {
		const cache = open(MIB);
		cache.set("a", { bytes: 100 });
		const { bytes } = cache.figures;

		cache.set("a", { bytes: 300 });
		const larger = cache.figures.bytes;
		cache.delete("a");

		expect([larger - bytes, cache.figures.bytes, cache.figures.evictions]).toEqual([200, 0, 0]);
	});

	test("keeps what is used while twenty times its size goes by", () => {
		const cache = open(8 * MIB);
		cache.set("used", { bytes: 1_000 });

		for (let n = 0; n < 150_000; n++) {
			cache.set(`other ${n}`, { bytes: 1_000 });
			if (n % 100 === 0) cache.get("used");
		}

		expect(cache.get("used")).toBeDefined();
	});
});

describe("the caches of the program", () => {
	const weigh = () => 100;

	test("cannot share more than there is, nor a name", () => {
		const caches = new Caches({ budgetBytes: MIB, isCoherent: true });
		caches.open({ name: "a", percent: 70, weigh });

		expect(() => caches.openDependent({ name: "b", percent: 31, weigh })).toThrow("more memory than there is");
		expect(() => caches.count("a")).toThrow("named a");
	});

	test("are invalidated and cleared together", async () => {
		const caches = new Caches({ budgetBytes: MIB, isCoherent: true });
		const [one, other] = [
			caches.openDependent<string>({ name: "one", percent: 10, weigh }),
			caches.openDependent<string>({ name: "other", percent: 10, weigh }),
		];
		const keep = (key: string, id: string) =>
			[one, other].map((cache) =>
				cache.load(
					key,
					async () => key,
					() => [id],
				),
			);
		await Promise.all([...keep("a", "org a"), ...keep("b", "org b")]);
		const found = () => [one, other].map((cache) => [cache.get("a")?.value, cache.get("b")?.value]);

		caches.invalidate(["org a"]);
		const afterInvalidation = found();
		caches.clear();

		expect(afterInvalidation).toEqual([
			[undefined, "b"],
			[undefined, "b"],
		]);
		expect(found()).toEqual([
			[undefined, undefined],
			[undefined, undefined],
		]);
	});
});

describe("caches of which others change the database too", () => {
	const weigh = () => 100;
	const load = (cache: DependencyCache<string>, value = "read") =>
		cache.load(
			"key",
			async () => value,
			() => ["org"],
		);

	test("keep nothing while changes are not heard of, and nothing from before", async () => {
		const caches = new Caches({ budgetBytes: MIB, isCoherent: true });
		const cache = caches.openDependent<string>({ name: "one", percent: 10, weigh });
		const before = await load(cache);

		caches.setCoherent(false);
		const meanwhile = await load(cache);
		caches.setCoherent(true);
		const kept = await load(cache, "after");

		expect([before, meanwhile, kept].map(({ isStale }) => isStale)).toEqual([true, true, false]);
		expect(cache.get("key")?.value).toBe("after");
	});

	test("do not keep what was being read while the changes of others were not heard of", async () => {
		const caches = new Caches({ budgetBytes: MIB, isCoherent: true });
		const cache = caches.openDependent<string>({ name: "one", percent: 10, weigh });
		const gate = Promise.withResolvers<string>();
		const loading = cache.load(
			"key",
			() => gate.promise,
			() => ["org"],
		);

		caches.setCoherent(false);
		caches.setCoherent(true);
		gate.resolve("old");

		expect((await loading).isStale).toBe(true);
		expect(cache.get("key")).toBeUndefined();
	});

	test("are stale at an age that counts from before they were read, values with versions included, and what is to last only changes", async () => {
		let nowMs = 0;
		const caches = new Caches({ budgetBytes: MIB, isCoherent: true, maxAgeMs: 1_000, nowMs: () => nowMs });
		const opened = ["plain", "versioned"].map((name) =>
			caches.openDependent<string>({ name, percent: 10, weigh, isVersioned: name === "versioned" }),
		);
		const slow = (cache: DependencyCache<string>) =>
			cache.load(
				"key",
				async () => {
					await Promise.resolve();
					nowMs = 400;
					return "value";
				},
				() => ["org"],
			);
		const values = await Promise.all(opened.map(slow));
		const areStale = () => values.map(({ isStale }) => isStale);

		const lasting = caches.dependencies.track(caches.dependencies.mark(), null, ["org"], false);

		nowMs = 999;
		const before = areStale();
		nowMs = 1_000;
		const after = areStale();
		const expired = lasting.isStale;
		caches.invalidate(["org"]);

		expect([before, after]).toEqual([
			[false, false],
			[true, true],
		]);
		expect([expired, lasting.isStale]).toEqual([false, true]);
	});
});

describe("a value that depends on ids", () => {
	test("is stale after a change of any of them, and of no other of a thousand", () => {
		const dependencies = new Dependencies({ isCoherent: true });
		const of = (n: number) => [`org_${n}`, `usr_${n}`, `ses_${n}`] as const;
		const values = Array.from({ length: 1_000 }, (_, n) => dependencies.track(dependencies.mark(), n, of(n)));
		const stale = () => values.filter(({ isStale }) => isStale).map(({ value }) => value);
		const seen: number[][] = [];

		for (const n of [17, 400, 999]) {
			dependencies.invalidate([of(n)[n % 3] ?? ""]);
			seen.push(stale());
		}

		expect(seen).toEqual([[17], [17, 400], [17, 400, 999]]);
	});

	test("of nothing is stale only when everything is", () => {
		const dependencies = new Dependencies({ isCoherent: true });
		const value = dependencies.track(dependencies.mark(), "x", [null]);

		dependencies.invalidate(["", "org"]);
		const before = value.isStale;
		dependencies.clear();

		expect([before, value.isStale]).toEqual([false, true]);
	});

	test("stays stale, whatever happens afterwards", () => {
		const dependencies = new Dependencies({ isCoherent: true });
		const value = dependencies.track(dependencies.mark(), "x", ["org"]);
		dependencies.invalidate(["org"]);

		for (let n = 0; n < 1_000; n++) dependencies.invalidate([`org ${n}`, "org"]);

		expect(value.isStale).toBe(true);
	});

	test("is stale at once when it was read before the last change", () => {
		const dependencies = new Dependencies({ isCoherent: true });
		const mark = dependencies.mark();

		dependencies.invalidate(["another"]);

		expect(dependencies.track(mark, "x", ["org"]).isStale).toBe(true);
	});
});

describe("shared lists", () => {
	test("are equal to what was given, and no others", () => {
		const intern = createInterner<string>();
		const lists = [["a", "b"], ["a", "b"], ["a,b"], ["b", "a"], [], [""], ['a","b']];

		const shared = lists.map(intern);

		expect(shared).toEqual(lists);
		expect(shared[0]).toBe(shared[1] ?? []);
		expect(new Set(shared).size).toBe(6);
	});

	test("do not change with the list they were made from", () => {
		const intern = createInterner<string>();
		const list = ["a"];
		const shared = intern(list);

		list.push("b");

		expect([shared, intern(["a"])]).toEqual([["a"], ["a"]]);
	});
});

test("the size of a value grows with its texts, lists and members", () => {
	const sizes = [null, "", "text", { a: "text" }, ["text"], { a: ["text", "text"], b: 1 }].map(heapBytes);

	expect(sizes.toSorted((a, b) => a - b)).toEqual(sizes);
	expect(heapBytes("x".repeat(1_000))).toBeGreaterThan(1_000);
});
