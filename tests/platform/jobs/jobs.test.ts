import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { jobs as jobsTable } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { createJobs, type Job, type Jobs, type JobsLog, LeaseLostError } from "#platform/jobs";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { MEASURED } from "#tests/support/measured-limit";
import { createTestClock } from "#tests/support/test-clock";

const store = await forThisFile(openTestStore());

const clock = createTestClock();
const lines: string[] = [];
const note = (message: string) => void lines.push(message);
const log: JobsLog = { warn: note, error: note };
/** A worker process of its own, as far as the database can tell. */
const openJobs = (stopTimeouts?: { drainMs: number; abortMs: number }): Jobs =>
	createJobs({ store, clock, settledClock: clock, newId, log, ...(stopTimeouts && { stopTimeouts }) });
const never = () => new Promise<never>(() => undefined);

async function stored(id: string | undefined) {
	const [row] = await store.db
		.select()
		.from(jobsTable)
		.where(eq(jobsTable.id, id ?? ""));
	return row;
}

describe("enqueueing", () => {
	test("is undone with the transaction it was part of", async () => {
		const jobs = openJobs();
		let id: string | undefined;

		const failed = store.tx(async (tx) => {
			id = await jobs.enqueue(tx, { queue: "undone", orgId: null });
			throw new Error("changed my mind");
		});

		await expect(failed).rejects.toThrow("changed my mind");
		expect(await stored(id)).toBeUndefined();
	});

	test("a second job with the key of one that waits is left out, until that one is done", async () => {
		const jobs = openJobs();
		const payloads: unknown[] = [];
		jobs.handle("unique", async ({ payload }) => void payloads.push(payload));
		const ask = (payload: string) =>
			jobs.enqueue(store.db, { queue: "unique", orgId: null, payload: { text: payload }, uniqueKey: "k" });

		const ids = [await ask("first"), await ask("second")];
		await jobs.runDue();
		const later = await ask("third");
		await jobs.runDue();

		expect(ids).toEqual([expect.stringMatching(/^tsk_/), undefined]);
		expect(later).toBeString();
		expect(payloads).toEqual([{ text: "first" }, { text: "third" }]);
	});

	test("work for later is not done earlier", async () => {
		const jobs = openJobs();
		jobs.handle("later", async () => undefined);
		await jobs.enqueue(store.db, { queue: "later", orgId: null, runAtMs: clock.nowMs() + 40 * DAY_MS });

		const early = await jobs.runDue();
		clock.advanceMs(40 * DAY_MS);
		const late = await jobs.runDue();

		expect([early, late]).toEqual([0, 1]);
	});
});

describe("a handler", () => {
	test("ends its job in its own transaction, with its effects", async () => {
		const jobs = openJobs();
		jobs.handle("with-effects", (job) =>
			store.tx(async (tx) => {
				await job.done(tx);
				await jobs.enqueue(tx, { queue: "effects", orgId: null });
			}),
		);
		const id = await jobs.enqueue(store.db, { queue: "with-effects", orgId: null });

		await jobs.runDue();

		expect(await stored(id)).toMatchObject({ state: "done", attempts: 1, progress: 1, endedAtMs: clock.nowMs() });
		expect(await store.db.$count(jobsTable, eq(jobsTable.queue, "effects"))).toBe(1);
	});

	test("that fails is asked again after a growing pause, and its job is dead in the end", async () => {
		const jobs = openJobs();
		const seen: number[] = [];
		jobs.handle("failing", async ({ attempt }) => {
			seen.push(attempt);
			throw new Error("no luck");
		});
		const id = await jobs.enqueue(store.db, { queue: "failing", orgId: null, maxAttempts: 3 });

		const runs = [await jobs.runDue()];
		for (const pauseMs of [1_400, 1_200, 2_000, 3_100, DAY_MS]) {
			clock.advanceMs(pauseMs);
			runs.push(await jobs.runDue());
		}

		// Pauses of 2 s ± 25 % and 4 s ± 25 %.
		expect(runs).toEqual([1, 0, 1, 0, 1, 0]);
		expect(seen).toEqual([1, 2, 3]);
		expect(await stored(id)).toMatchObject({ state: "dead", attempts: 3, lastError: "Error: no luck" });
	});

	test("can tell how far it is", async () => {
		const jobs = openJobs();
		const progress: unknown[] = [];
		jobs.handle("progress", async ({ id }, { extend }) => {
			await extend(0.25);
			progress.push((await stored(id))?.progress);
		});
		await jobs.enqueue(store.db, { queue: "progress", orgId: null });

		await jobs.runDue();

		expect(progress).toEqual([0.25]);
	});
});

