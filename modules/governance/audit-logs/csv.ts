import type { AuditLog } from "./schemas.ts";

/** Beginnings that spreadsheets take for a formula, also behind blanks and in the wide forms of East Asian keyboards. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** Returns a cell that no spreadsheet executes, quoted (RFC 4180). */
function cellOf(value: string | number | null): string {
	if (value === null) return '""';
	const text = String(value);
	return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** The columns, and what they show of an entry. */
const COLUMNS: Readonly<Record<string, (entry: AuditLog) => string | number | null>> = {
	sequence: ({ sequence }) => sequence,
	occurredAt: ({ occurredAt }) => occurredAt,
	action: ({ action }) => action,
	category: ({ category }) => category,
	outcome: ({ outcome }) => outcome,
	actorType: ({ actor }) => actor.type,
	actorId: ({ actor }) => actor.id,
	actorName: ({ actor }) => actor.name ?? null,
	actorEmail: ({ actor }) => actor.email ?? null,
	actorRole: ({ actor }) => actor.role,
	targets: ({ targets }) => targets.map(({ type, id }) => `${type}:${id}`).join(" "),
	changes: ({ changes }) => (changes.length === 0 ? null : JSON.stringify(changes)),
	ip: ({ context }) => context.ip,
	userAgent: ({ context }) => context.userAgent,
	sessionId: ({ context }) => context.sessionId,
	requestId: ({ context }) => context.requestId,
	authMethod: ({ context }) => context.authMethod,
	id: ({ id }) => id,
	orgId: ({ orgId }) => orgId,
	hash: ({ hash }) => hash,
	prevHash: ({ prevHash }) => prevHash,
};
const SHOWN = Object.values(COLUMNS);

/** The first line: the names of the columns. */
export const CSV_HEADER = `${Object.keys(COLUMNS).join(",")}\r\n`;

/** Converts an entry to its line. */
export const toCsv = (entry: AuditLog): string => `${SHOWN.map((show) => cellOf(show(entry))).join(",")}\r\n`;
