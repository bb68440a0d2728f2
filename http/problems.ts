import { Elysia, ValidationError } from "elysia";
import { AppError, ERROR_CODES, type FieldError, isRetryable } from "#kernel/errors";
import type { ErrorResponse } from "./envelope.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { fieldErrorsOf } from "./field-errors.ts";
import { labelOf, STATUS_BY_KIND } from "./statuses.ts";

/** Told of every failure that is a bug of ours, with the exchange it happened in. */
export type Report = (error: unknown, exchange: Exchange) => void;

/** Methods a path answers to, `[]` when there is no such path. */
export type MethodsOf = (path: string) => readonly string[];

/** Whether an unknown failure is a dependency that cannot serve now (database gone, disk full) rather than a bug. */
export type IsUnavailable = (error: unknown) => boolean;

interface ResponseSettings {
	status?: number | string;
	headers: Record<string, string | number>;
}

/** What went wrong, as the caller may see it. Unknown throws are bugs: they are reported and become `server_error`. */
function toAppError(error: unknown, code: string | number, path: string, methodsOf: MethodsOf): AppError | null {
	if (error instanceof AppError) return error;
	if (error instanceof Error && error.cause instanceof AppError) return error.cause; // Elysia wraps what parsing throws
	if (error instanceof Error && isAbort(error.cause))
		return new AppError("invalid_request", "The body ended before it was complete.");
	if (code === "NOT_FOUND") return noSuchRoute(methodsOf(path));
	if (error instanceof ValidationError && error.type !== "response") return badInput(error);
	return null;
}

/** The client went away while its body was being read: nobody's fault, and nobody reads the answer. */
const isAbort = (cause: unknown): boolean => cause instanceof Error && cause.name === "AbortError";

function noSuchRoute(methods: readonly string[]): AppError {
	if (methods.length === 0) return new AppError("route_not_found", "There is no operation at this path.");
	return new AppError("method_not_allowed", `This path answers to ${methods.join(", ")}.`, {
		meta: { allow: methods },
	});
}

function badInput(error: ValidationError): AppError {
	const fieldErrors = fieldErrorsOf(error);
	if (error.type === "body")
		return new AppError("validation_failed", summary("The body", fieldErrors), { fieldErrors });
	return new AppError("invalid_request", summary(`The ${error.type}`, fieldErrors), { fieldErrors });
}

function summary(subject: string, fieldErrors: readonly FieldError[]): string {
	const [first] = fieldErrors;
	if (!first) return `${subject} is not what this operation accepts.`;
	const more = fieldErrors.length > 1 ? ` (and ${fieldErrors.length - 1} more)` : "";
	return `${first.path === "" ? subject : first.path} ${first.message}${more}.`;
}

/**
 * RFC 6750 challenge of a 401, or of a 403 for want of scope. An error is named only to who showed a credential (§3.1): without one
 * there is none to be wrong.
 */
function challenge(error: AppError, { request }: Exchange): string {
	if (error.code === "insufficient_scope")
		return `Bearer error="insufficient_scope", scope="${String(error.meta?.required ?? "")}"`;
	const { refuses } = ERROR_CODES[error.code];
	const showsToken = request.headers.has("authorization") || refuses === "any_token" || error.meta?.token === "refresh";
	// A refused sign-in says nothing of the token that may have come with it.
	if (!showsToken || refuses === "sign_in") return "Bearer";
	return `Bearer error="invalid_token", error_description="${error.code}"`;
}

/** Writes status and headers into `set` and returns the body: the envelope, or RFC 9457 when the client asks for it. */
function render(error: AppError, exchange: Exchange, set: ResponseSettings): unknown {
	const status = STATUS_BY_KIND[error.kind];
	set.status = status;
	if (status === 401 || error.code === "insufficient_scope")
		set.headers["www-authenticate"] = challenge(error, exchange);
	if (error.code === "method_not_allowed") set.headers.allow = String(error.meta?.allow).replaceAll(",", ", ");
	if (status === 413) set.headers.connection = "close";
	if (error.retryAfterSeconds !== undefined || status === 429 || status === 503)
		set.headers["retry-after"] = String(error.retryAfterSeconds ?? exchange.rate?.resetSeconds ?? 1);

	const shared = {
		...(error.fieldErrors?.length && { errors: [...error.fieldErrors] }),
		...(error.meta && { meta: error.meta }),
	};
	const label = labelOf(error.code);
	if (exchange.request.headers.get("accept")?.includes("application/problem+json")) {
		set.headers["content-type"] = "application/problem+json";
		const { requestId } = exchange;
		const type = `urn:parley:error:${error.code}`;
		return {
			type,
			title: label,
			status,
			detail: error.message,
			instance: `urn:uuid:${requestId}`,
			code: error.code,
			...shared,
			requestId,
		};
	}
	set.headers["content-type"] = "application/json";
	const body: ErrorResponse = {
		status: "error",
		message: label,
		error: { code: error.code, detail: error.message, retryable: isRetryable(error.code), ...shared },
		requestId: exchange.requestId,
	};
	return body;
}

/** What an unknown throw is shown as: a dependency that is down may be tried again, a bug of ours may not. */
const toFault = (error: unknown, isUnavailable: IsUnavailable): AppError =>
	isUnavailable(error)
		? new AppError("unavailable", "The service cannot reach its storage right now; retry shortly.", {
				cause: error,
				retryAfterSeconds: 2,
			})
		: new AppError("server_error", "Something went wrong on our side; the request id finds it in our log.");

/** The one error handler: every failure leaves as an envelope with a code of the table. Must come before any route. */
export const problems = (report: Report, methodsOf: MethodsOf, isUnavailable: IsUnavailable) =>
	new Elysia({ name: "http.problems" }).onError({ as: "global" }, ({ error, code, request, path, route, set }) => {
		const exchange = exchangeOf(request);
		exchange.route ||= route ?? "";
		const known = toAppError(error, code, path, methodsOf);
		const shown = known ?? toFault(error, isUnavailable);
		// A dependency that failed is told to the log too: the answer says nothing of the cause.
		if (!known || (known.kind === "unavailable" && known.cause !== undefined)) report(error, exchange);
		exchange.errorCode = shown.code;
		return render(shown, exchange, set);
	});
