import { join } from "node:path";
import { parseArgs } from "node:util";
import type { OrganizationRow } from "#db/schema";
import { openStore } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import { assertFeature, longestMeetingMs } from "#modules/tenancy/entitlements";
import { findOrganization } from "#modules/tenancy/organization-records";
import { usageIn } from "#platform/usage";
import { type Ingestion, STARTS_AT_MS, sumsOf } from "#tests/support/ingest-until-killed";
import { insertBare } from "./support/bare-usage.ts";
import { withFolder } from "./support/folder.ts";
import { positive } from "./support/options.ts";
import { createOrganization } from "./support/organization.ts";
import { SOURCES, serve } from "./support/program.ts";
import { figures, table } from "./support/report.ts";

/** The subject of the measurement. */
export const about = "use recorded in batches, counted once whatever is killed, and checks of what a plan includes";
/** What it needs beside Bun. */
export const needs = [] as const;
/** Options shown by `bun run bench usage --help`. */
export const usage =
	"  --records N   records of one run (default 500000)\n  --batch N     records of a batch (default 2000)\n  --rounds N    runs of each kind, in turn (default 3)\n  --kills N     kills of a process that records (default 10)\n";

const INGEST = Bun.fileURLToPath(new URL("../tests/support/ingest-until-killed.ts", import.meta.url));
const CHECKS = 2_000_000;
const MICROS_GOAL = 1;
const PER_SECOND_GOAL = 100_000;

interface Options {
	readonly records: number;
	readonly batch: number;
	readonly rounds: number;
	readonly kills: number;
}

/** Runs the benchmark. */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({
		args: [...args],
		options: {
			records: { type: "string", default: "500000" },
			batch: { type: "string", default: "2000" },
			rounds: { type: "string", default: "3" },
			kills: { type: "string", default: "10" },
		},
	});
	const options: Options = {
		records: positive("--records", values.records),
		batch: positive("--batch", values.batch),
		rounds: positive("--rounds", values.rounds),
		kills: positive("--kills", values.kills),
	};
	await withFolder((folder) => measure(folder, options));
}

async function measure(folder: string, options: Options): Promise<void> {
	const orgId = await prepare(folder);
	const original = join(folder, "parley.db");
	const copy = async (name: string) => {
		await Bun.write(join(folder, name), Bun.file(original));
		return join(folder, name);
	};
	const [parley, bare]: [Ingestion[], Ingestion[]] = [[], []];
	for (let round = 0; round < options.rounds; round++) {
		bare.push(insertBare(await copy(`bare-${round}.db`), orgId, options));
		parley.push(await ingest(await copy(`parley-${round}.db`), orgId, options));
	}
	const killed = await killRepeatedly(await copy("killed.db"), orgId, options);
	const checks = await measureChecks(original, orgId);

	const perSecond = ({ records, seconds }: Ingestion) => records / seconds;
	const cpu = ({ records, cpuMicros }: Ingestion) => cpuMicros / records;
	table(
		["use", "records/s", "CPU µs each"],
		[
			...bare.map((each) => ["bare inserts, no totals", perSecond(each), cpu(each)]),
			...parley.map((each) => ["recorded in batches", perSecond(each), cpu(each)]),
		],
	);
	table(
		["check", "CPU µs, no overrides", "CPU µs, overrides"],
		Object.entries(checks).map(([name, [without, withOverrides]]) => [name, without, withOverrides]),
	);
	const best = Math.max(...parley.map(perSecond));
	const slowest = Math.max(...Object.values(checks).flat());
	figures("usage", {
		perSecond: best,
		cpuMicrosEach: Math.min(...parley.map(cpu)),
		bareCpuMicrosEach: Math.min(...bare.map(cpu)),
		cpuRatio: Math.min(...parley.map(cpu)) / Math.min(...bare.map(cpu)),
		kills: killed.kills,
		recordsSent: killed.sent,
		wrongTotals: killed.wrong,
		checkMicros: slowest,
	});
	if (best < PER_SECOND_GOAL || slowest > MICROS_GOAL || killed.wrong > 0) process.exitCode = 1;
}

