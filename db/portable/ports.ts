import type { Dialect } from "../dialect.ts";
import type { AppliedMigration } from "../migrations.ts";
import type { PortableKey, PortableRow, PortableTable } from "./tables.ts";

/** A database of either engine, whichever this process was started for, whose rows can be read as they are portable. */
export interface PortableReader {
	readonly dialect: Dialect;
	/** Returns the migrations that were applied, and the mark of {@link PortableWriter.begin}; none: it has no tables yet. */
	applied(): Promise<AppliedMigration[]>;
	/**
	 * Returns who else uses the database, such as `parley`: the names of their connections. Empty on SQLite, where a lock
	 * beside the file tells.
	 */
	others(): Promise<string[]>;
	/**
	 * From now on all reads see the same moment.
	 * @param options.exclusive whether others can write meanwhile: true when they must not
	 * @throws the engine's error when somebody is writing
	 */
	freeze(options: { readonly exclusive: boolean }): Promise<void>;
	/** Returns the number of rows of a table. */
	count(table: PortableTable): Promise<number>;
	/** Reads up to `limit` rows after a key, in the engine's own order of keys; null: from the first. */
	page(table: PortableTable, after: PortableKey | null, limit: number): Promise<PortableRow[]>;
	close(): Promise<void>;
}

/** Something to be remembered in the transaction that inserts rows. */
export interface PortableNote {
	readonly name: string;
	readonly value: string;
}

/** A database that is filled with rows of another, or of a file. Until it has ended, no server starts on it. */
export interface PortableWriter extends PortableReader {
	/** Creates the tables, or brings them up to date. @throws Error when the database is newer */
	migrate(): Promise<void>;
	/** Returns the name of a table that has rows; null: there is none. */
	findFilled(): Promise<string | null>;
	/** Returns what was remembered since {@link PortableWriter.begin}; null: nothing was begun, or it has ended. */
	notes(): Promise<ReadonlyMap<string, string> | null>;
	/** Marks the database as unfinished, so that every program refuses to open it, and remembers something. */
	begin(note: PortableNote): Promise<void>;
	/**
	 * Inserts rows, all or none, and remembers something with them. They survive the end of the process; the end of the
	 * machine they survive together with what is remembered, or not.
	 * @throws RowRefusedError that names the row when the engine refuses one
	 */
	insert(table: PortableTable, rows: readonly PortableRow[], note: PortableNote): Promise<void>;
	/** Deletes all rows, and what was remembered. */
	clear(): Promise<void>;
	/** Queues all transcripts for the search index, and removes the mark; everything is on disk then. */
	finish(): Promise<void>;
}

/** Thrown when an engine refuses a row, with the engine's error as its cause. */
export class RowRefusedError extends Error {
	override readonly name = "RowRefusedError";

	constructor({ table, key }: { table: PortableTable; key: PortableKey }, options: { readonly cause: unknown }) {
		super(`the target refuses the row (${key.join(", ")}) of ${table.name}`, options);
	}
}
