import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import { type Dialect, dialect, dialectOf } from "./dialect.ts";
import type { StoreFailedError } from "./errors.ts";
import type { WriteName } from "./writes.ts";

export {
	type Conflict,
	conflictOf,
	errorCode,
	isUnavailable,
	outageOf,
	StoreFailedError,
} from "./errors.ts";

/** The part of the query builder that both engines share. Await the builder; never `.get() .all() .run() .values()`. */
export type Db = Pick<
	BaseSQLiteDatabase<"async", unknown>,
	"select" | "selectDistinct" | "insert" | "update" | "delete" | "with" | "$with" | "$count"
>;

/** The part of the query builder that reads. */
export type ReadDb = Pick<Db, "select" | "selectDistinct" | "$count">;

/** Executes reads. */
export interface ReadHandle {
	/**
	 * Runs each statement on its own. Throws inside a transaction, and for a statement on a tenant table that does not
	 * bind its `org_id`.
	 */
	readonly db: ReadDb;
}

/** Executes writes and transactions. */
export interface WriteHandle {
	/** Like {@link ReadHandle.db}; a write is committed when its promise resolves. */
	readonly db: Db;
	/**
	 * Runs `work` in a transaction, which commits when `work` resolves and is rolled back when it rejects. `work` may run
	 * more than once (Postgres: serialization failure, deadlock; SQLite: the failure of another task in the same commit),
	 * so it must only await the given `Db` and have no other side effects. Throws inside another transaction.
	 *
	 * Statements whose results the work does not need for the next one are best called together, `await Promise.all(…)`:
	 * Postgres gets them in one round trip, and runs them in the order of the calls.
	 */
	tx<T>(work: (tx: Db) => Promise<T>, options?: TransactionOptions<T>): Promise<T>;
}

/** Options of {@link WriteHandle.tx}. */
export interface TransactionOptions<T> {
	/** Returns what a slow transaction is reported with. */
	readonly describe?: () => TransactionDetails;
	/**
	 * Calls the last statements, once the work has resolved to `made`, and returns their promises: Postgres gets them
	 * together with the COMMIT. The transaction is rolled back when the engine fails one of them, or when one is refused
	 * before it is sent. That one wrote no row, for example, is known too late: let a constraint fail.
	 */
	readonly last?: (tx: Db, made: T) => readonly Promise<unknown>[];
	/**
	 * Postgres: of whoever wants the transaction. Once it is aborted, no statement and no COMMIT is sent any more, and the
	 * transaction is rejected with its reason.
	 */
	readonly signal?: AbortSignal | null;
}

/** What a slow transaction is reported with. */
export interface TransactionDetails {
	/** UUID of its request. */
	readonly requestId?: string;
	/** Names of the facts it recorded, separated by commas. */
	readonly facts?: string;
}

/** A write that has ended. */
export interface TransactionReport {
	readonly name: WriteName;
	/** Time for which it was in the way of others, in ms: without the wait for its turn, and without that for the disk. */
	readonly durationMs: number;
	/**
	 * Longest part of that for which another write has waited, in ms; 0: none has. Postgres: always 0, since others wait for
	 * its rows alone, which only the server knows.
	 */
	readonly waitedMs: number;
	/** Returns more about it. */
	readonly describe: () => TransactionDetails;
}

/** Executes reads over all tenants. */
export interface AcrossTenants extends ReadHandle {
	/**
	 * Returns the transaction of `tx` without the tenant guard: for a decision that must see all tenants and hold for the
	 * duration of the transaction, such as whether a person belongs anywhere. Throws for a `Db` that is not an open
	 * transaction.
	 */
	within(tx: Db): Db;
}

/** A lock that one process at a time has; its end frees it. */
export interface StoreLock {
	/** Aborted when the connection to the database was lost, and with it the lock. */
	readonly lost: AbortSignal;
	/** Idempotent, and never rejects. */
	release(): Promise<void>;
}

