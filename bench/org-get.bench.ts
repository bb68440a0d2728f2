import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { median } from "./support/load.ts";
import { type Reads, read } from "./support/reads.ts";
import { figures, table } from "./support/report.ts";
import { type BenchmarkServer, startServer } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "authenticated GET /orgs/{orgId} against bare Bun.serve with the same read";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset", "wrk"];

const ROUNDS = 7;
const ROUND = { seconds: 2, connections: 32 };
/** The definition of the measure does not say where the reference keeps its rows, so both variants are measured. */
const NAMES = ["reference", "reference in memory", "parley"];
/** Number of processes of each server: two processes of the same program differ by 6 %. */
const PROCESSES = 2;

/** Runs the benchmark: the servers alternate on one core, the load comes from the other. */
export async function run(): Promise<void> {
	const servers: BenchmarkServer[] = [];
	for (let n = 0; n < PROCESSES; n++) {
		servers.push(await startServer("reference", "reference"));
		servers.push(await startServer("reference in memory", "reference", { IN_MEMORY: "yes" }));
		// Logging as in production: every request writes its line.
		const DATA_DIR = mkdtempSync(join(import.meta.dir, "../tmp-bench-"));
		process.once("exit", () => rmSync(DATA_DIR, { recursive: true, force: true }));
		servers.push(await startServer("parley", "parley", { DATA_DIR, LOG_LEVEL: "info" }));
	}
	const samples = new Map<string, Reads[]>(NAMES.map((name) => [name, []]));
	for (const server of servers) await read(server, ROUND); // compiled and cached before anything counts
	for (let round = 0; round < ROUNDS; round++)
		for (const server of servers) samples.get(server.name)?.push(await read(server, ROUND));
	for (const server of servers) await server.kill();

	const of = (name: string, figure: keyof Reads) => median((samples.get(name) ?? []).map((each) => each[figure]));
	table(
		["server", "CPU µs/request", "requests/s", "p50 ms", "p99 ms"],
		NAMES.map((name) => [name, of(name, "cpuUs"), of(name, "perSecond"), of(name, "p50Ms"), of(name, "p99Ms")]),
	);
	figures("org-get", {
		cpuRatio: of("reference", "cpuUs") / of("parley", "cpuUs"),
		p99Ratio: of("parley", "p99Ms") / of("reference", "p99Ms"),
		inMemoryCpuRatio: of("reference in memory", "cpuUs") / of("parley", "cpuUs"),
		inMemoryP99Ratio: of("parley", "p99Ms") / of("reference in memory", "p99Ms"),
		parleyCpuMicros: of("parley", "cpuUs"),
		referenceCpuMicros: of("reference", "cpuUs"),
	});
}
