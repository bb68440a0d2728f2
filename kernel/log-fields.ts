/** Short text fields: ids, codes, names. */
const TEXT_FIELDS = [
	"requestId", // UUID of the request
	"method",
	"route", // template (`/orgs/:orgId`), never the requested path
	"orgId",
	"userId",
	"subjectId", // id of what it is about
	"sessionId",
	"code", // error code of ours or of the system
	"follower", // id of a webhook or an audit stream
	"language",
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
	"kind", // of a mail, or of a job
	"file",
	"detail", // a sentence for operators, without what people wrote
	"url", // logged without user, query and fragment
] as const;

/** Numeric fields, with their unit in the name. */
const NUMBER_FIELDS = [
	"status",
	"durationMs",
	"waitedMs",
	"attempt",
	"port",
	"pid",
	"bytes",
	"count",
	"limit",
	"exitCode",
] as const;

/**
 * All fields a line may have besides its message. An allow-list: any other field is a type error, and dropped, so that a
 * body, a header or a token cannot leak through a spread object. `error` takes a thrown value: its name, message, stack and causes are
 * logged with secrets masked.
 */
export type LogFields = {
	readonly [Field in (typeof TEXT_FIELDS)[number]]?: string | null | undefined;
} & {
	readonly [Field in (typeof NUMBER_FIELDS)[number]]?: number | null | undefined;
} & { readonly error?: unknown };

/** The fields in the order in which a line shows them. */
export const LOG_FIELDS: readonly (keyof LogFields)[] = [...TEXT_FIELDS, ...NUMBER_FIELDS, "error"];
