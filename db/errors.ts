/** The kind of constraint that a write violated. */
export type Conflict = "unique" | "foreign_key" | "check" | "not_null";

const CONFLICTS: Readonly<Record<string, Conflict>> = {
	SQLITE_CONSTRAINT_UNIQUE: "unique",
	SQLITE_CONSTRAINT_PRIMARYKEY: "unique",
	SQLITE_CONSTRAINT_FOREIGNKEY: "foreign_key",
	SQLITE_CONSTRAINT_CHECK: "check",
	SQLITE_CONSTRAINT_NOTNULL: "not_null",
	"23505": "unique",
	"23503": "foreign_key",
	"23514": "check",
	"23502": "not_null",
};

/**
 * SQLite result codes for failures of the storage rather than of the statement; extended codes start with one of them.
 */
const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL)/;
/**
 * SQLSTATE codes for failures of the storage: connection, resources, operator intervention (a statement that took too
 * long is one), system error, read-only, a transaction that idled for too long, a lock that was not free.
 */
const POSTGRES_UNAVAILABLE = /^(08|53|57|58)|^25(006|P03|P04)$|^40001$|^40P01$|^55P03$/;
/** Error codes of Bun.SQL and the socket below it when the server cannot be reached. */
const CONNECTION_LOST =
	/^(ERR_POSTGRES_(CONNECTION|LIFETIME|IDLE|TLS|NOT_CONNECTED)|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC|EMFILE|ENFILE|EROFS|EIO|EDQUOT)/;

/**
 * Returns the engine's own code of a failure, found anywhere in its chain of causes: an extended SQLite result
 * (`SQLITE_CONSTRAINT_UNIQUE`), an SQLSTATE (`23505`), or the driver's name for a lost connection. Undefined for
 * anything else.
 */
export function errorCode(error: unknown): string | undefined {
	for (let at = error; typeof at === "object" && at !== null; at = "cause" in at ? at.cause : undefined) {
		const code = "code" in at && typeof at.code === "string" ? at.code : undefined;
		if (code?.startsWith("SQLITE_")) return code;
		const state = "errno" in at && typeof at.errno === "string" ? at.errno : code;
		if (state !== undefined && /^[0-9A-Z]{5}$/.test(state)) return state;
		if (code !== undefined && CONNECTION_LOST.test(code)) return code;
	}
	return undefined;
}

/** Returns the kind of constraint a write violated; undefined when it failed for another reason. */
export function conflictOf(error: unknown): Conflict | undefined {
	const code = errorCode(error);
	return code === undefined ? undefined : CONFLICTS[code];
}

/**
 * Whether the storage is unavailable at present (connection lost, disk full or read-only, too much contention, a failed
 * store): the caller may retry later, which the HTTP layer reports as `unavailable`.
 */
export function isUnavailable(error: unknown): boolean {
	for (let at = error; typeof at === "object" && at !== null; at = "cause" in at ? at.cause : undefined) {
		if (at instanceof StoreFailedError || at instanceof StoreUnreachableError) return true;
	}
	const code = errorCode(error);
	if (code === undefined) return false;
	return SQLITE_UNAVAILABLE.test(code) || POSTGRES_UNAVAILABLE.test(code) || CONNECTION_LOST.test(code);
}

/** SQLite result codes by which every write fails, or everything. */
const SQLITE_OUTAGE = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB|NOMEM)/;
/** SQLSTATE codes by which it does: connection, resources, a server that stops or starts, system error, read-only. */
const POSTGRES_OUTAGE = /^(08|53|58)|^57P0[1-4]$|^25006$/;
/** Codes of Bun.SQL for a server that cannot be reached. */
const DRIVER_OUTAGE = /^ERR_POSTGRES_(CONNECTION|LIFETIME|IDLE|TLS|NOT_CONNECTED)/;

/**
 * Returns why the storage cannot be used, in a few words, when an error says that whatever else is asked for would fail
 * as well: the server is away, the disk is full. Null for any other failure, such as a statement that took too long.
 */
export function outageOf(error: unknown): string | null {
	for (let at = error; at instanceof Error; at = at.cause) {
		if (at instanceof StoreFailedError || at instanceof StoreUnreachableError) return at.message;
		const code = "code" in at ? String(at.code) : "";
		const state = at.name === "PostgresError" && "errno" in at ? String(at.errno) : "";
		if (POSTGRES_OUTAGE.test(state)) return `${at.message} (${state})`;
		if (SQLITE_OUTAGE.test(code) || DRIVER_OUTAGE.test(code)) return `${at.message} (${code})`;
	}
	return null;
}

/**
 * Thrown when the store can no longer guarantee that acknowledged writes are on disk; it rejects all writes until it is
 * reopened.
 */
export class StoreFailedError extends Error {
	override readonly name = "StoreFailedError";
}

/**
 * Thrown when the database server does not answer in time, or the connection was lost during a COMMIT: what was asked
 * for may have been done.
 */
export class StoreUnreachableError extends Error {
	override readonly name = "StoreUnreachableError";
}
