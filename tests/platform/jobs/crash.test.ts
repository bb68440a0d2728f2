import { describe, expect, test } from "bun:test";
import { and, eq, ne } from "drizzle-orm";
import { jobs as jobsTable } from "#db/schema";
import { newId } from "#kernel/ids";
import { createJobs } from "#platform/jobs";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { createTestClock } from "#tests/support/test-clock";
import { countEffects, EFFECTS, WORK } from "#tests/support/work-until-killed";

const store = await forThisFile(openTestStore());

const JOBS = 200;
const PROGRAM = Bun.fileURLToPath(new URL("../../support/work-until-killed.ts", import.meta.url));

/** Starts a worker and kills it in the middle of its work, once it has done a few jobs. */
async function workAndDie(): Promise<void> {
	const worker = Bun.spawn([process.execPath, PROGRAM, store.url], { stdout: "pipe" });
	let done = 0;
	for await (const chunk of worker.stdout) {
		done += new TextDecoder().decode(chunk).split("\n").length - 1;
		if (done >= 10) worker.kill("SIGKILL");
	}
	await worker.exited;
}

describe("workers that are killed", () => {
	// Exactly once inside the database, whatever the moment of the kill.
	test("leave no job undone and none done twice", async () => {
		const ignore = () => undefined;
		const survivor = createJobs({
			store,
			clock: createTestClock(Date.now() + 120_000), // All leases of the dead are over.
			settledClock: createTestClock(),
			newId,
			log: { warn: ignore, error: ignore },
		});
		let doneBySurvivor = 0;
		countEffects(survivor, store, () => void doneBySurvivor++);
		const ids = await store.tx(async (tx) => {
			const enqueued: unknown[] = [];
			const runAtMs = Date.now();
			for (let n = 0; n < JOBS; n++) enqueued.push(await survivor.enqueue(tx, { queue: WORK, orgId: null, runAtMs }));
			return enqueued;
		});

		await Promise.all([workAndDie(), workAndDie(), workAndDie()]);
		await survivor.runDue();

		const effects = await store.db.select().from(jobsTable).where(eq(jobsTable.queue, EFFECTS));
		const undone = await store.db.$count(jobsTable, and(eq(jobsTable.queue, WORK), ne(jobsTable.state, "done")));
		const byId = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1);
		expect(undone).toBe(0);
		expect(effects.map(({ payload }) => (payload as { of: string }).of).sort(byId)).toEqual(ids.map(String).sort(byId));
		expect(doneBySurvivor).toBeWithin(1, JOBS - 10);
	}, 120_000);
});
