import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DAY_MS } from "#kernel/clock";
import { addOldContent } from "#tests/support/old-content";
import { withFolder } from "./support/folder.ts";
import { positive } from "./support/options.ts";
import { createOrganization } from "./support/organization.ts";
import { type Program, SOURCES, serve } from "./support/program.ts";
import { figures, table } from "./support/report.ts";

/** The subject of the measurement. */
export const about = "a purge of expired artifacts with its receipt, reads meanwhile, and previews of a policy";
/** Linux alone: CPU times come from /proc. */
export const needs = [] as const;
/** Options shown by `bun run bench retention --help`. */
export const usage =
	"  --artifacts N   expired transcripts of one organization (default 1000000)\n  --segments N    segments of each (default 2)\n  --seconds N     how long the purge is measured at most (default 60)\n";

/** Time between two reads, in ms. */
const EVERY_MS = 4;
const PREVIEWS = 3;
const WARM_UP = 200;
const FIVE_YEARS = "1825d";
const A_MONTH = { transcripts: "30d" };

type Owner = Awaited<ReturnType<typeof createOrganization>>;
type Send = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

/** Runs the benchmark. */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({
		args: [...args],
		options: {
			artifacts: { type: "string", default: "1000000" },
			segments: { type: "string", default: "2" },
			seconds: { type: "string", default: "60" },
		},
	});
	const artifacts = positive("--artifacts", values.artifacts);
	const segments = positive("--segments", values.segments);
	const seconds = positive("--seconds", values.seconds);
	const measured = await withFolder((folder) => measure(folder, { artifacts, segments, seconds }));
	const { previewsMs, idle, busy, perSecond, cpuMicros } = measured;
	table(
		["reads of a server", "p50 ms", "p95 ms", "p99 ms", "max ms"],
		[
			["that does nothing else", idle.p50Ms, idle.p95Ms, idle.p99Ms, idle.maxMs],
			["that purges", busy.p50Ms, busy.p95Ms, busy.p99Ms, busy.maxMs],
		],
	);
	figures("retention", {
		artifacts,
		previewMs: Math.min(...previewsMs),
		slowestPreviewMs: Math.max(...previewsMs),
		perSecond,
		cpuMicrosEach: cpuMicros,
		idleP99Ms: idle.p99Ms,
		purgingP99Ms: busy.p99Ms,
		ratio: busy.p99Ms / idle.p99Ms,
	});
}

interface Measure {
	readonly artifacts: number;
	readonly segments: number;
	readonly seconds: number;
}

/** Two servers with the same content, one of which purges it, are read in turn: what else the machine does hits both. */
async function measure(folder: string, { artifacts, segments, seconds }: Measure) {
	const [idleFolder, busyFolder] = [join(folder, "idle"), join(folder, "busy")];
	const owner = await prepare(idleFolder, { artifacts, segments });
	cpSync(idleFolder, busyFolder, { recursive: true });
	const servers: Program[] = [];
	try {
		for (const dataDir of [idleFolder, busyFolder]) servers.push(await serve(SOURCES, dataDir));
		const [idle, busy] = servers;
		if (idle === undefined || busy === undefined) throw new Error("no server");
		const previewsMs = await preview(sender(idle, owner), owner, artifacts);
		const send = sender(busy, owner);
		const { previewId } = await send("POST", `/orgs/${owner.orgId}/retention/preview`, A_MONTH);
		await send("PUT", `/orgs/${owner.orgId}/retention?immediate=true&previewId=${previewId}`, A_MONTH);
		const { id } = await send("POST", `/orgs/${owner.orgId}/retention/run`, {});
		const purged = async () => {
			const run = await send("GET", `/orgs/${owner.orgId}/retention/runs/${id}`);
			return (run.classes as { transcripts: { items: number } }).transcripts.items;
		};
		const reads = [sender(idle, owner), send].map((each) => createReads(each, owner));
		const [idleReads, busyReads] = reads;
		if (idleReads === undefined || busyReads === undefined) throw new Error("no reads");
		for (let n = 0; n < WARM_UP; n++) for (const each of reads) await each.once();
		for (const each of reads) each.forget();

		const [before, cpuBefore, startMs] = [await purged(), cpuMicrosOf(busy.pid), performance.now()];
		for (let nextMs = startMs, n = 0; performance.now() - startMs < seconds * 1_000; n++) {
			for (const each of reads) await each.once();
			if (n % 100 === 99 && (await purged()) === artifacts) break;
			nextMs = Math.max(nextMs + 2 * EVERY_MS, performance.now());
			await Bun.sleep(nextMs - performance.now());
		}
		const [count, cpu, tookMs] = [
			(await purged()) - before,
			cpuMicrosOf(busy.pid) - cpuBefore,
			performance.now() - startMs,
		];
		return {
			previewsMs,
			idle: idleReads.figures(),
			busy: busyReads.figures(),
			perSecond: (count / tookMs) * 1_000,
			cpuMicros: cpu / Math.max(1, count),
		};
	} finally {
		for (const server of servers) await server.kill();
	}
}

