import type { PortableTable } from "#db/portable";
import type { FileLock } from "#db/sqlite/file-lock";
import type { KeyRing } from "#kernel/key-ring";

/** A database to copy from or to. */
export interface CopiedDatabase {
	/** `sqlite:path`, `file:path` or `postgres://…`. */
	readonly url: string;
	/** The URL as it may be shown: without user, password and query. */
	readonly name: string;
}

/** Locks a SQLite file, which may not exist yet, as a server does; null when a server has it. */
export type LockFile = (url: string) => FileLock | null;

/** How far a copy is. */
export interface CopyProgress {
	readonly step: "copy" | "compare";
	/** The table that is being copied or compared. */
	readonly table: string;
	/** Rows that are copied or compared, of all tables. */
	readonly rows: number;
	readonly total: number;
}

/** Options of a copy. */
export interface CopyOptions {
	readonly from: CopiedDatabase;
	readonly to: CopiedDatabase;
	readonly lockFile: LockFile;
	/** The keys of the installation; null: there are none. */
	readonly keys: KeyRing | null;
	/** Whether what an unfinished copy has left in the target is deleted first. */
	readonly restart: boolean;
	/** Whether U+FFFD takes the place of characters that Postgres cannot store; otherwise the copy ends at the first. */
	readonly replaceInvalid: boolean;
	readonly onProgress: (progress: CopyProgress) => void;
}

/** A table that was copied. */
export interface CopiedTable {
	readonly name: string;
	readonly rows: number;
	/** The digest of its rows, the same in source and target, hex. */
	readonly digest: string;
}

/** What was verified in the logs of the organizations. */
export interface LogReport {
	readonly organizations: number;
	readonly events: number;
	readonly auditEntries: number;
	/** What is wrong, in the source as well, such as `org_…: entry 7 of the audit log: chain_broken`. */
	readonly faults: readonly string[];
}

/** The result of a copy. */
export interface CopyReport {
	/** Whether it went on with what an earlier one had left. */
	readonly resumed: boolean;
	/** Number of rows in which characters were replaced. */
	readonly replaced: number;
	readonly tables: readonly CopiedTable[];
	readonly logs: LogReport;
	/** Number of objects in the blob store, which stay where they are. */
	readonly objects: number;
}

/** The number of rows of each table of the source. */
export type RowCounts = ReadonlyMap<PortableTable, number>;
