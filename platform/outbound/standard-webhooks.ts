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

/** Returns the delay that a `Retry-After` asks for, in ms: seconds, or a date; null: none, or neither. */
export function retryAfterMs(value: string | null, nowMs: number): number | null {
	const text = value?.trim() ?? "";
	const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
	return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
