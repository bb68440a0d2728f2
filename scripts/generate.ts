/**
 * `bun run generate NAME`: writes the index of the schema and the next migration of both engines, and fixes drizzle-kit's
 * output for SQLite. A migration that only adds to the schema states that older programs work with it. Of the snapshots it
 * keeps the newest. Of new tables it writes a row, on which later migrations are tried. Writes no migration when the schema has not changed.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clusteredTables } from "#db/dsl";
import { type PostgresTables, rowsOfNewTables, schemaIndexOf } from "./support/schema-files.ts";

const root = join(import.meta.dir, "..");
const folders = { sqlite: join(root, "db/migrations/sqlite"), postgres: join(root, "db/migrations/postgres") };

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

/** Returns the names of the snapshots in a folder of migrations, oldest first; none before the first migration. */
function snapshotsIn(folder: string): string[] {
	const meta = join(folder, "meta");
	if (!existsSync(meta)) return [];
	return readdirSync(meta)
		.filter((file) => file.endsWith("_snapshot.json"))
		.sort();
}

/** Returns the column names of a table as of a snapshot of SQLite. */
function columnsOf(snapshot: string | undefined, table: string): ReadonlySet<string> {
	if (snapshot === undefined) return new Set();
	const { tables }: Snapshot = JSON.parse(readFileSync(join(folders.sqlite, "meta", snapshot), "utf8"));
	return new Set(Object.keys(tables[table]?.columns ?? {}));
}

/**
 * Makes tables STRICT, so that text in an integer column is an error as on Postgres, and WITHOUT ROWID where the schema
 * says so; and makes rebuilds copy only the columns the old table had: drizzle-kit also selects new ones from it, which SQLite takes for strings
 * (drizzle-orm#5360).
 * @param previous the snapshot before it
 */
function fixSqliteMigration(sql: string, previous: string | undefined): string {
	return sql
		.replace(/^(CREATE TABLE `(?:__new_)?(\w+)` [^;]*\n\));/gm, (_all, create: string, table: string) =>
			clusteredTables.has(table) ? `${create} STRICT, WITHOUT ROWID;` : `${create} STRICT;`,
		)
		.replace(/INSERT INTO `__new_(\w+)`\(([^)]*)\) SELECT [^;]* FROM `\1`;/g, (_all, table: string, list: string) => {
			const before = columnsOf(previous, table);
			const kept = list.split(", ").filter((column) => before.has(column.slice(1, -1)));
			return `INSERT INTO \`__new_${table}\`(${kept.join(", ")}) SELECT ${kept.join(", ")} FROM \`${table}\`;`;
		});
}

/** Statements after which programs that do not know the migration go on working: they add what these do not use. */
const ADDITIONS = /^(?:CREATE TABLE|CREATE (?:UNIQUE )?INDEX|ALTER TABLE \S+ ADD)\b/;

/** States in the first line of a migration that the programs before it work with its schema, if it only adds to that. */
function stateCompatibility(folder: string, prefix: string, before: string | undefined): void {
	const [file] = new Bun.Glob(`${prefix}_*.sql`).scanSync(folder);
	const path = join(folder, String(file));
	const sql = readFileSync(path, "utf8");
	const statements = sql.split("--> statement-breakpoint").map((statement) => statement.trim());
	const adds = statements.every((statement) => ADDITIONS.test(statement));
	const line = adds && before ? `-- works with ${before}` : "-- only for programs that know it: say why";
	writeFileSync(path, `${line}\n${sql}`);
}

/** Returns the tag of the newest migration of a folder. */
function newestTag(folder: string): string | undefined {
	const { entries }: { entries: { tag: string }[] } = JSON.parse(
		readFileSync(join(folder, "meta/_journal.json"), "utf8"),
	);
	return entries.at(-1)?.tag;
}

/** Returns a snapshot with a line for each table, so that a change of one is a line of the difference. */
function byTable(snapshot: string): string {
	const { tables, ...others }: Snapshot = JSON.parse(snapshot);
	const lines = Object.entries(tables).map(([name, table]) => `${JSON.stringify(name)}:${JSON.stringify(table)}`);
	return `${JSON.stringify(others).slice(0, -1)},"tables":{\n${lines.join(",\n")}\n}}\n`;
}

/** Returns the tables of the newest snapshot of Postgres. */
function postgresTables(): PostgresTables {
	const newest = snapshotsIn(folders.postgres).at(-1);
	return newest === undefined ? {} : JSON.parse(readFileSync(join(folders.postgres, "meta", newest), "utf8")).tables;
}

const name = process.argv[2];
if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
	process.stderr.write("usage: bun run generate NAME (snake_case: what the migration does)\n");
	process.exit(2);
}
const schema = join(root, "db/schema");
writeFileSync(join(schema, "index.ts"), schemaIndexOf(schema));
await import("#db/schema/index");
const previous = snapshotsIn(folders.sqlite).at(-1);
const tablesBefore = postgresTables();
const tagBefore = newestTag(folders.sqlite);
generate(name, "");
const newest = snapshotsIn(folders.sqlite).at(-1);
if (newest !== undefined && newest !== previous) {
	const [file] = new Bun.Glob(`${newest.slice(0, 4)}_*.sql`).scanSync(folders.sqlite);
	const path = join(folders.sqlite, String(file));
	writeFileSync(path, fixSqliteMigration(readFileSync(path, "utf8"), previous));
}
generate(name, "postgres://generate");
if (newest !== undefined && newest !== previous)
	for (const folder of Object.values(folders)) stateCompatibility(folder, newest.slice(0, 4), tagBefore);
// drizzle-kit compares the schema with the newest one alone, and each is as long as the whole schema.
for (const folder of Object.values(folders)) {
	const snapshots = snapshotsIn(folder).map((file) => join(folder, "meta", file));
	for (const older of snapshots.slice(0, -1)) rmSync(older);
	for (const kept of snapshots.slice(-1)) writeFileSync(kept, byTable(readFileSync(kept, "utf8")));
}
if (newest !== undefined && newest !== previous) {
	const [migration = ""] = new Bun.Glob(`${newest.slice(0, 4)}_*.sql`).scanSync(folders.postgres);
	const rows = rowsOfNewTables(tablesBefore, postgresTables());
	writeFileSync(
		join(root, "tests/db/populated", migration),
		`-- Rows in the tables that are new in ${migration.slice(0, -4)}.\n${rows}`,
	);
}
