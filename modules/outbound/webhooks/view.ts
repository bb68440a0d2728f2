import type { FollowerRow, WebhookDeliveryRow, WebhookRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { Delivery, Webhook, WebhookSummary } from "./schemas.ts";
import { FAILURES_TO_PARK, type WebhookState } from "./values.ts";

/** A webhook and its follower. */
export interface FollowedWebhook {
	readonly row: WebhookRow;
	/** Undefined: nothing is known of how it fares. */
	readonly follower: FollowerRow | undefined;
}

const toInstant = (ms: number | null | undefined): string | null => (ms == null ? null : rfc3339(ms));

function stateOf({ row, follower }: FollowedWebhook): WebhookState {
	if (row.disabledAtMs !== null) return "disabled";
	return (follower?.failures ?? 0) >= FAILURES_TO_PARK ? "failing" : "enabled";
}

/** Converts a webhook to its representation. */
export const toWebhook = (webhook: FollowedWebhook): Webhook => {
	const { row, follower } = webhook;
	return {
		id: row.id,
		url: row.url,
		description: row.description,
		eventTypes: row.eventTypes && [...row.eventTypes],
		payload: row.payload,
		headerNames: [...(row.headerNames ?? [])],
		state: stateOf(webhook),
		disabledReason: row.disabledReason,
		disabledAt: toInstant(row.disabledAtMs),
		failingSince: toInstant(follower?.failingSinceMs),
		previousSecretExpiresAt: toInstant(row.previousExpiresAtMs),
		createdBy: row.createdBy,
		makerState: row.makerState,
		createdAt: rfc3339(row.createdAtMs),
		updatedAt: rfc3339(row.updatedAtMs),
	};
};

/** Converts a webhook to what events and audit entries say of it. */
export const toSummary = (row: WebhookRow): WebhookSummary => ({
	id: row.id,
	host: new URL(row.url).host,
	description: row.description,
	eventTypes: row.eventTypes && [...row.eventTypes],
	payload: row.payload,
	headerNames: [...(row.headerNames ?? [])],
	state: row.disabledAtMs === null ? "enabled" : "disabled",
	disabledReason: row.disabledReason,
	createdBy: row.createdBy,
	makerState: row.makerState,
});

/** Converts a delivery to its representation. */
export const toDelivery = (row: WebhookDeliveryRow): Delivery => ({
	id: row.id,
	webhookId: row.webhookId,
	eventId: row.eventId,
	eventType: row.eventType,
	sequence: row.sequence,
	state: row.state === "held" ? "pending" : row.state,
	attemptCount: row.attemptCount,
	attempts: row.attempts.map(({ atMs, status, durationMs, error, excerpt }) => ({
		at: rfc3339(atMs),
		status,
		durationMs,
		error,
		response: excerpt,
	})),
	nextAttemptAt: toInstant(row.nextAttemptAtMs),
	createdAt: rfc3339(row.createdAtMs),
	endedAt: toInstant(row.endedAtMs),
});