/** Fills a data folder with an organization whose old content is kept, and returns its owner. */
async function prepare(dataDir: string, { artifacts, segments }: Omit<Measure, "seconds">): Promise<Owner> {
	const server = await serve(SOURCES, dataDir);
	const owner = await createOrganization(server.url);
	const send = sender(server, owner);
	await send("PUT", `/orgs/${owner.orgId}/retention`, { transcripts: FIVE_YEARS });
	const { id: userId } = await send("GET", "/auth/profile");
	const { id: workspaceId } = await send("POST", `/orgs/${owner.orgId}/workspaces`, { name: "Physics" });
	await server.kill();
	const place = { orgId: owner.orgId, userId: String(userId), workspaceId: String(workspaceId) };
	const endedAtMs = Date.now() - 900 * DAY_MS;
	const content = { transcripts: artifacts, segments, endedAtMs, stepMs: 100 };
	await addOldContent(`sqlite:${join(dataDir, "parley.db")}`, place, content);
	return owner;
}

/** Returns how long previews took, in ms. */
async function preview(send: Send, { orgId }: Owner, artifacts: number): Promise<readonly number[]> {
	const times: number[] = [];
	for (let n = 0; n < PREVIEWS; n++) {
		const startMs = performance.now();
		const { classes } = await send("POST", `/orgs/${orgId}/retention/preview`, A_MONTH);
		times.push(performance.now() - startMs);
		const { items } = (classes as { transcripts: { items: number } }).transcripts;
		if (items !== artifacts) throw new Error(`the preview counted ${items}`);
	}
	return times;
}

/** Reads some things of an organization in turn, and tells how long that took. */
function createReads(send: Send, { orgId }: Owner) {
	const paths = [`/orgs/${orgId}`, `/orgs/${orgId}/workspaces`, `/orgs/${orgId}/members`, `/orgs/${orgId}/retention`];
	const times: number[] = [];
	let count = 0;
	return {
		async once(): Promise<void> {
			const startMs = performance.now();
			await send("GET", paths[count++ % paths.length] ?? "");
			times.push(performance.now() - startMs);
		},

		forget(): void {
			times.length = 0;
		},

		figures() {
			times.sort((a, b) => a - b);
			const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
			return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
		},
	};
}

/** Sends requests of the owner to one server; their tokens are good for every copy of its data. */
function sender({ url }: Program, { token }: Owner): Send {
	return async (method, path, body) => {
		const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
		const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
		const answer = (await response.json()) as { readonly data: Record<string, unknown> };
		if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
		return answer.data;
	};
}

/** Returns the CPU time of a process, in µs. */
function cpuMicrosOf(pid: number): number {
	// After the name, which may contain anything: utime and stime, in ticks of 10 ms.
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
	return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
