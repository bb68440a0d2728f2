import { parseArgs } from "node:util";
import { createParley } from "#src/app";
import { loadConfig } from "#src/config";
import { openDeps } from "#src/open";
import { withFolder } from "./support/folder.ts";
import { median } from "./support/load.ts";
import { positive } from "./support/options.ts";
import { createOrganization } from "./support/organization.ts";
import { ADMIN, RATE_LIMITS } from "./support/program.ts";
import { figures, table } from "./support/report.ts";

/** The subject of the measurement. */
export const about = "a summary of two hours without a model: CPU time, sentences a second, what others wait meanwhile";
/** Everything runs in this process. */
export const needs = [] as const;
/** Options shown by `bun run bench summary --help`. */
export const usage = "  --segments N   sentences of the transcript (default 2000: two hours)\n";

const ROUNDS = 7;
const SUBJECTS = [
	"The supplier",
	"Our budget",
	"The launch",
	"The customer",
	"This report",
	"The new office",
	"Marketing",
];
const VERBS = ["raised", "delayed", "confirmed", "reviewed", "cancelled", "explained", "measured", "postponed"];
const OBJECTS = [
	"the price of paper",
	"the second offer",
	"a date in spring",
	"twelve open tickets",
	"the figures of March",
];
const ENDS = [
	"for the whole team",
	"before the holidays",
	"without any notice",
	"as we had expected",
	"by two percent",
];
const SPECIAL = [
	"We decided to wait with the order.",
	"I will send the list to Ben by Friday.",
	"Who is going to check the numbers?",
];

/** Returns a sentence of about nine words; every twentieth decides, promises or asks something. */
function sentence(n: number): string {
	if (n % 20 === 0) return SPECIAL[(n / 20) % SPECIAL.length] ?? "";
	const pick = (words: readonly string[], factor: number) => words[(n * factor) % words.length];
	return `${pick(SUBJECTS, 3)} ${pick(VERBS, 5)} ${pick(OBJECTS, 7)} ${pick(ENDS, 11)}, number ${n % 97}.`;
}

/** Runs the benchmark. */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({ args: [...args], options: { segments: { type: "string", default: "2000" } } });
	const segments = positive("--segments", values.segments);
	await withFolder((folder) => measure(folder, segments));
}

async function measure(folder: string, segments: number): Promise<void> {
	const variables: Record<string, string> = {
		DATA_DIR: folder,
		LOG_LEVEL: "error",
		NODE_ENV: "production",
		RATE_LIMITS,
	};
	const { deps, close } = await openDeps(loadConfig((name) => variables[name], Object.keys(variables), false));
	const parley = createParley(deps);
	await parley.services.prepare();
	await parley.services.administrators.ensure(ADMIN);
	const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => parley.fetch(request, () => null) });
	const { orgId, token } = await createOrganization(`http://127.0.0.1:${server.port}`);
	await server.stop(true);
	const send = async (method: string, path: string, body?: unknown) => {
		const headers = { host: "localhost", authorization: `Bearer ${token}`, "content-type": "application/json" };
		const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
		const response = await parley.fetch(new Request(`http://localhost${path}`, init), () => "127.0.0.1");
		if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
		return (await response.json()) as {
			readonly data: { readonly id: string; readonly meeting: { readonly id: string } };
		};
	};
	// Nobody has to be asked first.
	await send("PATCH", `/orgs/${orgId}/settings`, { recordingConsent: "optional" });
	const workspace = await send("POST", `/orgs/${orgId}/workspaces`, { name: "Projects" });
	const { data } = await send("POST", `/workspaces/${workspace.data.id}/meetings`, { title: "Budget", kind: "other" });
	const path = `/meetings/${data.meeting.id}`;
	const said = Array.from({ length: segments }, (_, n) => ({
		startMs: n * 3_600,
		endMs: n * 3_600 + 3_400,
		text: sentence(n),
		speaker: {
			id: `spk_01jd0z7v9gf2nbrexx3vqjhp4${n % 4}`,
			participantId: null,
			label: ["Ana", "Ben", "Cleo", "Dan"][n % 4],
		},
	}));
	await send("PUT", `${path}/transcripts`, { language: "en", segments: said });
	const rounds: { readonly cpuMs: number; readonly waitMs: number }[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		if (round > 0) await send("POST", `${path}/summary`, { replaceEdits: true });
		rounds.push(await summarize(parley, () => send("GET", `/orgs/${orgId}`)));
	}
	const cpuMs = median(rounds.map((each) => each.cpuMs));
	const waitMs = Math.max(...rounds.map((each) => each.waitMs));
	table(
		["", ""],
		[
			["first summary, CPU ms", rounds[0]?.cpuMs ?? 0],
			["summary, CPU ms (median)", cpuMs],
			["sentences a second", (segments / cpuMs) * 1_000],
			["longest wait of a GET meanwhile, ms", waitMs],
		],
	);
	figures("summary", { summaryCpuMs: cpuMs, sentencesPerSecond: (segments / cpuMs) * 1_000, longestWaitMs: waitMs });
	await close();
}

/** Runs the job while others read, and returns the CPU time of the job and the longest that a read took. */
async function summarize(parley: ReturnType<typeof createParley>, read: () => Promise<unknown>) {
	let isDone = false;
	let waitMs = 0;
	let reads = 0;
	const before = process.cpuUsage();
	const job = parley.services.jobs.runDue().finally(() => {
		isDone = true;
	});
	while (!isDone) {
		const since = performance.now();
		await read();
		waitMs = Math.max(waitMs, performance.now() - since);
		reads++;
		await new Promise<void>((resolve) => setImmediate(resolve));
	}
	await job;
	const { user, system } = process.cpuUsage(before);
	// What the reads themselves take is not the summary's.
	const alone = process.cpuUsage();
	for (let n = 0; n < reads; n++) await read();
	const own = process.cpuUsage(alone);
	return { cpuMs: (user + system - own.user - own.system) / 1_000, waitMs };
}
