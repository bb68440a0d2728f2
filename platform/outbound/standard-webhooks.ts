import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Creates a secret that signs, in the form of Standard Webhooks: `whsec_` and 256 random bits in base64. */
export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/** What is signed (Standard Webhooks 1.0). */
export interface SignedContent {
	readonly id: string;
	/** Unix seconds. */
	readonly timestamp: number;
	readonly body: string;
}

/** Returns the headers of a signed request: `webhook-signature` has a signature for each secret. */
export function signedHeaders(secrets: readonly string[], { id, timestamp, body }: SignedContent) {
	const content = `${id}.${timestamp}.${body}`;
	const signatures = secrets
		.map((secret) => Buffer.from(secret.slice(PREFIX.length), "base64"))
		.map((key) => `v1,${createHmac("sha256", key).update(content).digest("base64")}`);
	return {
		"webhook-id": id,
		"webhook-timestamp": String(timestamp),
		"webhook-signature": signatures.join(" "),
	};
}

/** Beginning of the dates of HTTP. Without it, `Date.parse` would take `-3600` for a year to come. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/** Returns the delay that a `Retry-After` asks for, in ms, however long: seconds, or a date; null: none, or neither. */
export function retryAfterMs(value: string | null, nowMs: number): number | null {
	const text = value?.trim() ?? "";
	if (/^\d+$/.test(text)) return Number(text) * 1_000;
	const ms = HTTP_DATE.test(text) ? Date.parse(text) - nowMs : Number.NaN;
	return Number.isNaN(ms) ? null : Math.max(0, ms);
}
