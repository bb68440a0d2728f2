import { expect, test } from "bun:test";
import { dialect } from "#db/dialect";
import { createLog } from "#src/log";
import { createMetrics } from "#src/metrics";
import { observeTransactions } from "#src/open";
import { openTestStore } from "../support/database.ts";

/** Occupies the process, and with it the transaction, for so many ms. */
function beBusyFor(ms: number): void {
	const endsAtMs = performance.now() + ms;
	while (performance.now() < endsAtMs);
}

test("a long transaction is reported if another write has waited for it, and not if none has", async () => {
	let text = "";
	const write = (lines: string) => {
		text += lines;
	};
	const log = createLog({ level: "warn", format: "json", write });
	const store = await openTestStore({ onTransaction: observeTransactions({ metrics: createMetrics(), log }) });
	const [long, short] = [store.writing("job.repeat"), store.writing("job.lease")];

	await long.tx(async () => beBusyFor(300));
	log.flush();
	const alone = text;
	await Promise.all([long.tx(async () => beBusyFor(300)), short.tx(async () => undefined)]);
	log.flush();

	// Of Postgres only the server knows.
	const expected = dialect === "sqlite" ? [{ message: "a transaction held up others", write: "job.repeat" }] : [];
	const lines: { durationMs: number; waitedMs: number }[] = text
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line));
	expect(alone).toBe("");
	expect(lines).toMatchObject(expected);
	for (const { waitedMs } of lines) expect(waitedMs).toBeGreaterThanOrEqual(250);
	await store.close();
});
