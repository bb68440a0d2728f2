import { fdatasyncSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { type Creates, create } from "./support/creates.ts";
import { withFolder } from "./support/folder.ts";
import { median } from "./support/load.ts";
import { type Reads, read } from "./support/reads.ts";
import { figures, table } from "./support/report.ts";
import { type BenchmarkServer, startServer } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "durable creates of organizations by 64 clients, with and without group commit; reads meanwhile";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset", "wrk"];

const CLIENTS = 64;
const ROUNDS = 7;
const ROUND_SECONDS = 2;
const WARM_UP_CREATES = 30_000;
/** Number of connections that read while others create. */
const PROBES = 8;

const probe = (server: BenchmarkServer): Promise<Reads> => read(server, { seconds: 1, connections: PROBES });

/**
 * Warms up until everything is compiled (no compiler thread is running any more); with equally many creates for both
 * servers, so that their files have the same size.
 */
async function warmUp(server: BenchmarkServer): Promise<void> {
	for (let created = 0; created < WARM_UP_CREATES; ) created += (await create(server, ROUND_SECONDS, CLIENTS)).created;
}

const medianOf = (rounds: readonly Creates[], figure: keyof Creates) => median(rounds.map((round) => round[figure]));

/** Alternates creates on both servers; then reads alone, and reads during creates. */
export async function run(): Promise<void> {
	await withFolder((grouped) => withFolder((single) => compare(grouped, single)));
}

async function compare(groupedFolder: string, singleFolder: string): Promise<void> {
	const syncsPerSecond = await measureDisk(groupedFolder);
	// Logging as in production: every request writes its line.
	const LOG_LEVEL = "info";
	const grouped = await startServer("group commit", "parley", { DATA_DIR: groupedFolder, LOG_LEVEL });
	const single = await startServer("one commit each", "parley", {
		DATA_DIR: singleFolder,
		LOG_LEVEL,
		GROUP_COMMIT: "off",
	});
	const rounds = { grouped: [] as Creates[], single: [] as Creates[] };
	const alone: Reads[] = [];
	const beside: Reads[] = [];
	try {
		for (const each of [grouped, single]) await warmUp(each);
		for (let n = 0; n < ROUNDS; n++) {
			rounds.grouped.push(await create(grouped, ROUND_SECONDS, CLIENTS));
			rounds.single.push(await create(single, ROUND_SECONDS, CLIENTS));
		}
		await probe(grouped);
		for (let n = 0; n < ROUNDS; n++) {
			alone.push(await probe(grouped));
			const creating = create(grouped, 2, CLIENTS);
			await Bun.sleep(500);
			beside.push(await probe(grouped));
			await creating;
		}
	} finally {
		await grouped.kill();
		await single.kill();
	}
	report(rounds, { alone, beside }, syncsPerSecond);
}

/** Measures sequential one-page appends per second acknowledged by the disk, on which the ratio depends. */
async function measureDisk(folder: string): Promise<number> {
	const page = new Uint8Array(4096).fill(1);
	const file = await open(join(folder, "disk"), "w");
	const startMs = performance.now();
	for (let n = 0; n < 500; n++) {
		await file.write(page);
		fdatasyncSync(file.fd);
	}
	const elapsedMs = performance.now() - startMs;
	await file.close();
	return (500 / elapsedMs) * 1000;
}

function report(
	{ grouped, single }: Record<"grouped" | "single", readonly Creates[]>,
	reads: Record<"alone" | "beside", readonly Reads[]>,
	syncsPerSecond: number,
): void {
	const failures = (of: readonly Creates[]) => of.reduce((sum, round) => sum + round.failures, 0);
	const shown = ["perSecond", "p50Ms", "p99Ms", "cpuUs", "busy"] as const;
	table(
		["commits", "creates/s", "p50 ms", "p99 ms", "server CPU µs each", "load core busy", "failures"],
		[
			["group commit", ...shown.map((figure) => medianOf(grouped, figure)), failures(grouped)],
			["one commit each", ...shown.map((figure) => medianOf(single, figure)), failures(single)],
		],
	);
	const of = (results: readonly Reads[], figure: "perSecond" | "p50Ms" | "p99Ms") =>
		median(results.map((result) => result[figure]));
	table(
		["reads", "req/s", "p50 ms", "p99 ms"],
		(["alone", "beside"] as const).map((name) => [
			name === "alone" ? "alone" : "beside creates",
			of(reads[name], "perSecond"),
			of(reads[name], "p50Ms"),
			of(reads[name], "p99Ms"),
		]),
	);
	figures("org-create", {
		ratio: medianOf(grouped, "perSecond") / medianOf(single, "perSecond"),
		per_second: medianOf(grouped, "perSecond"),
		rival_per_second: medianOf(single, "perSecond"),
		cpu_ratio: medianOf(single, "cpuUs") / medianOf(grouped, "cpuUs"),
		read_p99_ratio: of(reads.beside, "p99Ms") / of(reads.alone, "p99Ms"),
		disk_syncs_per_second: syncsPerSecond,
		failures: failures([...grouped, ...single]),
	});
}
