import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withFolder } from "./support/folder.ts";
import { median } from "./support/load.ts";
import { positive } from "./support/options.ts";
import { type Reads, read } from "./support/reads.ts";
import { figures, table } from "./support/report.ts";
import { type BenchmarkServer, startServer } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "authenticated GET /orgs/{orgId} against bare Bun.serve with the same read";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset", "wrk"];
/** Options shown by `bun run bench org-get --help`. */
export const usage = "  --rounds N     rounds of each process, 1 or more (default 7)\n";

const ROUND = { seconds: 2, connections: 32 };
/** The definition of the measure does not say where the reference keeps its rows, so both variants are measured. */
const NAMES = ["reference", "reference in memory", "parley"];
/** Number of processes of each server: two processes of the same program differ by 6 %. */
const PROCESSES = 2;

/** Runs the benchmark: the servers alternate on one core, the load comes from the other. */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({ args: [...args], options: { rounds: { type: "string", default: "7" } } });
	report(await withFolder((folder) => alternate(folder, positive("--rounds", values.rounds))));
}

type Samples = ReadonlyMap<string, readonly Reads[]>;

async function alternate(folder: string, rounds: number): Promise<Samples> {
	const samples = new Map<string, Reads[]>(NAMES.map((name) => [name, []]));
	const servers: BenchmarkServer[] = [];
	try {
		for (let n = 0; n < PROCESSES; n++) {
			const DATA_DIR = join(folder, String(n));
			mkdirSync(DATA_DIR);
			servers.push(await startServer("reference", "reference", { DATA_DIR }));
			servers.push(await startServer("reference in memory", "reference", { IN_MEMORY: "yes" }));
			// Logging as in production: every request writes its line.
			servers.push(await startServer("parley", "parley", { DATA_DIR, LOG_LEVEL: "info" }));
		}
		for (const server of servers) await read(server, ROUND); // compiled and cached before anything counts
		for (let round = 0; round < rounds; round++)
			for (const server of servers) samples.get(server.name)?.push(await read(server, ROUND));
		return samples;
	} finally {
		for (const server of servers) await server.kill();
	}
}

function report(samples: Samples): void {
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
