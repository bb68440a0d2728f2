import { describe, expect, test } from "bun:test";
import { newId } from "#kernel/ids";
import { createJobs, type JobHandler, type Jobs, type QueueOptions } from "#platform/jobs";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { createTestClock } from "#tests/support/test-clock";

const store = await forThisFile(openTestStore());
const clock = createTestClock();
const log = { warn: () => undefined, error: () => undefined };

/** One instance with one queue. */
function openQueue(queue: string, handler: JobHandler, options: QueueOptions = {}): Jobs {
	const jobs = createJobs({ store, clock, settledClock: clock, newId, log });
	jobs.handle(queue, handler, options);
	return jobs;
}

const enqueue = (jobs: Jobs, queue: string, orgId: string | null, count: number, inMs = 0) =>
	store.tx(async (tx) => {
		for (let at = 0; at < count; at++) await jobs.enqueue(tx, { queue, orgId, runAtMs: clock.nowMs() + inMs });
	});

describe("organizations with jobs in one queue", () => {
	test("take turns, however many jobs one of them enqueued before the others", async () => {
		const done: (string | null)[] = [];
		const jobs = openQueue("turns", async ({ orgId }) => void done.push(orgId), { concurrency: 1 });
		await enqueue(jobs, "turns", "org_flood", 100);
		clock.advanceMs(1_000);
		for (const orgId of ["org_b", "org_z", null]) await enqueue(jobs, "turns", orgId, 2);

		await jobs.runDue();

		const others = done.flatMap((orgId, at) => (orgId === "org_flood" ? [] : [at]));
		expect(done).toHaveLength(106);
		// Two rounds of four parties, and what ran before they came.
		expect(Math.max(...others)).toBeLessThan(9);
	});

	test("take turns beside others whose many jobs are due later", async () => {
		const done: (string | null)[] = [];
		const jobs = openQueue("later", async ({ orgId }) => void done.push(orgId), { concurrency: 2 });
		for (let at = 0; at < 50; at++) await enqueue(jobs, "later", `org_m${at}`, 3, 60_000);
		await enqueue(jobs, "later", "org_a", 40);
		clock.advanceMs(1);
		await enqueue(jobs, "later", "org_z", 1);

		await jobs.runDue();

		expect(done).toHaveLength(41);
		expect(done.indexOf("org_z")).toBeLessThan(4);
	});

	test("have a share: what one of them keeps busy for long leaves a place to another", async () => {
		const running = Promise.withResolvers<void>();
		const begun: (string | null)[] = [];
		const quick = Promise.withResolvers<void>();
		const jobs = openQueue(
			"shares",
			async ({ orgId }) => {
				begun.push(orgId);
				if (orgId === "org_quick") quick.resolve();
				else await running.promise;
			},
			{ concurrency: 4 },
		);
		await enqueue(jobs, "shares", "org_slow", 40);
		jobs.start();
		await enqueue(jobs, "shares", "org_quick", 1);
		jobs.wake("shares");

		await quick.promise;

		expect(begun.filter((orgId) => orgId === "org_slow").length).toBeLessThanOrEqual(2);
		running.resolve();
		await jobs.stop();
	});

	test("are each served once by several instances", async () => {
		const done: string[] = [];
		const handler: JobHandler = async ({ id }) => void done.push(id);
		const instances = Array.from({ length: 3 }, () => openQueue("shared", handler));
		const [jobs] = instances;
		if (!jobs) throw new Error("there is no instance");
		for (const orgId of ["org_a", "org_b", "org_c"]) await enqueue(jobs, "shared", orgId, 40);

		await Promise.all(instances.map((each) => each.runDue()));
		await jobs.runDue();

		expect(done).toHaveLength(120);
		expect(new Set(done).size).toBe(120);
	});
});
