/**
 * `bun tests/support/ingest-until-killed.ts URL ORG COUNT SIZE`: records the use of an organization, COUNT batches of SIZE
 * records, four at a time, from the first one on whatever was recorded before, and prints a line for each. The last line is
 * JSON: how long that took, and how much CPU time.
 */
import type { Meter } from "#db/schema";
import { openStore } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import { recordUsages, type Usage } from "#platform/usage";
import { writable } from "./database.ts";

/** When the use begins: 2030-01-01T00:00:00Z. */
export const STARTS_AT_MS = Date.UTC(2030, 0, 1);

/** The meters of the records, in turn. */
export const INGESTED = ["meetingMs", "transcriptionMs", "translationMs", "summaries", "apiRequests"] as const;

/** Batches that are written at once, so that they share a commit. */
const AT_ONCE = 4;

/**
 * Returns the same records for the same number. They happen 10 ms apart; one in a hundred is recorded up to six days late.
 * @param index number of the batch, from 0
 */
export function batchOf(index: number, size: number): Usage[] {
	return Array.from({ length: size }, (_, at) => {
		const n = index * size + at;
		return {
			meter: INGESTED[n % INGESTED.length] as Meter,
			quantity: 1 + (n % 1_000),
			subject: `job:job_${String(n).padStart(26, "0")}`,
			occurredAtMs: STARTS_AT_MS + n * 10 - (n % 100 === 0 ? (n % 7) * DAY_MS : 0),
			workspaceId: `wsp_${n % 20}`,
			userId: `usr_${n % 50}`,
		};
	});
}

/** Returns what the first records of all batches add up to, by meter. */
export function sumsOf(records: number): ReadonlyMap<Meter, number> {
	const sums = new Map<Meter, number>();
	for (const { meter, quantity } of batchOf(0, records)) sums.set(meter, (sums.get(meter) ?? 0) + quantity);
	return sums;
}

/** What it took to record some use. */
export interface Ingestion {
	readonly records: number;
	readonly seconds: number;
	readonly cpuMicros: number;
}

if (import.meta.main) {
	const [url = "", orgId = "", count = "0", size = "0"] = process.argv.slice(2);
	const store = writable(await openStore({ url }));
	const [cpu, startMs] = [process.cpuUsage(), performance.now()];
	let next = 0;
	const ingest = async () => {
		while (next < Number(count)) {
			const index = next++;
			const batch = batchOf(index, Number(size));
			await store.tx((tx) => recordUsages(tx, orgId, batch));
			process.stdout.write(`${index}\n`);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, ingest));
	const seconds = (performance.now() - startMs) / 1_000;
	const { user, system } = process.cpuUsage(cpu);
	const result: Ingestion = { records: Number(count) * Number(size), seconds, cpuMicros: user + system };
	process.stdout.write(`${JSON.stringify(result)}\n`);
	await store.close();
}
