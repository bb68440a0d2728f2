import { readdirSync, readFileSync } from "node:fs";
import { DURABLE_POSTGRES, type PostgresServer, startPostgres } from "#tests/support/postgres";
import { LOAD_CORE } from "./server.ts";

/** A Postgres server under load, pinned to the core of the load generator. */
export interface BenchmarkPostgres extends PostgresServer {
	/** Returns the CPU time of all its processes so far, in ms; ended ones are not included. */
	cpuMs(): number;
}

/** The cache holds the whole database, so that no figure depends on the disk's reads. */
const SETTINGS = { ...DURABLE_POSTGRES, shared_buffers: "256MB" };

/** Starts a durable server on loopback. */
export async function startPinnedPostgres(): Promise<BenchmarkPostgres> {
	const server = await startPostgres(SETTINGS);
	// Processes of connections inherit it.
	for (const pid of processesOf(server.pid)) Bun.spawnSync(["taskset", "-cp", String(LOAD_CORE), String(pid)]);
	return {
		...server,
		cpuMs: () => processesOf(server.pid).reduce((sum, pid) => sum + cpuMsOf(pid), 0),
	};
}

/** Returns the server's process and its children. */
function processesOf(postmaster: number): number[] {
	const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	return pids.map(Number).filter((pid) => pid === postmaster || parentOf(pid) === postmaster);
}

/** Returns the parent of a process; null when it has ended. */
function parentOf(pid: number): number | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
	} catch {
		return null;
	}
}

/** Returns the CPU time of a process of one thread; 0 when it has ended. */
function cpuMsOf(pid: number): number {
	try {
		return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
	} catch {
		return 0;
	}
}
