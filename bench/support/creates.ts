import { join } from "node:path";
import { type BenchmarkServer, LOAD_CORE } from "./server.ts";

/** One round of creates. */
export interface Creates {
	readonly created: number;
	readonly failures: number;
	readonly perSecond: number;
	readonly p50Ms: number;
	readonly p99Ms: number;
	/** Share of its core used by the load generator, 0…1: near 1 it would be the bottleneck. */
	readonly busy: number;
	/** CPU time of the server for each create, in µs. */
	readonly cpuUs: number;
}

/** Creates organizations from `clients` connections at once, each with its own idempotency key, for some seconds. */
export async function create(server: BenchmarkServer, seconds: number, clients: number): Promise<Creates> {
	const { base = "", systemToken = "" } = server.ready;
	const script = join(import.meta.dir, "../load/create-orgs.ts");
	const command = ["taskset", "-c", String(LOAD_CORE), process.execPath, script];
	const beforeMs = server.cpuMs();
	const child = Bun.spawn([...command, base, systemToken, String(clients), String(seconds)], { stdout: "pipe" });
	const creates = (await new Response(child.stdout).json()) as Omit<Creates, "cpuUs">;
	return { ...creates, cpuUs: ((server.cpuMs() - beforeMs) * 1000) / creates.created };
}
