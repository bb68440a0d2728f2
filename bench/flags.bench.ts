import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openStore } from "#db/store";
import { ANONYMOUS } from "#kernel/principal";
import { ungatedContext } from "#kernel/request-context";
import { findOrganization } from "#modules/tenancy/organization-records";
import { subjectOf } from "../modules/tenancy/feature-flags/evaluate.ts";
import { createOfrep, evaluateAll } from "../modules/tenancy/feature-flags/ofrep.ts";
import { FLAGS, OVERRIDES, prepareFlags, type Send } from "./support/flags.ts";
import { withFolder } from "./support/folder.ts";
import { median } from "./support/load.ts";
import { positive } from "./support/options.ts";
import { read } from "./support/reads.ts";
import { figures, table } from "./support/report.ts";
import { type BenchmarkServer, startServer } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about =
	"feature flags: an OFREP bulk of 50, with and without overrides; GET /orgs/{orgId} with a configuration";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset", "wrk"];
/** Options shown by `bun run bench flags --help`. */
export const usage = "  --rounds N     rounds of each variant, 1 or more (default 7)\n";

const ROUND = { seconds: 2, connections: 32 };
const PATH = "/ofrep/v1/evaluate/flags";
const SCRIPT = join(import.meta.dir, "load/ofrep.lua");
/** Evaluations of all flags in a round within the service. */
const EVALUATIONS = 5_000;
/** Processes of each kind: two of the same program differ by 6 %. */
const PROCESSES = 2;

/** Figures by what was measured. */
type Samples = Map<string, number[]>;

/** Runs the benchmark: first over HTTP with the servers on one core and the load on the other, then in this process. */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({ args: [...args], options: { rounds: { type: "string", default: "7" } } });
	const rounds = positive("--rounds", values.rounds);
	const samples: Samples = new Map();
	await withFolder(async (folder) => {
		const [path, orgId] = await measureServers(folder, rounds, samples);
		await measureService(path, orgId, rounds, samples);
	});
	report(samples);
}

const note = (samples: Samples, name: string, value: number) =>
	samples.set(name, [...(samples.get(name) ?? []), value]);

/** Measures requests. Returns the database of a server with flags, and the organization in it. */
async function measureServers(
	folder: string,
	rounds: number,
	samples: Samples,
): Promise<[path: string, orgId: string]> {
	const servers: BenchmarkServer[] = [];
	const folderOf = (name: string) => join(folder, name);
	try {
		for (let n = 0; n < PROCESSES; n++) {
			for (const name of ["as built in", "configured"]) {
				const DATA_DIR = folderOf(`${name} ${n}`);
				mkdirSync(DATA_DIR);
				const server = await startServer(name, "parley", { DATA_DIR, LOG_LEVEL: "info" });
				servers.push(server);
				if (name === "configured") await prepareFlags(sendTo(server));
			}
		}
		// The first round is for compiling and caches.
		for (let round = 0; round <= rounds; round++)
			for (const server of servers) {
				for (const [name, cpuUs] of await measureServer(server)) if (round > 0) note(samples, name, cpuUs);
			}
		const configured = servers.find(({ name }) => name === "configured");
		return [join(folderOf("configured 0"), "parley.db"), configured?.ready.orgId ?? ""];
	} finally {
		for (const server of servers) await server.kill();
	}
}

/** Returns the CPU time of each kind of request, in µs. */
async function measureServer(server: BenchmarkServer): Promise<[name: string, cpuUs: number][]> {
	const { base = "", url = "" } = server.ready;
	const measured: [string, number][] = [[`GET /orgs/{orgId}, ${server.name}`, (await read(server, ROUND)).cpuUs]];
	if (server.name !== "configured") return measured;
	for (const [name, decided] of [
		["without overrides", {}],
		["with overrides", OVERRIDES],
	] as const) {
		await sendTo(server)("PUT", `${new URL(url).pathname}/feature-flags`, decided);
		const { cpuUs } = await read(server, { ...ROUND, url: base + PATH, script: SCRIPT });
		measured.push([`POST ${PATH}, ${name}`, cpuUs]);
	}
	return measured;
}

const sendTo =
	({ ready: { base = "", systemToken = "" } }: BenchmarkServer): Send =>
	async (method, path, body) => {
		const headers = { "content-type": "application/json", authorization: `Bearer ${systemToken}` };
		const response = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
		if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
		return response.json();
	};

/** Measures the evaluation itself, and the service with the entity tag, in turn for both organizations. */
async function measureService(path: string, orgId: string, rounds: number, samples: Samples): Promise<void> {
	const store = await openStore({ url: path });
	const row = await findOrganization(store.db, orgId);
	await store.close();
	const request = { context: { targetingKey: "usr_01jd0z7v9gf2nbrexx3vqjhp41" } };
	const principal = { ...ANONYMOUS, orgId, role: "owner" };
	const context = ungatedContext(principal, { requestId: "", ip: null, userAgent: null, signal: null });
	const asker = { role: principal.role, targetingKey: request.context.targetingKey };
	for (let round = 0; round <= rounds; round++)
		for (const [name, featureFlags] of [
			["without overrides", {}],
			["with overrides", OVERRIDES],
		] as const) {
			const asked = { ...row, featureFlags };
			const ofrep = createOfrep({ find: async () => asked });
			const { flags } = (await ofrep.all(context, request)).data;
			if (flags.length !== FLAGS) throw new Error(`there are ${flags.length} flags`);
			const evaluation = await cpuUsOf(() => evaluateAll(subjectOf(asked, asker)));
			const service = await cpuUsOf(() => ofrep.all(context, request));
			if (round === 0) continue;
			note(samples, `evaluation, ${name}`, evaluation);
			note(samples, `service with entity tag, ${name}`, service);
		}
}

/** Returns the CPU time of a call in µs, that of the collector and the compiler included. */
async function cpuUsOf(work: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	for (let count = 0; count < EVALUATIONS; count++) await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / EVALUATIONS;
}

function report(samples: Samples): void {
	const of = (name: string) => median(samples.get(name) ?? []);
	table(
		["what", "CPU µs", "CPU µs per flag"],
		[...samples.keys()].map((name) => [name, of(name), name.startsWith("GET") ? "" : of(name) / FLAGS]),
	);
	const ratio = (name: string, one: string, other: string) => of(`${name}, ${one}`) / of(`${name}, ${other}`);
	const overrides = ["with overrides", "without overrides"] as const;
	figures("flags", {
		evaluationMicrosPerFlag: of("evaluation, without overrides") / FLAGS,
		serviceMicrosPerFlag: of("service with entity tag, without overrides") / FLAGS,
		overridesRatio: ratio("evaluation", ...overrides),
		overridesServiceRatio: ratio("service with entity tag", ...overrides),
		overridesHttpRatio: ratio(`POST ${PATH}`, ...overrides),
		configuredGetRatio: ratio("GET /orgs/{orgId}", "configured", "as built in"),
	});
}
