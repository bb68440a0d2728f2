import { describe, expect, test } from "bun:test";
import { FairLimiter, INSTALLATION, roundRobin, shareOf } from "#kernel/fair-queue";

/** Lets everything go on that waits for nothing but its slot. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that runs until it is ended. */
function openWork(limiter: FairLimiter) {
	const begun: string[] = [];
	const ends: (() => void)[] = [];
	const add = (party: string, signal: AbortSignal | null = null) =>
		limiter.run(party, signal, async () => {
			begun.push(party);
			await new Promise<void>((end) => ends.push(end));
		});
	/** Ends the work that began first. */
	async function endOne() {
		ends.shift()?.();
		await settled();
	}
	return { begun, add, endOne };
}

describe("a fair limiter", () => {
	test("delays a party by one item of each other, however much that has queued", async () => {
		const limiter = new FairLimiter(1);
		const { begun, add, endOne } = openWork(limiter);

		for (let count = 0; count < 1_000; count++) void add("flood");
		void add("other");
		void add("other");
		await settled();
		for (let count = 0; count < 5; count++) await endOne();

		expect(begun).toEqual(["flood", "flood", "other", "flood", "other", "flood"]);
		expect([limiter.waiting(), limiter.waiting("flood"), limiter.waiting("other")]).toEqual([996, 996, 0]);
	});

	test("leaves a slot to another party, and all of them to the installation", async () => {
		const limiter = new FairLimiter(4);
		const { begun, add } = openWork(limiter);

		for (let count = 0; count < 9; count++) void add("flood");
		await settled();
		expect(begun).toEqual(["flood", "flood"]);
		for (let count = 0; count < 9; count++) void add(INSTALLATION);
		await settled();

		expect(begun).toEqual(["flood", "flood", INSTALLATION, INSTALLATION]);
	});

	test("forgets work that was given up while it waited, and no slot is lost by it", async () => {
		const limiter = new FairLimiter(1);
		const { begun, add, endOne } = openWork(limiter);
		const giving = new AbortController();

		void add("first");
		const given = add("second", giving.signal);
		void add("third");
		giving.abort(new Error("gone"));

		await expect(given).rejects.toThrow("gone");
		await expect(add("fourth", giving.signal)).rejects.toThrow("gone");
		await endOne();
		expect(begun).toEqual(["first", "third"]);
	});
});

describe("the choice of what is next", () => {
	const partyOf = (item: string) => item.slice(0, 1);
	const choose = (waiting: readonly string[], last: string, limit: number, room = limit) =>
		roundRobin(waiting, { partyOf, last, limit, roomOf: () => room });

	test("is one of each party after the last, in the order of each", () => {
		const waiting = ["a1", "a2", "a3", "b1", "c1", "c2"];

		expect(choose(waiting, "", 4)).toEqual(["a1", "b1", "c1", "a2"]);
		expect(choose(waiting, "a", 4)).toEqual(["b1", "c1", "a1", "c2"]);
		expect(choose(waiting, "c", 9)).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
	});

	test("gives no party more than its room", () => {
		expect(choose(["a1", "a2", "b1"], "", 9, 1)).toEqual(["a1", "b1"]);
		expect(choose(["a1", "a2", "b1"], "", 9, 0)).toEqual([]);
		expect(choose([], "a", 9)).toEqual([]);
	});

	test("leaves a slot to another wherever there is more than one", () => {
		expect([1, 2, 3, 8].map(shareOf)).toEqual([1, 1, 2, 4]);
	});
});
