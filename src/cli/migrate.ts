import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { dialect } from "#db/dialect";
import { pathOf } from "#db/sqlite/connection";
import type { Config } from "../config.ts";
import { openDatabase } from "../open.ts";
import { EXIT, type ExitCode } from "./failure.ts";
import { assertInstalled, type InitOption, inspect, type Migrations } from "./installed.ts";
import { print, printJson } from "./terminal.ts";

/** Runs `parley migrate`. @throws Error when the database cannot be reached or is newer than this program */
export async function migrate(
	config: Config,
	{ check = false, json = false, init }: InitOption & { readonly check?: boolean; readonly json?: boolean },
): Promise<ExitCode> {
	const before = await inspect(config);
	if (!check && before.pending.length > 0) {
		await assertInstalled(config, { ...(init && { init }) });
		if (dialect === "sqlite") await mkdir(dirname(pathOf(config.databaseUrl)), { recursive: true, mode: 0o700 });
		await (await openDatabase(config)).close();
	}
	const done = check ? [] : before.pending;
	const pending = check ? before.pending : [];
	if (json) await printJson({ engine: dialect, current: before.applied, applied: done, pending });
	else await print(sentenceOf(before, check));
	return pending.length > 0 ? EXIT.failure : EXIT.ok;
}

function sentenceOf({ applied, pending }: Migrations, check: boolean): string {
	if (pending.length === 0) return `Nothing to do: ${applied.at(-1) ?? "no migration"} is the latest migration.\n`;
	return `${pending.map((tag) => `${tag} ${check ? "is pending" : "applied"}\n`).join("")}`;
}
