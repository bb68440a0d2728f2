import type { AuditLog } from "#modules/governance/audit-logs";

/** Facility 13: log audit. */
const FACILITY = 13;
/** Severities: informational, warning, error. */
const SEVERITY: Readonly<Record<AuditLog["outcome"], number>> = { success: 6, denied: 4, failure: 3 };
/** The longest message that servers have to take is shorter; what they ought to take is this, in bytes (RFC 5425 §4.3.1). */
const MAX_BYTES = 8_192;
/** Name of the structured data; 32473 is the number of nobody in particular (RFC 5612). */
const SD_ID = "parley@32473";
const MAX_HOST_CHARS = 255;
const MAX_MSGID_CHARS = 32;

const printable = (text: string, max: number): string => text.replace(/[^!-~]/g, "_").slice(0, max) || "-";

/** Returns a value of structured data, with its three special characters escaped. */
const quoted = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, " ").replace(/["\\\]]/g, "\\$&");

/** Returns JSON in ASCII, which needs no byte order mark: many servers take one for a part of the message. */
const asciiJson = (value: unknown): string =>
	JSON.stringify(value).replace(/[^\0-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Returns an entry as a message of the syslog protocol (RFC 5424). @param host of the server that sends it */
export function toSyslog(entry: AuditLog, host: string): string {
	const whole = messageOf(entry, entry, host);
	if (Buffer.byteLength(whole) <= MAX_BYTES) return whole;
	// What is too long is what changed; it can be read by the id.
	const { changes: _changes, ...rest } = entry;
	const shorter = messageOf(entry, { ...rest, truncated: true }, host);
	return Buffer.byteLength(shorter) <= MAX_BYTES ? shorter : messageOf(entry, { truncated: true }, host);
}

function messageOf(entry: AuditLog, content: object, host: string): string {
	const priority = FACILITY * 8 + SEVERITY[entry.outcome];
	const { ip } = entry.context;
	const data = Object.entries({
		id: entry.id,
		orgId: entry.orgId,
		sequence: String(entry.sequence),
		action: entry.action,
		category: entry.category,
		outcome: entry.outcome,
		actorType: entry.actor.type,
		actorId: entry.actor.id,
		...(ip !== null && { ip }),
		requestId: entry.context.requestId,
		hash: entry.hash,
	});
	const parameters = data.map(([name, value]) => `${name}="${quoted(value)}"`).join(" ");
	const [from, kind] = [printable(host, MAX_HOST_CHARS), printable(entry.action, MAX_MSGID_CHARS)];
	return `<${priority}>1 ${entry.occurredAt} ${from} parley - ${kind} [${SD_ID} ${parameters}] ${asciiJson(content)}`;
}

/** Returns messages as they are sent over TLS, each after its number of bytes (RFC 5425 §4.3). */
export const framed = (messages: readonly string[]): string =>
	messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join("");
