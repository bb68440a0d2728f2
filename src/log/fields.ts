/** Short text fields: ids, codes, names. */
const TEXT_FIELDS = [
	"requestId", // UUID of the request
	"method",
	"route", // template (`/orgs/:orgId`), never the requested path
	"orgId",
	"userId",
	"sessionId",
	"code", // error code of ours or of the system
	"job", // id of a background job
	"queue",
	"event",
	"write", // name of a write, see db/writes.ts
	"facts", // names of what a change recorded
	"command",
	"component",
	"provider",
	"signal",
	"state",
	"reason",
	"name",
	"version",
	"commit",
	"dialect",
	"host",
	"domain", // of the address a mail goes to, never the address
	"kind", // of a mail
	"file",
	"url", // logged without user, query and fragment
] as const;

/** Numeric fields, with their unit in the name. */
const NUMBER_FIELDS = ["status", "durationMs", "attempt", "port", "pid", "bytes", "count", "limit"] as const;

/**
 * All fields a line may have besides its message. An allow-list: any other field is dropped, so that a body, a header
 * or a token cannot leak through a spread object. `error` takes a thrown value: its name, message, stack and causes are
 * logged with secrets masked.
 */
export type LogFields = {
	readonly [Field in (typeof TEXT_FIELDS)[number]]?: string | null | undefined;
} & {
	readonly [Field in (typeof NUMBER_FIELDS)[number]]?: number | null | undefined;
} & { readonly error?: unknown };

/** The fields in the order in which a line shows them. */
export const LOG_FIELDS: readonly (keyof LogFields)[] = [...TEXT_FIELDS, ...NUMBER_FIELDS, "error"];

/** Fields of the access log line of one request. */
export interface AccessFields {
	/** UUID. */
	readonly requestId: string;
	readonly method: string;
	/** Template of the route; empty when no route matched. */
	readonly route: string;
	/** URL of a request that no operation takes, of which the log shows the path; null for all others. */
	readonly unroutedUrl: string | null;
	readonly status: number;
	readonly durationMs: number;
	/** Tenant of the caller; null without one. */
	readonly orgId: string | null;
	/** Id of the principal; null for an anonymous caller. */
	readonly userId: string | null;
	/** Error code of the response; null on success. */
	readonly code: string | null;
}
