import { join } from "node:path";
import { AcknowledgedWrites } from "#tests/support/acknowledged";
import { withFolder } from "./support/folder.ts";
import { SOURCES, serve } from "./support/program.ts";
import { figures, table } from "./support/report.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "kill -9 amid mixed load, again and again on the same data; what was promised is there";
/** Required tools. */
export const needs: readonly Tool[] = [];
/** Options shown by `bun run bench crash --help`. */
export const usage = "  N    number of kills (default 20)\n";

const CLIENTS = 16;

/** Kills the program 20 times (or `args[0]`) and checks after each restart that nothing acknowledged is missing. */
export async function run([kills = "20"]: readonly string[]): Promise<void> {
	await withFolder((folder) => killRepeatedly(folder, Number(kills)));
}

async function killRepeatedly(folder: string, kills: number): Promise<void> {
	let program = await serve(SOURCES, folder);
	const writes = await AcknowledgedWrites.begin(program.url);
	const rows: number[][] = [];
	const recoveriesMs: number[] = [];
	try {
		for (let kill = 1; kill <= kills && writes.faults.length === 0; kill++) {
			const before = writes.acknowledged;
			const over = new AbortController();
			const working = writes.work(CLIENTS, over.signal);
			await Bun.sleep(200 + Math.random() * 600);
			over.abort();
			await program.kill();
			await working;
			const acknowledged = writes.acknowledged - before;

			const startMs = performance.now();
			program = await serve(SOURCES, folder);
			recoveriesMs.push(performance.now() - startMs);
			writes.connect(program.url);
			const { unanswered, done, organizations, events, entries } = await writes.settle(join(folder, "parley.db"));
			rows.push([kill, acknowledged, unanswered, done, organizations, events, entries, writes.faults.length]);
		}
	} finally {
		await program.kill();
	}
	table(
		["kill", "acknowledged", "unanswered", "of them done", "organizations", "events", "audit entries", "faults"],
		rows,
	);
	for (const fault of writes.faults.slice(0, 20)) process.stdout.write(`${fault}\n`);
	figures("crash", {
		kills: rows.length,
		acknowledged: writes.acknowledged,
		faults: writes.faults.length,
		slowest_restart_ms: Math.max(...recoveriesMs),
	});
	if (writes.faults.length > 0) process.exitCode = 1;
}
