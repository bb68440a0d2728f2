import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandOptions, type Outcome, run, TEST_ENV } from "./command.ts";

const ROOT = join(import.meta.dir, "../..");
const SOURCES = [
	...["package.json", "tsconfig.json", "docs/openapi.json"],
	...["adapters", "db", "http", "kernel", "modules", "operations", "platform", "src"],
];
/** Tag of the migration that the next version adds. */
export const NEXT_MIGRATION = "9999_next";

/**
 * Makes the program's next version, for which every database of this one is older: the sources with one more migration.
 * @param folder where it is put; must not exist
 * @param worksWith tag of the migration whose programs work with its schema; default: none do
 * @returns what runs it with the arguments in `line` and the data directory `dataDir`
 */
export function makeNextVersion(folder: string, worksWith?: string) {
	for (const source of SOURCES) cpSync(join(ROOT, source), join(folder, source), { recursive: true });
	symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
	for (const engine of ["sqlite", "postgres"]) {
		const migrations = join(folder, "db/migrations", engine);
		const path = join(migrations, "meta/_journal.json");
		const journal = JSON.parse(readFileSync(path, "utf8"));
		journal.entries.push({ tag: NEXT_MIGRATION });
		writeFileSync(path, JSON.stringify(journal));
		const header = worksWith === undefined ? "" : `-- works with ${worksWith}\n`;
		writeFileSync(join(migrations, `${NEXT_MIGRATION}.sql`), `${header}ALTER TABLE organizations ADD COLUMN next text`);
	}
	return (line: string, dataDir: string, { env }: Pick<CommandOptions, "env"> = {}): Promise<Outcome> =>
		run(programIn(folder), line.split(" "), { env: { ...TEST_ENV, DATA_DIR: dataDir, ...env } });
}

/** Returns the command line of a version in a folder. */
export const programIn = (folder: string): readonly string[] => [process.execPath, join(folder, "src/main.ts")];
