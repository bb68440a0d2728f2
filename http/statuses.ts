import { ERROR_CODES, type ErrorCode, type ErrorKind } from "#kernel/errors";
import type { PlainText } from "#kernel/texts";

/** The HTTP status of each kind of failure. */
export const STATUS_BY_KIND: Readonly<Record<ErrorKind, number>> = {
	malformed: 400,
	unauthenticated: 401,
	payment: 402,
	forbidden: 403,
	missing: 404,
	method: 405,
	timeout: 408,
	conflict: 409,
	gone: 410,
	precondition_failed: 412,
	precondition_required: 428,
	too_large: 413,
	media_type: 415,
	range: 416,
	invalid: 422,
	locked: 423,
	limited: 429,
	checksum: 460,
	bug: 500,
	not_configured: 501,
	unavailable: 503,
};

/** The label of each error status. */
export const STATUS_LABELS: Readonly<Record<number, PlainText>> = {
	400: "Bad Request",
	401: "Unauthorized",
	402: "Payment Required",
	403: "Forbidden",
	404: "Not Found",
	405: "Method Not Allowed",
	408: "Request Timeout",
	409: "Conflict",
	410: "Gone",
	412: "Precondition Failed",
	413: "Content Too Large",
	415: "Unsupported Media Type",
	416: "Range Not Satisfiable",
	422: "Unprocessable Content",
	423: "Locked",
	428: "Precondition Required",
	429: "Too Many Requests",
	460: "Checksum Mismatch",
	500: "Server Error",
	501: "Not Implemented",
	503: "Service Unavailable",
};

/** Returns the `message` of an error envelope: the label of the code, otherwise that of its status. */
export function labelOf(code: ErrorCode): PlainText {
	const { kind, label } = ERROR_CODES[code];
	return label ?? STATUS_LABELS[STATUS_BY_KIND[kind]] ?? "Server Error";
}
