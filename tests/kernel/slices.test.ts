import { expect, test } from "bun:test";
import { nextTurn, Slices } from "#kernel/slices";

/** A turn of the event loop. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("what waits for its turn goes on one at a time, in the order of arrival", async () => {
	const went: number[] = [];
	const all = Array.from({ length: 10 }, async (_, n) => {
		await nextTurn();
		went.push(n);
	});
	const seen: number[] = [];
	while (went.length < all.length) {
		await turn();
		seen.push(went.length);
	}
	await Promise.all(all);
	expect(went).toEqual(all.map((_, n) => n));
	expect(seen.every((count, at) => count - (seen[at - 1] ?? 0) <= 1)).toBe(true);
});

test("work that nobody wants any more ends at its next pause", async () => {
	const ended = new AbortController();
	const slices = new Slices(ended.signal);
	await slices.pause();
	ended.abort(new Error("not wanted"));
	await expect(slices.pause()).rejects.toThrow("not wanted");
});
