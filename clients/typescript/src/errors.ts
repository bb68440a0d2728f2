import type { components } from "./generated/operations.ts";

/** The codes of errors. New ones may appear: treat an unknown code by its status. */
export type ErrorCode = components["schemas"]["ErrorCode"];

/** A fault of one member of a request. */
export interface FieldError {
	/** JSON Pointer (RFC 6901) to the member. */
	readonly path: string;
	readonly code: string;
	readonly message: string;
}

/** What the service says about a failure; see {@link ProblemError} for the meaning of its members. */
export interface Problem {
	readonly status: number;
	readonly code: ErrorCode;
	readonly detail: string;
	readonly errors?: readonly FieldError[];
	readonly meta?: Readonly<Record<string, unknown>>;
	readonly requestId?: string | null;
	readonly isRetryable?: boolean;
}

/**
 * A request that the service has refused.
 *
 * @example
 * try {
 *   await unwrap(api.POST("/orgs", { body: { name: "Green Valley" } }));
 * } catch (error) {
 *   if (!ProblemError.is(error, "validation_failed")) throw error;
 *   for (const { path, message } of error.errors) showAt(path, message);
 * }
 */
export class ProblemError extends Error {
	override readonly name = "ProblemError";
	/** Status of the response. */
	readonly status: number;
	/** What is wrong, for programs. */
	readonly code: ErrorCode;
	/** Faults of single members of the request. */
	readonly errors: readonly FieldError[];
	/** Facts to act on, such as the challenge of `mfa_required`. */
	readonly meta: Readonly<Record<string, unknown>>;
	/** Identifies the request in the log of the service; null if no service of ours has answered. */
	readonly requestId: string | null;
	/** Whether the same request may succeed later. */
	readonly isRetryable: boolean;

	constructor({ status, code, detail, errors = [], meta = {}, requestId = null, isRetryable = false }: Problem) {
		super(detail);
		this.status = status;
		this.code = code;
		this.errors = errors;
		this.meta = meta;
		this.requestId = requestId;
		this.isRetryable = isRetryable;
	}

	/** Whether it has one of these codes. */
	is(...codes: readonly ErrorCode[]): boolean {
		return codes.includes(this.code);
	}

	/** Whether an error is a refusal of the service, with one of these codes if any are given. */
	static is(error: unknown, ...codes: readonly ErrorCode[]): error is ProblemError {
		return error instanceof ProblemError && (codes.length === 0 || error.is(...codes));
	}

	/** Returns the error of a refused response. @param body as it was parsed, in the format of the service or of RFC 9457 */
	static of(status: number, body: unknown): ProblemError {
		const answer = asRecord(body);
		const details = asRecord(answer.error ?? answer);
		const { code, detail, errors, meta, retryable } = details;
		const { requestId } = answer;
		// What has no code is the answer of a proxy.
		const isKnown = typeof code === "string";
		return new ProblemError({
			status,
			code: isKnown ? (code as ErrorCode) : codeOfStatus(status),
			detail: typeof detail === "string" ? detail : `The server answered ${status}.`,
			...(Array.isArray(errors) && { errors: errors as FieldError[] }),
			meta: asRecord(meta),
			requestId: typeof requestId === "string" ? requestId : null,
			isRetryable: typeof retryable === "boolean" ? retryable : status === 429 || status >= 502,
		});
	}
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** Returns the nearest code of a response that has none. */
function codeOfStatus(status: number): ErrorCode {
	if (status === 429) return "rate_limited";
	return status >= 502 ? "unavailable" : status >= 500 ? "server_error" : "invalid_request";
}

/** Reads the error of a refused response. */
export async function readProblem(response: Response): Promise<ProblemError> {
	const text = await response.text();
	try {
		return ProblemError.of(response.status, JSON.parse(text));
	} catch {
		return ProblemError.of(response.status, null);
	}
}

/** What an operation of openapi-fetch answers. */
interface Answer<Data> {
	readonly data?: Data;
	readonly error?: unknown;
	readonly response: Response;
}

/**
 * Returns the body of a successful response.
 *
 * @example
 * const { data: meeting } = await unwrap(api.GET("/meetings/{meetingId}", { params: { path: { meetingId } } }));
 * @throws ProblemError if the service refuses the request
 */
export async function unwrap<Data>(call: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
	const { data, error, response } = await call;
	if (!response.ok) throw ProblemError.of(response.status, error);
	return data as NonNullable<Data>;
}