/** An open database. */
export interface Store extends ReadHandle {
	readonly dialect: Dialect;
	/**
	 * Returns the handle for one of the writes listed in `db/writes.ts`. All other writes are part of a change:
	 * `unitOfWork.run`.
	 */
	writing(name: WriteName): WriteHandle;
	/** Access without the tenant guard: for work over all tenants (purge, copy, lookups by user), never by default. */
	readonly acrossTenants: AcrossTenants;
	/**
	 * Whether another process has committed since the last call, or since the store was opened (SQLite); takes about 2.5
	 * µs and never throws. Postgres: always false, since others write there all the time.
	 */
	changedElsewhere(): boolean;
	/**
	 * Takes a lock unless another process has it; null then. Within the process, the caller sees to it that a name is locked
	 * once at a time. A process that was killed loses its locks at once, a machine that has vanished after six seconds.
	 * SQLite: always granted, since there is one process.
	 */
	lock(name: string): Promise<StoreLock | null>;
	/**
	 * Removes what was deleted from the files, as far as the engine can while it serves: SQLite has overwritten it in the
	 * data file, and empties the log; Postgres vacuums its tables. What tells that content is gone waits for it on SQLite,
	 * which otherwise empties the log some seconds after a removal by itself.
	 * @throws the failure of the engine, such as a program that reads the file for long; to be repeated later
	 */
	reclaim(): Promise<void>;
	/** SQLite: how long something that was removed may have been in the files, in ms; 0: nothing is. Postgres: always 0. */
	unreclaimedMs(): number;
	/** Checks whether the store can serve requests. Never throws. */
	health(): Promise<StoreHealth>;
	/**
	 * Waits for pending writes, then releases files and connections. The store must not be used afterwards.
	 * @throws StoreFailedError when it has failed for good; its files are left as they are then
	 */
	close(): Promise<void>;
}

/** Result of {@link Store.health}. */
export interface StoreHealth {
	/** Whether reads and writes are expected to work and the schema is this program's. */
	readonly ok: boolean;
	readonly dialect: Dialect;
	/**
	 * Tags of migrations: those applied to the database, those known to this program but not yet applied, and those of a newer
	 * one, with whose schema this one works as well.
	 */
	readonly migrations: {
		readonly applied: readonly string[];
		readonly pending: readonly string[];
		readonly newer: readonly string[];
	};
	/** Description of the problem, for operators; null when there is none. */
	readonly detail: string | null;
}

/** Options of {@link openStore}. */
export interface StoreOptions {
	/** `file:path`, `sqlite:path`, a bare path, or `postgres://…`; must be of the engine this process was started for. */
	readonly url: string;
	/** SQLite: whether acknowledged writes survive a power failure (default). False: only a crash of the process. */
	readonly durable?: boolean;
	/**
	 * SQLite: whether concurrent writes share a commit (default). False: one commit each at `synchronous=FULL`, for
	 * comparison only.
	 */
	readonly groupCommit?: boolean;
	/** Whether to apply pending migrations (default). False: open as is, and report pending ones in `health`. */
	readonly migrate?: boolean;
	/** Called when migrations were applied, with their tags, oldest first, and how long that took; must not throw. */
	readonly onMigrated?: (tags: readonly string[], durationMs: number) => void;
	/**
	 * SQLite: whether this process serves the file for long, so that the thread that copies its log is started at once.
	 * Default: when it is needed.
	 */
	readonly serves?: boolean;
	/** SQLite: length of the log, in pages of 4 KiB, from which it is copied into the data file; default 16,000 (64 MiB). */
	readonly checkpointFrames?: number;
	/** Postgres: whether to use prepared statements (default). False for poolers in transaction mode. */
	readonly prepare?: boolean;
	/** Postgres: maximum number of connections, without that of `health`; default 10. */
	readonly poolSize?: number;
	/**
	 * Postgres: longest wait for a connection, and for the answer to a statement, in ms; default 10 s. What takes longer is
	 * rejected with `StoreUnreachableError`, and its connection is closed.
	 */
	readonly deadlineMs?: number;
	/** Postgres: called when a connection was closed because the server did not answer, with the reason; must not throw. */
	readonly onConnectionDropped?: (reason: unknown) => void;
	/** Called after every write, committed or not; must not throw. Postgres: after every transaction. */
	readonly onTransaction?: (report: TransactionReport) => void;
	/**
	 * SQLite: called when copying the log into the data file failed and is tried again: the log grows meanwhile. Must not
	 * throw.
	 */
	readonly onCheckpointRetry?: (error: Error) => void;
	/**
	 * Called once, when the store refuses every write for good: a sync failed (SQLite), and only a new start shows what is
	 * on disk. Must end the process with `endProcess`, in a moment: `process.exit` would damage the file. Default: writes
	 * the reason to standard error and ends it.
	 */
	readonly onFatal?: (error: StoreFailedError) => void;
}

/**
 * Opens the database and brings its schema up to date. Rejects when the database was written by a newer program, or by
 * one from before 0.1.0, when an applied migration was edited since, or when it cannot be reached.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
	if (dialectOf(options.url) !== dialect) {
		throw new Error(`this process was started for ${dialect}: set DATABASE_URL to the database to be opened`);
	}
	if (dialect === "postgres") return (await import("./postgres/store.ts")).openPostgres(options);
	return (await import("./sqlite/store.ts")).openSqlite(options);
}
