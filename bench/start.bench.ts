import { buildIfStale } from "../scripts/build.ts";
import { withFolder } from "./support/folder.ts";
import { median, quantile, wrk } from "./support/load.ts";
import { BINARY, type Program, SOURCES, serve, signIn } from "./support/program.ts";
import { figures, table } from "./support/report.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "start to the first answer, binary against sources; memory at idle and after a million requests";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset", "wrk"];

const STARTS = 11;
const LOAD = { connections: 32, seconds: 5 };
const WARM_REQUESTS = 50_000;
const ALL_REQUESTS = 1_000_000;
/** Maximum number of rounds of load, for slow machines. */
const MAX_ROUNDS = 26;

/** Returns the time from the start of the process to the response of GET /health/live, in ms. */
async function timeToFirstAnswer(command: readonly string[], folder: string): Promise<number> {
	const port = freePort();
	const startMs = performance.now();
	const starting = serve(command, folder, port);
	for (;;) {
		try {
			const { ok } = await fetch(`http://127.0.0.1:${port}/health/live`, { keepalive: false });
			if (ok) break;
		} catch {
			await Bun.sleep(1);
		}
	}
	const elapsedMs = performance.now() - startMs;
	await (await starting).kill();
	return elapsedMs;
}

function freePort(): number {
	const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
	const { port } = listener;
	listener.stop(true);
	return port;
}

/** Returns the resident memory in MiB: the median over a second, so that no single garbage collection dominates. */
async function settledRssMib(program: Program): Promise<number> {
	const samples: number[] = [];
	for (let n = 0; n < 10; n++) {
		await Bun.sleep(100);
		samples.push(program.rssMib());
	}
	return median(samples);
}

/** Starts both alternately, then loads the binary. */
export async function run(): Promise<void> {
	await buildIfStale();
	await withFolder(async (folder) => {
		const servers = { binary: BINARY, sources: SOURCES };
		const ms: Record<keyof typeof servers, number[]> = { binary: [], sources: [] };
		// The first start creates the database and the administrator; it is not part of the comparison.
		const firstMs = await timeToFirstAnswer(BINARY, folder);
		for (let n = 0; n < STARTS; n++) {
			for (const name of ["binary", "sources"] as const) ms[name].push(await timeToFirstAnswer(servers[name], folder));
		}
		table(
			["start", "median ms", "fastest ms", "slowest ms"],
			(["binary", "sources"] as const).map((name) => [
				name,
				median(ms[name]),
				quantile(ms[name], 0),
				quantile(ms[name], 1),
			]),
		);
		const memory = await measureMemory(folder);
		table(
			["memory of the binary", "RSS MiB"],
			[
				["at idle", memory.idleMib],
				[`after ${memory.warmRequests} requests`, memory.warmMib],
				[`after ${memory.allRequests} requests`, memory.allMib],
			],
		);
		figures("start", {
			ratio: median(ms.binary) / median(ms.sources),
			binary_ms: median(ms.binary),
			sources_ms: median(ms.sources),
			first_start_ms: firstMs,
			idle_mib: memory.idleMib,
			growth: memory.allMib / memory.warmMib,
			requests: memory.allRequests,
		});
	});
}

async function measureMemory(folder: string) {
	const program = await serve(BINARY, folder);
	try {
		await Bun.sleep(1000);
		const idleMib = await settledRssMib(program);
		const token = await signIn(program.url);
		const headers = { authorization: `Bearer ${token}` };
		const created = await fetch(`${program.url}/orgs`, {
			method: "POST",
			headers: { ...headers, "content-type": "application/json" },
			body: JSON.stringify({ name: "Green Valley High School", orgType: "education" }),
		});
		const { data } = (await created.json()) as { readonly data: { readonly id: string } };

		let requests = 0;
		async function loadUntil(count: number): Promise<number> {
			for (let round = 0; requests < count && round < MAX_ROUNDS; round++) {
				const seconds = count === WARM_REQUESTS ? 1 : LOAD.seconds;
				const result = await wrk(`${program.url}/orgs/${data.id}`, { ...LOAD, seconds, headers });
				if (result.failures > 0) throw new Error(`${result.failures} requests failed`);
				requests += result.requests;
			}
			return settledRssMib(program);
		}
		const warmMib = await loadUntil(WARM_REQUESTS);
		const warmRequests = requests;
		const allMib = await loadUntil(ALL_REQUESTS);
		return { idleMib, warmMib, warmRequests, allMib, allRequests: requests };
	} finally {
		await program.kill();
	}
}
