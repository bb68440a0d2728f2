import { describe, expect, test } from "bun:test";
import { createPeriodicTasks } from "#src/periodic-tasks";

/** A work that is under way until it is let go, and notes when it begins. */
function slowWork() {
	const begun: PromiseWithResolvers<void>[] = [];
	const work = () => {
		const end = Promise.withResolvers<void>();
		begun.push(end);
		return end.promise;
	};
	return { begun, work };
}

const LOG = { warn: () => undefined };

describe("the last round", () => {
	test("waits for the one under way and then does the work once more", async () => {
		const { begun, work } = slowWork();
		const rounds = createPeriodicTasks([{ everyMs: 60_000, work, failureMessage: "it failed" }], LOG);
		const first = rounds.flush();

		const second = rounds.flush();
		const begunMeanwhile = begun.length;
		begun[0]?.resolve();
		await first;
		begun[1]?.resolve();
		await second;

		expect(begunMeanwhile).toBe(1);
		expect(begun).toHaveLength(2);
	});

	test("comes after one that failed too", async () => {
		const { begun, work } = slowWork();
		const rounds = createPeriodicTasks([{ everyMs: 60_000, work, failureMessage: "it failed" }], LOG);
		const first = rounds.flush();
		begun[0]?.reject(new Error("the disk is full"));
		await first;

		const second = rounds.flush();
		begun[1]?.resolve();
		await second;

		expect(begun).toHaveLength(2);
	});
});
