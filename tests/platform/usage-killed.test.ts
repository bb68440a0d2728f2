/** Use that is recorded by a process that is killed again and again, and repeats all it has recorded, is counted once. */
import { expect, test } from "bun:test";
import { DAY_MS } from "#kernel/clock";
import { sharesIn, usageIn } from "#platform/usage";
import { useHarness } from "#tests/support/harness";
import { batchOf, STARTS_AT_MS, sumsOf } from "#tests/support/ingest-until-killed";

const api = await useHarness();

const PROGRAM = Bun.fileURLToPath(new URL("../support/ingest-until-killed.ts", import.meta.url));
const KILLS = 10;
const [COUNT, SIZE] = [80, 100];

/** Starts a process that records all use, and kills it once it has recorded so many batches. @returns how many it has */
async function ingest(orgId: string, batches: number): Promise<number> {
	const worker = Bun.spawn([process.execPath, PROGRAM, api.store.url, orgId, String(COUNT), String(SIZE)], {
		stdout: "pipe",
	});
	let lines = 0;
	for await (const text of worker.stdout.pipeThrough(new TextDecoderStream())) {
		lines += text.split("\n").length - 1;
		if (lines >= batches) worker.kill("SIGKILL");
	}
	await worker.exited;
	return lines;
}

test("records that are repeated after each of ten kills are counted exactly once", async () => {
	const { orgId } = await api.createOrganization();

	const recorded: number[] = [];
	for (let kill = 1; kill <= KILLS; kill++) recorded.push(await ingest(orgId, kill * 3));
	expect(recorded.every((batches, kill) => batches >= (kill + 1) * 3)).toBe(true);
	expect(recorded.some((batches) => batches < COUNT)).toBe(true);
	expect(await ingest(orgId, Number.POSITIVE_INFINITY)).toBe(COUNT + 1);

	const span = { fromMs: STARTS_AT_MS - 30 * DAY_MS, toMs: STARTS_AT_MS + 30 * DAY_MS };
	for (const [meter, sum] of sumsOf(COUNT * SIZE)) {
		const used = await usageIn(api.store.db, orgId, meter, span);
		const hours = await usageIn(api.store.db, orgId, meter, { ...span, toMs: STARTS_AT_MS + 37_001 });
		const until = batchOf(0, COUNT * SIZE).filter(
			(usage) => usage.meter === meter && usage.occurredAtMs < STARTS_AT_MS + 37_001,
		);
		const byPerson = [...(await sharesIn(api.store.db, orgId, meter, "user", span)).values()];
		expect([used, hours, byPerson.reduce((all, each) => all + each, 0)]).toEqual([
			sum,
			until.reduce((all, { quantity }) => all + quantity, 0),
			sum,
		]);
	}
}, 120_000);
