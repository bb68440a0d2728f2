import { describe, expect, test } from "bun:test";
import { WriteHealth } from "#db/sqlite/write-health";

describe("the health of writes", () => {
	test("is known from a write that was made, without another", async () => {
		let trials = 0;
		const health = new WriteHealth(async () => void trials++);

		health.note(null);

		expect(await health.problem()).toBeNull();
		expect(trials).toBe(0);
	});

	test("is tried when none was made yet, and again after one failed", async () => {
		let trials = 0;
		const health = new WriteHealth(async () => {
			trials++;
			health.note(null);
		});

		const atFirst = await health.problem();
		health.note(new Error("full"));
		const afterFailure = await health.problem();

		expect([atFirst, afterFailure]).toEqual([null, null]);
		expect(trials).toBe(2);
	});

	test("is bad while the trial fails", async () => {
		const health = new WriteHealth(() => Promise.reject(new Error("database or disk is full")));

		expect(await health.problem()).toBe("writes fail: database or disk is full");
	});

	test("is bad while a write does not end, and many who ask wait for the same one", async () => {
		let trials = 0;
		const health = new WriteHealth(() => {
			trials++;
			return new Promise(() => undefined);
		});

		const problems = await Promise.all([health.problem(), health.problem(), health.problem()]);

		expect([...new Set(problems)]).toEqual(["a write takes longer than 2000 ms"]);
		expect(trials).toBe(1);
	});
});
