import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerProcess } from "./server-process.ts";
import { until } from "./until.ts";

/** Stops a server at a moment at which it writes nothing: it would keep the lock of its database for as long. */
export async function standStill({ pid, kill }: ServerProcess, dataDir: string): Promise<void> {
	await until(async () => {
		kill("SIGSTOP");
		await until(() => /^State:\sT/m.test(readFileSync(`/proc/${pid}/status`, "utf8")));
		if (isUnlocked(join(dataDir, "parley.db"))) return true;
		kill("SIGCONT");
		return false;
	});
}

function isUnlocked(path: string): boolean {
	const database = new Database(path);
	try {
		database.run("PRAGMA busy_timeout = 0");
		database.run("BEGIN IMMEDIATE");
		database.run("ROLLBACK");
		return true;
	} catch (error) {
		if (error instanceof Error && error.message.includes("locked")) return false;
		throw error;
	} finally {
		database.close();
	}
}
