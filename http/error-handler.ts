import { TransformDecodeCheckError } from "@sinclair/typebox/value";
import { Elysia, ValidationError } from "elysia";
import { AppError, ERROR_CODES, type ErrorCode, type FieldError, isRetryable } from "#kernel/errors";
import type { Locale } from "#kernel/languages";
import { asValue, render, type Text, text } from "#kernel/texts";
import { preferredMediaType } from "./accept.ts";
import type { Gate } from "./access.ts";
import { completed } from "./checks.ts";
import type { ErrorResponse } from "./envelope.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { fieldErrorsOf, listErrorsOf, MAX_FIELD_ERRORS } from "./field-errors.ts";
import { localeFor, setLanguage } from "./language.ts";
import { labelOf, STATUS_BY_KIND } from "./statuses.ts";

/** Reports a failure that is a bug of ours, with the exchange it occurred in. */
export type ReportError = (error: unknown, exchange: Exchange) => void;

/** Returns the methods of a path, `[]` when there is no such path. */
export type MethodsOf = (path: string) => readonly string[];

/** Returns the page of a browser that opens an address at which there is nothing. */
export type UnknownAddressPage = (of: { readonly request: Request; readonly set: ResponseSettings }) => Response;

/** Whether an unexpected failure is an unavailable dependency (database down, disk full) rather than a bug. */
export type IsUnavailable = (error: unknown) => boolean;

interface ResponseSettings {
	status?: number | string;
	headers: Record<string, string | number | undefined>;
}

/**
 * Converts a failure to the error the caller may see; null for unexpected ones, which are reported and become
 * `server_error`.
 */
function toAppError(
	error: unknown,
	{
		code,
		path,
		methodsOf,
		gate,
	}: { code: string | number; path: string; methodsOf: MethodsOf; gate: Gate | undefined },
): AppError | null {
	if (error instanceof AppError) return error;
	if (error instanceof Error && error.cause instanceof AppError) return error.cause; // Elysia wraps errors thrown while parsing
	if (error instanceof Error && isAbort(error.cause))
		return new AppError("invalid_request", "The body ended before it was complete.");
	if (isAbort(error))
		return new AppError("invalid_request", "The client disconnected before the request was completed.");
	if (code === "NOT_FOUND") return routeNotFound(methodsOf(path));
	if (error instanceof ValidationError && error.type !== "response")
		return invalidInput(error.type, fieldErrorsOf(error), gate?.isOfrep === true);
	if (error instanceof TransformDecodeCheckError)
		return invalidInput("query", listErrorsOf(error, gate?.repeatable ?? []), false);
	return null;
}

/** Whether the client disconnected: not an error of ours, and nobody reads the response. */
const isAbort = (cause: unknown): boolean => cause instanceof Error && cause.name === "AbortError";

function routeNotFound(methods: readonly string[]): AppError {
	if (methods.length === 0) return new AppError("route_not_found", "There is no operation at this path.");
	return new AppError(
		"method_not_allowed",
		text("This path supports only {methods}.", { methods: methods.join(", ") }),
		{
			meta: { allow: methods },
		},
	);
}

function invalidInput(type: string, fieldErrors: readonly FieldError[], isOfrep: boolean): AppError {
	const code = type === "body" && !isOfrep ? "validation_failed" : "invalid_request";
	return new AppError(code, summarize(subjectOf(type), fieldErrors), { fieldErrors });
}

function subjectOf(type: string): Text {
	if (type === "body") return text("The body");
	return type === "query" ? text("The query string") : text("The path");
}

function summarize(subject: Text, fieldErrors: readonly FieldError[]): Text {
	const [first] = fieldErrors;
	if (!first) return text("{member} is not valid for this operation.", { member: subject });
	const member = first.path === "" ? subject : first.path;
	const problem = asValue(first.message);
	const more = fieldErrors.length - 1;
	return more === 0
		? text("{member} {problem}.", { member, problem })
		: text("{member} {problem} (and {more} more).", { member, problem, more });
}

/** Returns a refusal of a body with all that is wrong with it; any other error as it is. */
async function namingAll(error: AppError, exchange: Exchange, isUnfit: boolean): Promise<AppError> {
	const { gate, body } = exchange;
	const { code, fieldErrors = [], meta, cause } = error;
	const isOfBody = code === "validation_failed" || (code === "conflict" && fieldErrors.length > 0);
	if (!isOfBody || !gate?.body) return error;
	const all = await completed({ body, known: fieldErrors, isUnfit }, gate.body, exchange);
	if (all.length === fieldErrors.length) return error;
	return new AppError(code, summarize(text("The body"), all), {
		fieldErrors: all.slice(0, MAX_FIELD_ERRORS),
		cause,
		...(meta && { meta }),
	});
}

/**
 * Returns the RFC 6750 challenge of a 401, or of a 403 for lack of scope. An error is only named to callers who
 * presented a credential (§3.1).
 */
