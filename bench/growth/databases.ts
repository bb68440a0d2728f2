import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checksumOf, migrations } from "#db/migrations";
import { sha256Hex } from "#kernel/secrets";
import type { SizeName } from "../../scripts/grow/plan.ts";

/** Folder of what was made once: databases and results. */
export const CACHE = join(tmpdir(), "parley-growth");

const SCRIPTS = join(import.meta.dir, "../../scripts");

/** Returns a digest of everything that a grown database depends on. */
function digest(): string {
	const sources = readdirSync(join(SCRIPTS, "grow")).sort();
	const texts = sources.map((file) => readFileSync(join(SCRIPTS, "grow", file), "utf8"));
	return sha256Hex([...migrations.sqlite.map(checksumOf), ...texts].join()).slice(0, 8);
}

/** Returns the path of a grown database, made when it is missing; those of other schemas are removed. */
export async function grownFile(size: SizeName): Promise<string> {
	mkdirSync(CACHE, { recursive: true });
	const path = join(CACHE, `${size}-${digest()}.db`);
	if (existsSync(path)) return path;
	for (const file of readdirSync(CACHE)) if (file.startsWith(`${size}-`)) rmSync(join(CACHE, file));
	process.stderr.write(`growing the ${size} database\n`);
	const command = [process.execPath, join(SCRIPTS, "grow.ts"), path, "--size", size, "--now", "2030-01-01T00:00:00Z"];
	const child = Bun.spawn(command, { stdin: "ignore", stdout: "ignore", stderr: "inherit" });
	if ((await child.exited) !== 0) throw new Error(`the ${size} database could not be grown`);
	return path;
}
