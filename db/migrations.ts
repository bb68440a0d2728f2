import { loadMigrations } from "./migrations.macro.ts" with { type: "macro" };
import type { Migration } from "./migrations.macro.ts";

export type { Migration } from "./migrations.macro.ts";

/** The migrations of both engines, in order, embedded when the program is bundled. */
export const migrations: Readonly<Record<"sqlite" | "postgres", readonly Migration[]>> = loadMigrations();

/**
 * Tag of the row in `_migrations` that marks a database into which a copy or a restore was not finished: no version of the
 * program opens it, since none knows such a migration.
 */
export const COPY_MARK = "unfinished-copy";

const MADE_BEFORE_RELEASE =
	"the database was made by a build from before 0.1.0, which no release can read: start with a new data directory or database, and first export with that build what is to be kept";

/** A row of `_migrations`. */
export interface AppliedMigration {
	readonly tag: string;
	/** SHA-256 of the SQL that was run, hex. */
	readonly checksum: string;
	/** See {@link Migration.worksWith}, for programs that do not know it; null: only those that do. */
	readonly worksWith: string | null;
}

/** What a program finds of migrations in a database. */
export interface MigrationState {
	/** Those still to be applied. */
	readonly pending: readonly Migration[];
	/** Tags of those of a newer program, with whose schema this one works as well. */
	readonly newer: readonly string[];
}

/** Splits a migration into its statements. */
export const statementsOf = (migration: Migration): string[] => migration.sql.split("--> statement-breakpoint");

/** Returns the SHA-256 of a migration's SQL, hex. */
export const checksumOf = (migration: Migration): string =>
	new Bun.CryptoHasher("sha256").update(migration.sql).digest("hex");

/** Returns the error for a database of a newer program: continuing could damage its data. */
const newerVersion = (tag: string) =>
	new Error(`the database has migration ${tag}, which this version does not know: run a newer version`);

/**
 * Compares the migrations of a program with those applied to a database.
 * @param applied oldest first
 * @throws Error when a copy into the database was not finished, when it has a migration of a newer program with whose schema this one
 * does not work, one whose text was changed after it was applied, or another first one: migrations began anew before 0.1.0
 */
export function migrationState(known: readonly Migration[], applied: readonly AppliedMigration[]): MigrationState {
	const newer: string[] = [];
	const byTag = new Map(known.map((migration) => [migration.tag, migration]));
	for (const { tag, checksum, worksWith } of applied) {
		if (tag === COPY_MARK) {
			throw new Error("the copy into this database was not finished: run it again, and it goes on where it ended");
		}
		const migration = byTag.get(tag);
		if (migration === undefined) {
			if (worksWith === null || !byTag.has(worksWith)) throw newerVersion(tag);
			newer.push(tag);
			continue;
		}
		if (checksumOf(migration) !== checksum) {
			if (migration === known[0]) throw new Error(MADE_BEFORE_RELEASE);
			throw new Error(`migration ${tag} was edited after it was applied: restore its text and add a new migration`);
		}
	}
	const done = new Set(applied.map(({ tag }) => tag));
	const pending = known.filter(({ tag }) => !done.has(tag));
	const [first] = newer;
	if (first !== undefined && pending.length > 0) throw newerVersion(first);
	return { pending, newer };
}

/**
 * Returns the migrations still to be applied, where all tables of a database are read or filled.
 * @throws Error as {@link migrationState}, and for every database of a newer program: its tables are more than this one knows
 */
export function pendingMigrations(
	known: readonly Migration[],
	applied: readonly AppliedMigration[],
): readonly Migration[] {
	const { pending, newer } = migrationState(known, applied);
	const [first] = newer;
	if (first !== undefined) throw newerVersion(first);
	return pending;
}
