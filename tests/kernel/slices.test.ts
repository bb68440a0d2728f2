import { expect, test } from "bun:test";
import { nextTurn, Slices } from "#kernel/slices";

/** Waits for a turn, and notes it. */
const join = (went: string[], party: string, note: string) => nextTurn(party).then(() => void went.push(note));

test("what waits for its turn goes on one at a time", async () => {
	const went: string[] = [];
	const all = Array.from({ length: 10 }, (_, n) => join(went, "org_a", `${n}`));
	const steps: number[] = [];
	for (let before = 0; went.length < all.length; before = went.length) {
		await new Promise<void>((resolve) => setImmediate(resolve));
		steps.push(went.length - before);
	}
	await Promise.all(all);

	expect(went).toEqual(all.map((_, n) => `${n}`));
	expect(Math.max(...steps)).toBe(1);
});

test("organizations take turns, however much one of them has", async () => {
	const went: string[] = [];
	const flood = Array.from({ length: 50 }, () => join(went, "org_a", "a"));
	const ordinary = [1, 2].map(() => join(went, "org_b", "b"));
	await Promise.all([...flood, ...ordinary]);

	// The first one had its turn before anybody else came.
	expect(went.slice(0, 5)).toEqual(["a", "a", "b", "a", "b"]);
});

test("work that nobody wants any more ends at its next pause", async () => {
	const ended = new AbortController();
	const slices = new Slices("org_a", ended.signal);
	await slices.pause();
	ended.abort(new Error("not wanted"));
	await expect(slices.pause()).rejects.toThrow("not wanted");
});
