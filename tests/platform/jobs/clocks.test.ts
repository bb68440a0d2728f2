/** Jobs and clocks that are wrong. */

import { beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { jobs as jobsTable } from "#db/schema";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { createJobs } from "#platform/jobs";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { createTestClock, type TestClock } from "#tests/support/test-clock";

const AHEAD_MS = 40 * DAY_MS;

const store = await forThisFile(openTestStore());

let clock: TestClock;
let settledClock: TestClock;
beforeEach(async () => {
	await store.db.delete(jobsTable);
	clock = createTestClock();
	settledClock = createTestClock(clock.nowMs());
});

const ignore = () => undefined;
const open = () => createJobs({ store, clock, settledClock, newId, log: { warn: ignore, error: ignore } });
async function stored(queue: string) {
	const [row] = await store.db.select().from(jobsTable).where(eq(jobsTable.queue, queue));
	if (!row) throw new Error("no such job");
	return row;
}

test("a job that runs is not taken from its own worker when the clock is set ahead", async () => {
	const jobs = open();
	const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	let runs = 0;
	jobs.handle("long", async () => {
		runs++;
		begun.resolve();
		await ended.promise;
	});
	await jobs.enqueue(store.db, { queue: "long", orgId: null, maxAttempts: 1 });
	const running = jobs.runDue("long");
	await begun.promise;

	clock.advanceMs(AHEAD_MS);
	const claimed = await jobs.runDue("long");
	ended.resolve();
	await running;

	expect([runs, claimed]).toEqual([1, 0]);
	expect(await stored("long")).toMatchObject({ state: "done", attempts: 1 });
});

test("a job that failed while the clock was ahead is tried again as soon as if it had been right", async () => {
	const jobs = open();
	let runs = 0;
	jobs.handle("flaky", async () => {
		if (++runs === 1) throw new Error("not yet");
	});
	await jobs.enqueue(store.db, { queue: "flaky", orgId: null });
	clock.advanceMs(AHEAD_MS);
	await jobs.runDue("flaky");
	clock.advanceMs(-AHEAD_MS);

	await jobs.bringBack();
	await jobs.bringBack();
	clock.advanceMs(5_000);
	await jobs.runDue("flaky");

	expect(runs).toBe(2);
	expect((await stored("flaky")).state).toBe("done");
});

test("the job of a worker that died while the clock was ahead is free when its lease would have ended", async () => {
	const [dead, jobs] = [open(), open()];
	dead.handle("work", () => new Promise<never>(ignore));
	let runs = 0;
	jobs.handle("work", async () => void runs++);
	await dead.enqueue(store.db, { queue: "work", orgId: null });
	clock.advanceMs(AHEAD_MS);
	void dead.runDue("work");
	while ((await stored("work")).leaseToken === null) await Bun.sleep(1);
	clock.advanceMs(-AHEAD_MS);

	await jobs.bringBack();
	await jobs.bringBack();
	const early = await jobs.runDue("work");
	clock.advanceMs(MINUTE_MS);
	await jobs.runDue("work");

	expect([early, runs]).toEqual([0, 1]);
});

test("a job is brought back only when it is seen twice, in case the clock is behind for a moment", async () => {
	const jobs = open();
	await jobs.enqueue(store.db, { queue: "later", orgId: null, runAtMs: clock.nowMs() + HOUR_MS });
	const before = await stored("later");

	clock.advanceMs(-AHEAD_MS);
	await jobs.bringBack();
	clock.advanceMs(AHEAD_MS);
	await jobs.bringBack();
	clock.advanceMs(-AHEAD_MS);
	await jobs.bringBack();

	expect(await stored("later")).toEqual(before);
});

test("jobs that differ from this clock by no more than clocks of instances do stay as they are", async () => {
	const jobs = open();
	await jobs.enqueue(store.db, { queue: "later", orgId: null, runAtMs: clock.nowMs() + HOUR_MS });
	const before = await stored("later");

	clock.advanceMs(-50_000);
	await jobs.bringBack();
	await jobs.bringBack();

	expect(await stored("later")).toEqual(before);
});

test("a job that cannot be undone waits for the time that has come for certain", async () => {
	const jobs = open();
	let runs = 0;
	jobs.handle("purge", async () => void runs++, { settled: true });
	await jobs.enqueue(store.db, { queue: "purge", orgId: null, runAtMs: clock.nowMs() + DAY_MS });

	clock.advanceMs(AHEAD_MS);
	const early = [await jobs.runDue("purge"), await jobs.countDue(), runs];
	settledClock.advanceMs(DAY_MS);
	const due = await jobs.countDue();
	await jobs.runDue("purge");

	expect(early).toEqual([0, 0, 0]);
	expect([due, runs]).toEqual([1, 1]);
});
