import type { DeliveryAttempt, EventRow, OrganizationRow, WebhookRow } from "#db/schema";
import type { ReadHandle } from "#db/store";
import type { EventView } from "#modules/outbound/event-feed";
import type { RetentionReader } from "#platform/artifacts";
import { payloadMode } from "#platform/compliance";
import type { Core } from "#platform/module";
import { OutboundError, retryAfterMs, signedHeaders } from "#platform/outbound";
import { openSecrets } from "./secrets.ts";

const GONE = 410;
const MAX_EXCERPT_BYTES = 1_024;

/** What has come of an attempt. */
export interface AttemptResult {
	readonly attempt: DeliveryAttempt;
	/** `gone`: the receiver wants nothing any more. */
	readonly outcome: "succeeded" | "failed" | "gone";
	/** The delay that the receiver asks for, in ms; null: none. */
	readonly retryAfterMs: number | null;
}

export interface SenderDeps extends Pick<Core, "outbound" | "vault" | "clock"> {
	readonly store: ReadHandle;
	readonly retention: Pick<RetentionReader, "cutoffs">;
	/** Renders events as they are now. */
	readonly view: EventView;
	/** Version of the program. */
	readonly version: string;
}

/** What is sent, to whom, for which organization. */
export interface Message {
	readonly webhook: WebhookRow;
	readonly event: EventRow;
	readonly organization: OrganizationRow;
}

/** Sends an event to a webhook. @throws the reason of the signal; whatever else is not the receiver's fault */
export type Send = (message: Message, signal: AbortSignal) => Promise<AttemptResult>;

/** Creates the function that makes one attempt to deliver an event, as Standard Webhooks 1.0 say. */
export function createSender({ outbound, vault, clock, store, retention, view, version }: SenderDeps): Send {
	async function post({ webhook, event, organization }: Message, signal: AbortSignal) {
		const nowMs = clock.nowMs();
		const secrets = openSecrets(vault, webhook, nowMs);
		if (secrets === null) throw new OutboundError("target_refused", "The secret of the webhook was lost: rotate it.");
		// Read again at each attempt: what may be sent today counts, not what could be sent when it happened.
		const mode = payloadMode(organization) === "thin" ? "thin" : webhook.payload;
		const { db } = store;
		const { orgId } = event;
		const cutoffs = () => retention.cutoffs(db, orgId);
		const [shown] = await view([event], { db, orgId, rendering: mode, cutoffs });
		const body = JSON.stringify(shown);
		const signed = { id: event.id, timestamp: Math.floor(nowMs / 1_000), body };
		const headers = {
			...secrets.headers,
			"content-type": "application/json",
			"user-agent": `Parley/${version}`,
			...signedHeaders(secrets.signing, signed),
		};
		return outbound.post(webhook.url, { headers, body, signal });
	}

	return async (message, signal) => {
		const atMs = clock.nowMs();
		const startedMs = performance.now();
		const durationMs = () => Math.round(performance.now() - startedMs);
		try {
			const { status, headers, body } = await post(message, signal);
			const isTaken = status >= 200 && status < 300;
			const attempt = {
				atMs,
				status,
				durationMs: durationMs(),
				fault: isTaken ? null : "status",
				error: isTaken ? null : `The receiver answered ${status}.`,
				excerpt: excerptOf(body),
			};
			const outcome = isTaken ? "succeeded" : status === GONE ? "gone" : "failed";
			return { attempt, outcome, retryAfterMs: retryAfterMs(headers.get("retry-after"), clock.nowMs()) };
		} catch (error) {
			if (!(error instanceof OutboundError)) throw error;
			const { fault, message: text } = error;
			const attempt = { atMs, status: null, durationMs: durationMs(), fault, error: text, excerpt: null };
			return { attempt, outcome: "failed", retryAfterMs: null };
		}
	};
}

/** Returns the beginning of a response as a text that the database takes. */
const excerptOf = (body: Uint8Array): string =>
	new TextDecoder().decode(body.subarray(0, MAX_EXCERPT_BYTES)).replaceAll("\0", "\uFFFD");
