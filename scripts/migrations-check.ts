/**
 * `bun scripts/migrations-check.ts`: fails when the schema contains something that no migration creates. Checks the
 * engine of DATABASE_URL, because the tables of a process are declared for one engine.
 */
import { readdirSync } from "node:fs";
import * as kit from "drizzle-kit/api";
import { dialect } from "#db/dialect";
import * as schema from "#db/schema/index";

const CASING = "snake_case";

/** Returns the statements that would bring a database at `snapshot` up to the schema. */
function missingStatements(snapshot: unknown): Promise<string[]> {
	const tables: Record<string, unknown> = { ...schema };
	if (dialect === "postgres") {
		const before = snapshot as kit.DrizzleSnapshotJSON;
		return kit.generateMigration(before, kit.generateDrizzleJson(tables, before.id, undefined, CASING));
	}
	const before = snapshot as kit.DrizzleSQLiteSnapshotJSON;
	return kit
		.generateSQLiteDrizzleJson(tables, before.id, CASING)
		.then((after) => kit.generateSQLiteMigration(before, after));
}

const folder = `db/migrations/${dialect}/meta`;
const last = readdirSync(folder)
	.filter((name) => name.endsWith("_snapshot.json"))
	.sort()
	.at(-1);
const missing = last ? await missingStatements(await Bun.file(`${folder}/${last}`).json()) : ["-- no migration at all"];
if (missing.length > 0) {
	process.stderr.write(
		`${dialect}: run \`bun run generate NAME\`; no migration does this yet:\n${missing.join("\n")}\n`,
	);
	process.exit(1);
}