describe("a lease", () => {
	/** A worker that takes the job and hangs, as one does whose machine was suspended. */
	async function hang(queue: string): Promise<{ job: Job; extend: (progress: number) => Promise<void> }> {
		const taken = Promise.withResolvers<{ job: Job; extend: (progress: number) => Promise<void> }>();
		const jobs = openJobs();
		jobs.handle(queue, (job, { extend }) => {
			taken.resolve({ job, extend });
			return never();
		});
		void jobs.runDue();
		return taken.promise;
	}

	test("keeps a job from others while it lasts, and gives it back when it ends", async () => {
		const jobs = openJobs();
		const seen: number[] = [];
		jobs.handle("leased", async ({ attempt }) => void seen.push(attempt));
		await jobs.enqueue(store.db, { queue: "leased", orgId: null });
		await hang("leased");

		clock.advanceMs(59_000);
		const during = await jobs.runDue();
		clock.advanceMs(1_000);
		const after = await jobs.runDue();

		expect([during, after]).toEqual([0, 1]);
		expect(seen).toEqual([2]);
	});

	test("that was lost makes the effects of the slow worker void", async () => {
		const jobs = openJobs();
		jobs.handle("fenced", async () => undefined);
		const id = await jobs.enqueue(store.db, { queue: "fenced", orgId: null });
		const slow = await hang("fenced");
		clock.advanceMs(60_000);
		await jobs.runDue();

		const effect = store.tx(async (tx) => {
			await jobs.enqueue(tx, { queue: "void", orgId: null });
			await slow.job.done(tx);
		});

		await expect(effect).rejects.toBeInstanceOf(LeaseLostError);
		await expect(slow.extend(0.5)).rejects.toBeInstanceOf(LeaseLostError);
		expect(await store.db.$count(jobsTable, eq(jobsTable.queue, "void"))).toBe(0);
		expect(await stored(id)).toMatchObject({ state: "done", attempts: 2 });
	});

	test("whose worker always dies does not come back for ever", async () => {
		const jobs = openJobs();
		jobs.handle("deadly", async () => undefined);
		const id = await jobs.enqueue(store.db, { queue: "deadly", orgId: null, maxAttempts: 1 });
		await hang("deadly");
		clock.advanceMs(60_000);

		await jobs.runDue();

		expect(await stored(id)).toMatchObject({ state: "dead", attempts: 1, lastError: "the worker died" });
		expect((await stored(id))?.endedAtMs).toBe(clock.nowMs());
	});
});

describe("many workers", () => {
	test("do each job once", async () => {
		const seen: unknown[] = [];
		const workers = Array.from({ length: 4 }, () => {
			const jobs = openJobs();
			jobs.handle("many", async ({ payload }) => void seen.push(payload.n), { concurrency: 10 });
			return jobs;
		});
		const [jobs] = workers;
		await store.tx(async (tx) => {
			for (let n = 0; n < 400; n++) await jobs?.enqueue(tx, { queue: "many", orgId: null, payload: { n } });
		});

		await Promise.all(workers.map((worker) => worker.runDue()));

		expect(seen).toHaveLength(400);
		expect(new Set(seen).size).toBe(400);
	});
});

describe("a running worker", () => {
	test(
		"starts work at once when it is woken",
		async () => {
			const jobs = openJobs();
			const ran = Promise.withResolvers<unknown>();
			jobs.handle("woken", async ({ payload }) => ran.resolve(payload.when));
			jobs.start();
			const startedAt = performance.now();

			await jobs.enqueue(store.db, { queue: "woken", orgId: null, payload: { when: "now" } });
			jobs.wake("woken");

			expect(await ran.promise).toBe("now");
			expect(performance.now() - startedAt).toBeLessThan(500);
			await jobs.stop();
		},
		MEASURED,
	);

	test("waits for what it does before it stops, and begins nothing more", async () => {
		const jobs = openJobs();
		const begun = Promise.withResolvers<void>();
		const release = Promise.withResolvers<void>();
		jobs.handle(
			"stopping",
			async () => {
				begun.resolve();
				await release.promise;
			},
			{ concurrency: 1 },
		);
		const first = await jobs.enqueue(store.db, { queue: "stopping", orgId: null });
		const second = await jobs.enqueue(store.db, { queue: "stopping", orgId: null });
		jobs.start();
		await begun.promise;

		const stopped = jobs.stop();
		release.resolve();
		await stopped;

		const states = [(await stored(first))?.state, (await stored(second))?.state];
		expect(states.sort()).toEqual(["done", "ready"]);
	});

	test("gives long work back when it must stop, and the attempt does not count", async () => {
		const jobs = openJobs({ drainMs: 1, abortMs: 5_000 });
		const begun = Promise.withResolvers<void>();
		jobs.handle("long", (_, { signal }) => {
			begun.resolve();
			return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
		});
		const id = await jobs.enqueue(store.db, { queue: "long", orgId: null });
		jobs.start();
		await begun.promise;

		await jobs.stop();

		expect(await stored(id)).toMatchObject({ state: "ready", attempts: 0, leaseToken: null, runAtMs: clock.nowMs() });
	});
});
