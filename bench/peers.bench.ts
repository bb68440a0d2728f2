import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale } from "../scripts/build.ts";
import { type Creates, create } from "./support/creates.ts";
import { withFolder } from "./support/folder.ts";
import { median } from "./support/load.ts";
import { OptionError, positive } from "./support/options.ts";
import { createOrganization } from "./support/organization.ts";
import { installPeers, type Peers } from "./support/peers.ts";
import { BINARY, settingsFor, urlIn } from "./support/program.ts";
import { credentials, type Reads, read } from "./support/reads.ts";
import { figures, table } from "./support/report.ts";
import { type BenchmarkServer, startProgram, startServer } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "the same authenticated GET and durable create by Parley, bare Bun, Hono, Fastify and better-auth";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset", "wrk"];
/** Options shown by `bun run bench peers --help`. */
export const usage = `  --only NAME,…     only these beside parley: sources, reference, memory, hono, fastify, better-auth, better-auth-sql
  --rounds N        rounds of each process, 1 or more (default 5)
  --processes N     processes of each server, 1 or more (default 2: two of the same program differ by 6 %)
  --json            one JSON object instead of tables

The peers are installed into a folder of the user's cache at the first run; Fastify needs node, and is left out without it.
`;

const GET = { seconds: 2, connections: 32 };
const CREATE = { seconds: 2, clients: 64 };
/** Seconds of load on each process before anything counts. */
const WARM_UP_SECONDS = 4;

/** A server that takes part. */
interface Contestant {
	/** Its runtime and what stands out, for the table. */
	readonly note: string;
	/** Whether it also takes durable creates. */
	readonly creates?: boolean;
	/** Whether it needs {@link Peers}, and node. */
	readonly needs?: "peers" | "node";
	start(name: string, folder: string, peers: Peers | null): Promise<BenchmarkServer>;
}

const peer = (file: string, note: string, runtime: "bun" | "node" = "bun", creates = false): Contestant => ({
	note,
	creates,
	needs: runtime === "node" ? "node" : "peers",
	start(name, DATA_DIR, peers) {
		const command = [runtime === "node" ? "node" : process.execPath, peers?.pathOf(file) ?? file];
		return startProgram(name, command, { DATA_DIR });
	},
});

/** Logs as in production: every request writes its line. */
const LOG_LEVEL = "info";

const CONTESTANTS: Readonly<Record<string, Contestant>> = {
	parley: {
		note: "the binary, everything on",
		creates: true,
		async start(name, folder) {
			const settings = { ...settingsFor(folder), LOG_LEVEL };
			const server = await startProgram(name, [...BINARY, "serve"], settings, (output) => {
				const base = urlIn(output);
				return base === undefined ? undefined : { base };
			});
			return { ...server, ready: await createOrganization(server.ready.base ?? "") };
		},
	},
	sources: {
		note: "the same from its sources",
		start: (name, DATA_DIR) => startServer(name, "parley", { DATA_DIR, LOG_LEVEL }),
	},
	reference: {
		note: "bare Bun.serve, rows in a file",
		start: (name, DATA_DIR) => startServer(name, "reference", { DATA_DIR }),
	},
	memory: {
		note: "bare Bun.serve, rows in memory",
		start: (name) => startServer(name, "reference", { IN_MEMORY: "yes" }),
	},
	hono: peer("hono.mjs", "Bun, hono/jwt, prepared SQL", "bun", true),
	fastify: peer("fastify.mjs", "Node, fast-jwt with cache, better-sqlite3", "node", true),
	"better-auth": peer("better-auth-organization.mjs", "Bun, its own get-full-organization"),
	"better-auth-sql": peer("better-auth-session.mjs", "Bun, its session, own prepared SQL"),
};

/** Compares all of them: the servers alternate on one core, the load comes from the other. */
export async function run(args: readonly string[]): Promise<void> {
	const { only, rounds, processes, json } = readOptions(args);
	await buildIfStale();
	const peers = only.some((name) => CONTESTANTS[name]?.needs !== undefined) ? await installPeers() : null;
	const names = only.filter((name) => CONTESTANTS[name]?.needs !== "node" || peers?.nodeProblem === null);
	if (names.length < only.length) process.stderr.write(`fastify is left out: ${peers?.nodeProblem}\n`);

	await withFolder(async (folder) => {
		const servers: BenchmarkServer[] = [];
		try {
			for (let n = 0; n < processes; n++)
				for (const name of names) {
					const own = join(folder, `${name}-${n}`);
					mkdirSync(own);
					servers.push(await (CONTESTANTS[name] as Contestant).start(name, own, peers));
				}
			for (const server of servers) await checkWork(server);
			const reads = await alternate(servers, rounds, (server, seconds) => read(server, { ...GET, ...seconds }));
			const creators = servers.filter(({ name }) => CONTESTANTS[name]?.creates);
			const creates = await alternate(creators, rounds, (server, { seconds = CREATE.seconds }) =>
				create(server, seconds, CREATE.clients),
			);
			report(reads, creates, json);
		} finally {
			for (const server of servers) await server.kill();
		}
	});
}

