import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandOptions, type Outcome, run, TEST_ENV } from "./command.ts";

const ROOT = join(import.meta.dir, "../..");
const SOURCES = [
	...["package.json", "tsconfig.json"],
	...["adapters", "db", "http", "kernel", "modules", "operations", "platform", "src"],
];
/** Tag of the migration that the next version adds. */
export const NEXT_MIGRATION = "9999_next";

/**
 * Makes the program's next version, for which every database of this one is older: the sources with one more migration.
 * @param folder where it is put; must not exist
 * @returns what runs it with the arguments in `line` and the data directory `dataDir`
 */
export function makeNextVersion(folder: string) {
	for (const source of SOURCES) cpSync(join(ROOT, source), join(folder, source), { recursive: true });
	symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
	for (const engine of ["sqlite", "postgres"]) {
		const migrations = join(folder, "db/migrations", engine);
		const path = join(migrations, "meta/_journal.json");
		const journal = JSON.parse(readFileSync(path, "utf8"));
		journal.entries.push({ tag: NEXT_MIGRATION });
		writeFileSync(path, JSON.stringify(journal));
		writeFileSync(join(migrations, `${NEXT_MIGRATION}.sql`), "ALTER TABLE organizations ADD COLUMN next text");
	}
	const program = [process.execPath, join(folder, "src/main.ts")];
	return (line: string, dataDir: string, { env }: Pick<CommandOptions, "env"> = {}): Promise<Outcome> =>
		run(program, line.split(" "), { env: { ...TEST_ENV, DATA_DIR: dataDir, ...env } });
}
