import { ERROR_CODES, type ErrorCode, type ErrorKind } from "./error-codes.ts";

export { ERROR_CODES, type ErrorCode, type ErrorKind } from "./error-codes.ts";

/**
 * An error of one member of a request, as shown in `error.errors`. `path` is a JSON Pointer (RFC 6901), `""` for the
 * whole.
 */
export interface FieldError {
	readonly path: string;
	readonly code: string;
	readonly message: string;
}

/** Options of {@link AppError}. */
export interface AppErrorOptions extends ErrorOptions {
	/** Public, JSON-safe details a client can act on, shown as `error.meta`. */
	readonly meta?: Readonly<Record<string, unknown>>;
	/** Errors of single members, shown as `error.errors`. */
	readonly fieldErrors?: readonly FieldError[];
	/** Seconds until a retry may succeed: `Retry-After`. */
	readonly retryAfterSeconds?: number;
}

/**
 * A failure to be shown to the caller. `message` is public: one sentence that says what is wrong and how to fix it.
 * Internal details belong in `cause`. Any other thrown value is a bug and reaches the client as `server_error`.
 */
export class AppError extends Error {
	override readonly name = "AppError";
	readonly code: ErrorCode;
	readonly meta: Readonly<Record<string, unknown>> | undefined;
	readonly fieldErrors: readonly FieldError[] | undefined;
	readonly retryAfterSeconds: number | undefined;

	constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.code = code;
		this.meta = options.meta;
		this.fieldErrors = options.fieldErrors;
		this.retryAfterSeconds = options.retryAfterSeconds;
	}

	/** The kind of failure; only `http` maps it to a status. */
	get kind(): ErrorKind {
		return ERROR_CODES[this.code].kind;
	}
}

/** Whether the same request may succeed later unchanged (`error.retryable`). */
export const isRetryable = (code: ErrorCode): boolean => {
	const { kind } = ERROR_CODES[code];
	const passes = ["limited", "unavailable", "locked", "checksum", "timeout"].includes(kind);
	return passes || code === "idempotency_in_progress";
};