function readOptions(args: readonly string[]) {
	const { values } = parseArgs({
		args: [...args],
		options: {
			only: { type: "string", default: Object.keys(CONTESTANTS).join() },
			rounds: { type: "string", default: "5" },
			processes: { type: "string", default: "2" },
			json: { type: "boolean", default: false },
		},
	});
	const only = [...new Set(["parley", ...values.only.split(",")])];
	const unknown = only.filter((name) => !(name in CONTESTANTS));
	if (unknown.length > 0) throw new OptionError(`--only: there is no ${unknown.join(", ")}`);
	const rounds = positive("--rounds", values.rounds);
	const processes = positive("--processes", values.processes);
	return { only, rounds, processes, json: values.json };
}

/**
 * Asserts that a server does the work it is compared by: it answers its client with the organization and its settings
 * and with the request id it was sent, and refuses anybody else.
 */
async function checkWork(server: BenchmarkServer): Promise<void> {
	const { url = "" } = server.ready;
	const requestId = crypto.randomUUID();
	const answer = await fetch(url, { headers: { ...credentials(server), "x-request-id": requestId } });
	const body = await answer.text();
	const stranger = await fetch(url);
	await stranger.arrayBuffer();
	const isRight = answer.ok && body.includes("Green Valley High School") && body.includes("America/New_York");
	if (!isRight || answer.headers.get("x-request-id") !== requestId || stranger.status !== 401)
		throw new Error(`${server.name} does not do the work: ${answer.status} ${body}, to a stranger ${stranger.status}`);
}

type Rounds<T> = ReadonlyMap<string, readonly T[]>;

/** Warms every server up, then runs rounds in which each has its turn; returns the rounds by name of the server. */
async function alternate<T>(
	servers: readonly BenchmarkServer[],
	rounds: number,
	measure: (server: BenchmarkServer, options: { readonly seconds?: number }) => Promise<T>,
): Promise<Rounds<T>> {
	const results = new Map<string, T[]>(servers.map(({ name }) => [name, []]));
	for (const server of servers) await measure(server, { seconds: WARM_UP_SECONDS });
	for (let round = 0; round < rounds; round++)
		for (const server of servers) results.get(server.name)?.push(await measure(server, {}));
	return results;
}

/** Figures that both kinds of rounds have. */
const SHOWN = ["cpuUs", "perSecond", "p50Ms", "p99Ms"] as const;
type Figures = Readonly<Record<(typeof SHOWN)[number], number>>;

/** Returns the medians of each server's rounds, by its name. */
function mediansOf(rounds: Rounds<Figures>): Readonly<Record<string, Figures>> {
	const ofOne = (all: readonly Figures[]) =>
		Object.fromEntries(SHOWN.map((figure) => [figure, median(all.map((round) => round[figure]))])) as Figures;
	return Object.fromEntries([...rounds].map(([name, all]) => [name, ofOne(all)]));
}

function report(reads: Rounds<Reads>, creates: Rounds<Creates>, json: boolean): void {
	const gets = mediansOf(reads);
	const posts = mediansOf(creates);
	const failures = [...creates.values()].flat().reduce((sum, round) => sum + round.failures, 0);
	const own = { get: gets.parley as Figures, post: posts.parley as Figures };
	const ratios = {
		...ratiosOf(gets, ({ cpuUs }) => cpuUs / own.get.cpuUs),
		...ratiosOf(posts, ({ perSecond }) => own.post.perSecond / perSecond, "_create"),
	};
	const summary = { ...ratios, parley_cpu_us: own.get.cpuUs, parley_create_cpu_us: own.post.cpuUs, failures };
	if (json) {
		process.stdout.write(`${JSON.stringify({ get: gets, create: posts, figures: summary })}\n`);
		return;
	}
	const rows = (of: Readonly<Record<string, Figures>>, base: Figures) =>
		Object.entries(of).map(([name, each]) => [
			name,
			CONTESTANTS[name]?.note ?? "",
			each.cpuUs,
			each.cpuUs / base.cpuUs,
			each.perSecond,
			each.p50Ms,
			each.p99Ms,
		]);
	const columns = ["what it is", "CPU µs each", "÷ parley", "per second", "p50 ms", "p99 ms"];
	table(["GET an organization", ...columns], rows(gets, own.get));
	process.stdout.write("\n");
	table(["durable create", ...columns], rows(posts, own.post));
	figures("peers", summary);
}

/** Returns the ratio of each server but Parley, by its name and a suffix. */
function ratiosOf(of: Readonly<Record<string, Figures>>, ratio: (each: Figures) => number, suffix = "") {
	const others = Object.entries(of).filter(([name]) => name !== "parley");
	return Object.fromEntries(others.map(([name, each]) => [`${name.replaceAll("-", "_")}${suffix}`, ratio(each)]));
}
