/**
 * `bun run generate NAME`: writes the next migration of both engines from the one schema, and fixes drizzle-kit's
 * output for SQLite. Writes nothing when the schema has not changed.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clusteredTables } from "#db/dsl";
import "#db/schema/index";

const root = join(import.meta.dir, "..");
const sqliteFolder = join(root, "db/migrations/sqlite");

/** Runs drizzle-kit for the engine of `url`; exits with its status when it fails. */
function generate(name: string, url: string): void {
	const kit = join(Bun.resolveSync("drizzle-kit", root), "../bin.cjs");
	const run = Bun.spawnSync([process.execPath, "--bun", kit, "generate", "--name", name], {
		cwd: root,
		env: { ...process.env, DATABASE_URL: url, DATABASE_URL_FILE: "" },
		// It asks whether a column was renamed.
		stdin: "inherit",
		stdout: "inherit",
		stderr: "inherit",
	});
	if (!run.success) process.exit(run.exitCode);
}

type Snapshot = { tables: Record<string, { columns: Record<string, unknown> }> };

/** Returns the column names of a table in the snapshot of one migration. */
function columnsOf(number: number, table: string): ReadonlySet<string> {
	const file = join(sqliteFolder, "meta", `${String(number).padStart(4, "0")}_snapshot.json`);
	const snapshot: Snapshot = JSON.parse(readFileSync(file, "utf8"));
	return new Set(Object.keys(snapshot.tables[table]?.columns ?? {}));
}

/**
 * Makes tables STRICT, so that text in an integer column is an error as on Postgres, and WITHOUT ROWID where the schema
 * says so; and makes rebuilds copy only the columns the old table had: drizzle-kit also selects new ones from it, which SQLite takes for strings
 * (drizzle-orm#5360). Applying it twice changes nothing, so released migrations stay as they are.
 */
function fixSqliteMigration(sql: string, number: number): string {
	return sql
		.replace(/^(CREATE TABLE `(?:__new_)?(\w+)` [^;]*\n\));/gm, (_all, create: string, table: string) =>
			clusteredTables.has(table) ? `${create} STRICT, WITHOUT ROWID;` : `${create} STRICT;`,
		)
		.replace(/INSERT INTO `__new_(\w+)`\(([^)]*)\) SELECT [^;]* FROM `\1`;/g, (_all, table: string, list: string) => {
			const before = columnsOf(number - 1, table);
			const kept = list.split(", ").filter((column) => before.has(column.slice(1, -1)));
			return `INSERT INTO \`__new_${table}\`(${kept.join(", ")}) SELECT ${kept.join(", ")} FROM \`${table}\`;`;
		});
}

const name = process.argv[2];
if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
	process.stderr.write("usage: bun run generate NAME (snake_case: what the migration does)\n");
	process.exit(2);
}
generate(name, "");
generate(name, "postgres://generate");
const files = existsSync(sqliteFolder) ? readdirSync(sqliteFolder).filter((file) => file.endsWith(".sql")) : [];
for (const file of files.sort()) {
	const path = join(sqliteFolder, file);
	const before = readFileSync(path, "utf8");
	const after = fixSqliteMigration(before, Number.parseInt(file, 10));
	if (after !== before) writeFileSync(path, after);
}
