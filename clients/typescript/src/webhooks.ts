import type { ParleyEvent } from "./events.ts";

/** Why {@link verifyWebhook} refuses a request. */
export type WebhookFault = "missing_headers" | "wrong_signature" | "too_old" | "too_new" | "wrong_secret";

/** A request that is not a delivery of the service: answer 400, and do nothing else about it. */
export class WebhookError extends Error {
	override readonly name = "WebhookError";
	readonly fault: WebhookFault;

	constructor(fault: WebhookFault, message: string) {
		super(message);
		this.fault = fault;
	}
}

/** Options of {@link verifyWebhook}. */
export interface VerifyOptions {
	/** How far the time of the delivery may be from this machine's, in seconds; default 300. */
	readonly toleranceSeconds?: number;
	/** The time, in ms since 1970; default: now. */
	readonly nowMs?: number;
}

type HeaderValues = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const PREFIX = "whsec_";
const VERSION = "v1,";
const encoder = new TextEncoder();

/**
 * Checks that a request is a delivery of the service, and returns its event. Deliveries follow Standard Webhooks: an event may
 * be delivered more than once, with the same `id`.
 *
 * @example
 * const event = await verifyWebhook(secret, request.headers, await request.text());
 * if (event.type === "recording.ready") await fetchRecording(event.data.object.id);
 * @param secrets as the service has shown it, `whsec_…`; several during a rotation
 * @param body exactly as it arrived: parsing and printing it again would change it
 * @throws WebhookError for everything else
 */
export async function verifyWebhook(
	secrets: string | readonly string[],
	headers: HeaderValues,
	body: string | Uint8Array,
	{ toleranceSeconds = 300, nowMs = Date.now() }: VerifyOptions = {},
): Promise<ParleyEvent> {
	const header = readerOf(headers);
	const [id, timestamp, signatures] = [header("webhook-id"), header("webhook-timestamp"), header("webhook-signature")];
	if (!id || !timestamp || !/^\d+$/.test(timestamp) || !signatures)
		throw new WebhookError("missing_headers", "The headers of a webhook are missing.");
	const ageSeconds = Math.floor(nowMs / 1_000) - Number(timestamp);
	if (ageSeconds > toleranceSeconds) throw new WebhookError("too_old", "The delivery is too old.");
	if (-ageSeconds > toleranceSeconds) throw new WebhookError("too_new", "The delivery is from the future.");

	const content = typeof body === "string" ? encoder.encode(body) : body;
	const signed = join(encoder.encode(`${id}.${timestamp}.`), content);
	const candidates = signatures.split(" ").filter((text) => text.startsWith(VERSION));
	const keys = await Promise.all((typeof secrets === "string" ? [secrets] : secrets).map(importKey));
	const checks = keys.flatMap((key) =>
		candidates.map((text) => isSignedBy(key, bytesOf(text.slice(VERSION.length)), signed)),
	);
	// All of them, so that the time does not tell which one is right; `verify` compares in constant time.
	if (!(await Promise.all(checks)).includes(true))
		throw new WebhookError("wrong_signature", "No signature of the delivery is right.");
	return JSON.parse(new TextDecoder().decode(content));
}

function readerOf(headers: HeaderValues): (name: string) => string | undefined {
	if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined;
	const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
	return (name) => {
		const value = values.get(name);
		return typeof value === "object" ? value[0] : value;
	};
}

async function importKey(secret: string): Promise<CryptoKey> {
	const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
	if (bytes === null || bytes.length === 0)
		throw new WebhookError("wrong_secret", "The secret of a webhook is whsec_ and base64.");
	return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

const isSignedBy = async (
	key: CryptoKey,
	signature: Uint8Array<ArrayBuffer> | null,
	signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> => signature !== null && crypto.subtle.verify("HMAC", key, signature, signed);

/** Decodes base64; null if it is none. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
	try {
		return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
	} catch {
		return null;
	}
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
	const both = new Uint8Array(a.length + b.length);
	both.set(a);
	both.set(b, a.length);
	return both;
}
