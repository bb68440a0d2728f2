import { beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { jobs as jobsTable } from "#db/schema";
import { DAY_MS, HOUR_MS } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { createJobs, HOURLY_CLEANUP, MINUTELY_CLEANUP, scheduleCleanups } from "#platform/jobs";
import { openTestStore, runPortions } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { createTestClock } from "#tests/support/test-clock";

const store = await forThisFile(openTestStore());
beforeEach(async () => {
	for (const queue of [HOURLY_CLEANUP, MINUTELY_CLEANUP])
		await store.db.delete(jobsTable).where(eq(jobsTable.queue, queue));
});

const clock = createTestClock();
const ignore = () => undefined;

function openHouse(chore: () => Promise<void>) {
	const jobs = createJobs({ store, clock, settledClock: clock, newId, log: { warn: ignore, error: ignore } });
	scheduleCleanups({ store, jobs, settledClock: clock }, { hourly: [jobs.deleteEnded, chore], everyMinute: [] });
	return jobs;
}

describe("the cleanups", () => {
	test("begins with the start, once for all instances, and comes again after an hour", async () => {
		let chores = 0;
		const done = Promise.withResolvers<void>();
		const houses = [0, 1, 2].map(() =>
			openHouse(async () => {
				chores++;
				done.resolve();
			}),
		);

		for (const jobs of houses) jobs.start();
		await done.promise;
		for (const jobs of houses) await jobs.stop();
		clock.advanceMs(3_599_000);
		await houses[0]?.runDue();
		const early = chores;
		clock.advanceMs(1_000);
		await houses[0]?.runDue();

		expect([early, chores]).toEqual([1, 2]);
	});

	test("does what cannot wait an hour every minute", async () => {
		let rounds = 0;
		const jobs = createJobs({ store, clock, settledClock: clock, newId, log: { warn: ignore, error: ignore } });
		scheduleCleanups({ store, jobs, settledClock: clock }, { hourly: [], everyMinute: [async () => void rounds++] });
		await jobs.enqueue(store.db, { queue: MINUTELY_CLEANUP, orgId: null, uniqueKey: "next-round" });

		await jobs.runDue();
		clock.advanceMs(59_000);
		await jobs.runDue();
		const early = rounds;
		clock.advanceMs(1_000);
		await jobs.runDue();

		expect([early, rounds]).toEqual([1, 2]);
	});

	test("goes on after a round that failed", async () => {
		let rounds = 0;
		const jobs = openHouse(async () => {
			if (++rounds === 1) throw new Error("not today");
		});
		await jobs.enqueue(store.db, { queue: HOURLY_CLEANUP, orgId: null, uniqueKey: "next-round" });

		await jobs.runDue();
		clock.advanceMs(3_000);
		await jobs.runDue();
		clock.advanceMs(HOUR_MS);
		await jobs.runDue();

		expect(rounds).toBe(3);
	});

	test("forgets jobs that ended a week ago, and no others", async () => {
		const jobs = openHouse(async () => undefined);
		jobs.handle("chore", async () => undefined);
		await jobs.enqueue(store.db, { queue: "chore", orgId: null, payload: { from: "old" } });
		await jobs.runDue();
		clock.advanceMs(DAY_MS);
		await jobs.enqueue(store.db, { queue: "chore", orgId: null, payload: { from: "young" } });
		await jobs.runDue();
		clock.advanceMs(6 * DAY_MS);

		await jobs.deleteEnded(runPortions(store), clock.nowMs());

		const left = await store.db.select().from(jobsTable).where(eq(jobsTable.queue, "chore"));
		expect(left.map(({ payload }) => payload)).toEqual([{ from: "young" }]);
	});
});
