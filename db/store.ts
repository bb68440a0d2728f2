import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import { type Dialect, dialect, dialectOf } from "./dialect.ts";
import type { WriteName } from "./writes.ts";

export { type Conflict, conflictOf, errorCode, isUnavailable, StoreFailedError } from "./errors.ts";

/** The part of the query builder both engines share. Await the builder; never `.get() .all() .run() .values()`. */
export type Db = Pick<
	BaseSQLiteDatabase<"async", unknown>,
	"select" | "selectDistinct" | "insert" | "update" | "delete" | "with" | "$with" | "$count"
>;

/** The part of it that reads. */
export type ReadDb = Pick<Db, "select" | "selectDistinct" | "$count">;

/** Statements that read. */
export interface ReadHandle {
	/**
	 * Each statement on its own. Throws inside a transaction, and for a statement on a tenant table that does not bind its
	 * `org_id`.
	 */
	readonly db: ReadDb;
}

/** Statements that write, and transactions. */
export interface WriteHandle {
	/** Like {@link ReadHandle.db}; what a statement writes is committed when its promise resolves. */
	readonly db: Db;
	/**
	 * All or nothing: `work` commits when it resolves and leaves nothing behind when it rejects. May run more than once
	 * (Postgres: serialisation, deadlock; SQLite: another's failure in the same commit), so nothing but the given `Db` is
	 * awaited in it and nothing outside is done.
	 * Throws inside another transaction.
	 */
	tx<T>(work: (tx: Db) => Promise<T>): Promise<T>;
}

/** Statements over all tenants. */
export interface AcrossTenants extends ReadHandle {
	/**
	 * The transaction of a `tx` without the tenant guard: for a decision that must see all tenants and hold while the
	 * transaction lasts, such as whether a person belongs anywhere. Throws for a `Db` that is no open transaction.
	 */
	within(tx: Db): Db;
}

/** An open database. */
export interface Store extends ReadHandle {
	readonly dialect: Dialect;
	/** The way to write for those who are named in `db/writes.ts`. Everybody else's writes are part of a change: `unitOfWork.run`. */
	writing(name: WriteName): WriteHandle;
	/** The same without the tenant guard: for work over all tenants (purge, copy, look-ups by user), never by default. */
	readonly acrossTenants: AcrossTenants;
	/**
	 * SQLite: whether another process has committed since this was last asked, or since the store was opened; takes about
	 * 2.5 µs and never throws. Postgres: always false, others write there all the time.
	 */
	changedElsewhere(): boolean;
	/** Whether it can serve. Never throws. */
	health(): Promise<StoreHealth>;
	/** Waits for writes under way, then releases files and connections. Nothing may be asked of the store afterwards. */
	close(): Promise<void>;
}

/** What {@link Store.health} answers. */
export interface StoreHealth {
	/** True when reads and writes can be expected to work and the schema is this program's. */
	readonly ok: boolean;
	readonly dialect: Dialect;
	/** Tags of migrations: in the database, and known to this program but not yet in it. */
	readonly migrations: { readonly applied: readonly string[]; readonly pending: readonly string[] };
	/** What is wrong, for operators; null when nothing is. */
	readonly detail: string | null;
}

/** How to open a {@link Store}. */
export interface StoreOptions {
	/** `file:path`, `sqlite:path`, a bare path, or `postgres://…`; of the engine this process was started for. */
	readonly url: string;
	/** SQLite: an answered write survives a power cut (default). False: only a crash of the process. */
	readonly durable?: boolean;
	/** SQLite: writes that wait together share a commit (default). False: one commit each at `synchronous=FULL`, for comparison only. */
	readonly groupCommit?: boolean;
	/** Apply pending migrations (default). False: open as it is, and say in `health` what is pending. */
	readonly migrate?: boolean;
	/** Postgres: use prepared statements (default). False for poolers in transaction mode. */
	readonly prepare?: boolean;
	/** Postgres: connections at most; default 10. */
	readonly poolSize?: number;
	/** SQLite: called when one transaction held the only writer for longer than 250 ms. */
	readonly onSlowTransaction?: (durationMs: number) => void;
}

/**
 * Opens the database and brings its schema up to date. Rejects when it was written by a newer program, when an applied
 * migration was edited since, or when it cannot be reached.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
	if (dialectOf(options.url) !== dialect) {
		throw new Error(`this process was started for ${dialect}: set DATABASE_URL to the database to be opened`);
	}
	if (dialect === "postgres") return (await import("./postgres/store.ts")).openPostgres(options);
	return (await import("./sqlite/store.ts")).openSqlite(options);
}
