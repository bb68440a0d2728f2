import { ERROR_CODES, type ErrorCode, type ErrorKind } from "./error-codes.ts";
import { type Message, render } from "./texts.ts";

export { ERROR_CODES, type ErrorCode, type ErrorKind } from "./error-codes.ts";

/**
 * An error of one member of a request, as shown in `error.errors`. `path` is a JSON Pointer (RFC 6901), `""` for the
 * whole.
 */
export interface FieldError {
	readonly path: string;
	readonly code: string;
	/** A predicate that says what was expected: `must be …`. */
	readonly message: Message;
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
 * A failure to be shown to the caller. `text` is public: one sentence that says what is wrong and how to fix it, which
 * is rendered in the caller's language when it is shown; `message` is its English form, for logs. Internal details belong in `cause`. Any other thrown value is a bug and reaches the client as `server_error`.
 */
export class AppError extends Error {
	override readonly name = "AppError";
	readonly code: ErrorCode;
	// Not a member of its own: the log shows those, and has the message.
	readonly #text: Message;
	readonly meta: Readonly<Record<string, unknown>> | undefined;
	readonly fieldErrors: readonly FieldError[] | undefined;
	readonly retryAfterSeconds: number | undefined;

	constructor(code: ErrorCode, text: Message, options: AppErrorOptions = {}) {
		super(render(text, "en"), options.cause === undefined ? undefined : { cause: options.cause });
		this.code = code;
		this.#text = text;
		this.meta = options.meta;
		this.fieldErrors = options.fieldErrors;
		this.retryAfterSeconds = options.retryAfterSeconds;
	}

	/** What is shown, to be rendered in the language of who reads it. */
	get text(): Message {
		return this.#text;
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
