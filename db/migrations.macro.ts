/** Runs when bundling, and when `bun` loads `migrations.ts`, so that the SQL is embedded in the program. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A schema migration. */
export interface Migration {
	/** File name without extension, such as `0000_init`. */
	readonly tag: string;
	/** Its statements, separated by `--> statement-breakpoint`. */
	readonly sql: string;
	/**
	 * Tag of the oldest migration whose programs go on working with the schema after it (`-- works with OLDER`, its first
	 * line): it only adds to the schema. Absent: only programs that know it do.
	 */
	readonly worksWith?: string | undefined;
}

/** Returns what the first line of a migration says of older programs, see {@link Migration.worksWith}. */
const readWorksWith = (sql: string): string | undefined => /^-- works with (\S+)\n/.exec(sql)?.[1];

/** Loads the migrations of both engines, in order. */
export function loadMigrations(): Record<"sqlite" | "postgres", Migration[]> {
	const read = (dialect: string): Migration[] => {
		const folder = join(import.meta.dir, "migrations", dialect);
		const journal: { entries: { tag: string }[] } = JSON.parse(
			readFileSync(join(folder, "meta/_journal.json"), "utf8"),
		);
		return journal.entries.map(({ tag }) => {
			const sql = readFileSync(join(folder, `${tag}.sql`), "utf8");
			return { tag, sql, worksWith: readWorksWith(sql) };
		});
	};
	return { sqlite: read("sqlite"), postgres: read("postgres") };
}