/** Fills a data folder with an organization whose plan is enforced. */
async function prepare(folder: string): Promise<string> {
	const server = await serve(SOURCES, folder, 0, { BILLING_ENFORCEMENT: "hard" });
	const { orgId } = await createOrganization(server.url);
	await server.kill();
	// The log is copied into the file, which is copied then.
	await (await openStore({ url: `sqlite:${join(folder, "parley.db")}` })).close();
	return orgId;
}

const start = (path: string, orgId: string, count: number, size: number) =>
	Bun.spawn([process.execPath, INGEST, `sqlite:${path}`, orgId, String(count), String(size)], {
		stdout: "pipe",
		stderr: "inherit",
	});

async function ingest(path: string, orgId: string, { records, batch }: Options): Promise<Ingestion> {
	const output = await new Response(start(path, orgId, Math.ceil(records / batch), batch).stdout).text();
	return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Ingestion;
}

/** Records everything again and again from the first record on, is killed each time, and compares the totals at the end. */
async function killRepeatedly(path: string, orgId: string, { records, batch, kills }: Options) {
	const count = Math.ceil(records / batch / 4);
	let sent = 0;
	for (let kill = 1; kill <= kills; kill++) {
		const worker = start(path, orgId, count, batch);
		const enough = Math.ceil((count * kill) / (kills + 1));
		let lines = 0;
		for await (const text of worker.stdout.pipeThrough(new TextDecoderStream())) {
			lines += text.split("\n").length - 1;
			if (lines >= enough) worker.kill("SIGKILL");
		}
		await worker.exited;
		sent += Math.min(lines, count) * batch;
	}
	sent += (await ingest(path, orgId, { records: count * batch, batch, rounds: 1, kills })).records;
	const store = await openStore({ url: `sqlite:${path}` });
	const span = { fromMs: STARTS_AT_MS - 10 * DAY_MS, toMs: STARTS_AT_MS + 10 * DAY_MS };
	let wrong = 0;
	for (const [meter, sum] of sumsOf(count * batch)) if ((await usageIn(store.db, orgId, meter, span)) !== sum) wrong++;
	await store.close();
	return { kills, sent, wrong };
}

/** Measures checks of an organization without overrides, and with some, in turn. @returns CPU µs each, the least of all rounds */
async function measureChecks(path: string, orgId: string): Promise<Record<string, readonly [number, number]>> {
	const store = await openStore({ url: `sqlite:${path}` });
	const plain = await findOrganization(store.db, orgId);
	await store.close();
	const granted = { seats: 50, meeting_duration_minutes: 90, aiSummaries: true, api_requests: 1_000_000 };
	const rows = [plain, { ...plain, entitlementOverrides: granted }] as const;
	const checks = {
		"a feature that the plan has": (row: OrganizationRow) => assertFeature(row, "meetingRecording"),
		"a feature that was granted": (row: OrganizationRow) => assertFeature(row, "aiSummaries"),
		"a limit": (row: OrganizationRow) => longestMeetingMs(row),
	};
	const measured: Record<string, readonly [number, number]> = {};
	for (const [name, check] of Object.entries(checks)) {
		const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
		for (let round = 0; round < 5; round++)
			for (const [index, row] of rows.entries())
				best[index as 0 | 1] = Math.min(best[index as 0 | 1], cpuOf(check, row));
		measured[name] = best;
	}
	return measured;
}

/** Returns what one call takes, in µs of CPU. */
function cpuOf(check: (row: OrganizationRow) => unknown, row: OrganizationRow): number {
	const before = process.cpuUsage();
	for (let n = 0; n < CHECKS; n++) check(row);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / CHECKS;
}
