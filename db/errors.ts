/** The constraint a write ran into. */
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

/** SQLite results that say the storage failed, not the statement; extended codes begin with one of them. */
const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL)/;
/** SQLSTATE classes: connection, resources, operator intervention (but not a cancelled statement), system error; read only. */
const POSTGRES_UNAVAILABLE = /^(08|53|57P|58)|^25006$|^40001$|^40P01$/;
/** What Bun.SQL and the socket below it say when there is no server to talk to. */
const CONNECTION_LOST =
	/^(ERR_POSTGRES_(CONNECTION|LIFETIME|IDLE|TLS|NOT_CONNECTED)|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC|EROFS|EIO|EDQUOT)/;

/**
 * The engine's own code for a failure, found anywhere in its chain of causes: an extended SQLite result
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

/** Which constraint refused a write; undefined when it failed for another reason. */
export function conflictOf(error: unknown): Conflict | undefined {
	const code = errorCode(error);
	return code === undefined ? undefined : CONFLICTS[code];
}

/**
 * True when the storage cannot serve now (connection lost, disk full or read only, too much contention, a failed
 * store): the caller may try later, which the edge says as `unavailable`.
 */
export function isUnavailable(error: unknown): boolean {
	for (let at = error; typeof at === "object" && at !== null; at = "cause" in at ? at.cause : undefined) {
		if (at instanceof StoreFailedError) return true;
	}
	const code = errorCode(error);
	if (code === undefined) return false;
	return SQLITE_UNAVAILABLE.test(code) || POSTGRES_UNAVAILABLE.test(code) || CONNECTION_LOST.test(code);
}

/** The store can no longer promise that what it answers is on disk, and refuses to write until it is opened anew. */
export class StoreFailedError extends Error {
	override readonly name = "StoreFailedError";
}
