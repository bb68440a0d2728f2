import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "#tests/support/postgres";
import { withFolder } from "./support/folder.ts";
import { positive } from "./support/options.ts";
import { figures, table } from "./support/report.ts";

/** The subject of the measurement. */
export const about = "parley copy of a grown installation from SQLite to Postgres and back";
/** It starts its own Postgres server. */
export const needs = [] as const;
/** Options shown by `bun run bench copy --help`. */
export const usage = "  --organizations N   of the grown installation, with some 270 rows each (default 1500)\n";

const ROOT = join(import.meta.dir, "..");

interface Copied {
	readonly rows: number;
	readonly seconds: number;
	/** CPU time of the command, in seconds; the database server has its own. */
	readonly cpuSeconds: number;
	readonly peakMib: number;
}

/** Runs the benchmark. */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({ args: [...args], options: { organizations: { type: "string", default: "1500" } } });
	const organizations = positive("--organizations", values.organizations);
	await withFolder(async (folder) => {
		const grown = `sqlite:${join(folder, "parley.db")}`;
		await grow(join(folder, "parley.db"), organizations);
		const postgres = await startPostgres({ fsync: "on", synchronous_commit: "on", full_page_writes: "on" });
		try {
			const there = await copy(folder, grown, postgres.url);
			const back = await copy(folder, postgres.url, `sqlite:${join(folder, "back.db")}`);
			const rowOf = (name: string, { rows, seconds, cpuSeconds, peakMib }: Copied) =>
				[name, rows, rows / seconds, seconds, (cpuSeconds / rows) * 1e6, peakMib] as const;
			table(
				["", "rows", "rows/s", "s", "CPU µs/row", "peak MiB"],
				[rowOf("SQLite to Postgres", there), rowOf("Postgres to SQLite", back)],
			);
			figures("copy", {
				rows: there.rows,
				toPostgresPerSecond: there.rows / there.seconds,
				toSqlitePerSecond: back.rows / back.seconds,
				toPostgresCpuMicros: (there.cpuSeconds / there.rows) * 1e6,
				toSqliteCpuMicros: (back.cpuSeconds / back.rows) * 1e6,
				peakMib: Math.max(there.peakMib, back.peakMib),
			});
		} finally {
			await postgres.stop();
		}
	});
}

async function grow(path: string, organizations: number): Promise<void> {
	const sizes = ["--organizations", organizations, "--members", organizations, "--sessions", organizations * 3];
	const logs = ["--sessions-of-one", 200, "--events", organizations * 33, "--audit-entries", organizations * 36];
	await runProgram(["scripts/grow.ts", path, ...sizes.map(String), ...logs.map(String)], {});
}

async function copy(folder: string, from: string, to: string): Promise<Copied> {
	const dataDir = join(folder, "data");
	mkdirSync(dataDir, { recursive: true });
	const variables = { DATA_DIR: dataDir };
	const { stdout, usage: used } = await runProgram(
		["src/main.ts", "copy", "--from", from, "--to", to, "--json"],
		variables,
	);
	const { tables, seconds } = JSON.parse(stdout) as { tables: { rows: number }[]; seconds: number };
	return {
		rows: tables.reduce((sum, { rows }) => sum + rows, 0),
		seconds,
		cpuSeconds: Number(used?.cpuTime.total ?? 0) / 1e6,
		peakMib: (used?.maxRSS ?? 0) / 2 ** 20,
	};
}

async function runProgram(args: readonly string[], variables: Readonly<Record<string, string>>) {
	const child = Bun.spawn([process.execPath, ...args], {
		cwd: ROOT,
		env: { ...process.env, ...variables },
		stderr: "pipe",
	});
	const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
	if ((await child.exited) !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
	return { stdout, usage: child.resourceUsage() };
}