function challenge(error: AppError, { request }: Exchange): string {
	if (error.code === "insufficient_scope")
		return `Bearer error="insufficient_scope", scope="${String(error.meta?.required ?? "")}"`;
	const { rejects } = ERROR_CODES[error.code];
	const showsToken = request.headers.has("authorization") || rejects === "any_token" || error.meta?.token === "refresh";
	// A rejected sign-in says nothing about a token that may have been sent with it.
	if (!showsToken || rejects === "sign_in") return "Bearer";
	return `Bearer error="invalid_token", error_description="${error.code}"`;
}

/** Writes status and headers to `set` and returns the body: the envelope, or RFC 9457 if the client asks for it. */
function respond(error: AppError, exchange: Exchange, set: ResponseSettings): unknown {
	const status = STATUS_BY_KIND[error.kind];
	set.status = status;
	if (status === 401 || error.code === "insufficient_scope")
		set.headers["www-authenticate"] = challenge(error, exchange);
	if (error.code === "method_not_allowed") set.headers.allow = String(error.meta?.allow).replaceAll(",", ", ");
	if (error.retryAfterSeconds !== undefined || status === 429 || status === 503)
		set.headers["retry-after"] = String(error.retryAfterSeconds ?? exchange.rate?.resetSeconds ?? 1);

	const locale = localeFor(exchange);
	setLanguage(set, locale, "Accept, Accept-Language");
	const shared = {
		...(error.fieldErrors?.length && { errors: error.fieldErrors.map((each) => renderFieldError(each, locale)) }),
		...(error.meta && { meta: error.meta }),
	};
	const label = render(labelOf(error.code), locale);
	const detail = render(error.text, locale);
	const isOpenAi = exchange.gate?.isOpenAi === true;
	// Those clients would repeat whatever has a status from 500.
	if (isOpenAi) set.headers["x-should-retry"] = String(isRetryable(error.code));
	if (exchange.request.headers.get("accept")?.includes("application/problem+json")) {
		set.headers["content-type"] = "application/problem+json";
		const { requestId } = exchange;
		const type = `urn:parley:error:${error.code}`;
		return {
			type,
			title: label,
			status,
			detail,
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
		error: {
			code: error.code,
			detail,
			...(isOpenAi && { message: detail }),
			retryable: isRetryable(error.code),
			...shared,
		},
		requestId: exchange.requestId,
		...(exchange.gate?.isOfrep && ofrepMembers(error, detail, exchange)),
	};
	return body;
}

const renderFieldError = ({ path, code, message }: FieldError, locale: Locale) => ({
	path,
	code,
	message: render(message, locale),
});

/** Codes of OFREP, by ours. */
const OFREP_CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
	not_found: "FLAG_NOT_FOUND",
	invalid_json: "PARSE_ERROR",
	invalid_request: "INVALID_CONTEXT",
};

/** Returns what clients of OpenFeature read of a failure. */
const ofrepMembers = ({ code, meta }: AppError, detail: string, { params }: Exchange) => ({
	errorCode: typeof meta?.errorCode === "string" ? meta.errorCode : (OFREP_CODES[code] ?? "GENERAL"),
	errorDetails: detail,
	// A path that cannot be decoded has a key that is null.
	...(params.key && { key: params.key }),
});

/** Converts an unexpected failure: an unavailable dependency can be retried, a bug of ours cannot. */
const toUnexpectedError = (error: unknown, isUnavailable: IsUnavailable): AppError =>
	isUnavailable(error)
		? new AppError("unavailable", "The service cannot reach its storage at the moment; retry shortly.", {
				cause: error,
				retryAfterSeconds: 2,
			})
		: new AppError(
				"server_error",
				"An internal error occurred; the server's log has the details under the request id.",
			);

/** Whether a person looks at the response: a browser that opens an address names HTML before all else. */
const isForBrowser = ({ method, headers }: Request): boolean =>
	method === "GET" &&
	preferredMediaType(headers.get("accept"), ["application/json", "application/problem+json", "text/html"]) ===
		"text/html";

/**
 * Creates the error handler: every failure becomes an envelope with one of our error codes. Must be registered before
 * any route.
 */
export const errorHandler = (
	report: ReportError,
	methodsOf: MethodsOf,
	isUnavailable: IsUnavailable,
	unknownAddressPage: UnknownAddressPage,
) =>
	new Elysia({ name: "http.error-handler" }).onError(
		{ as: "global" },
		async ({ error, code, request, path, route, set }) => {
			const exchange = exchangeOf(request);
			exchange.route ||= route ?? "";
			const known = toAppError(error, { code, path, methodsOf, gate: exchange.gate });
			const shown = known
				? await namingAll(known, exchange, error instanceof ValidationError).catch((failure: unknown) => {
						report(failure, exchange);
						return known;
					})
				: toUnexpectedError(error, isUnavailable);
			// The failure of a dependency is logged too: the response does not show its cause.
			if (!known || (known.kind === "unavailable" && known.cause !== undefined)) report(error, exchange);
			exchange.errorCode = shown.code;
			if (shown.code === "route_not_found" && isForBrowser(request)) return unknownAddressPage({ request, set });
			return respond(shown, exchange, set);
		},
	);
