import { sql } from "drizzle-orm";
import { person, sealed } from "../declarations.ts";
import {
	bigint,
	foreignKey,
	id,
	index,
	instant,
	int,
	json,
	knownValues,
	oneOf,
	table,
	text,
	uniqueIndex,
} from "../dsl.ts";
import { followers } from "./followers.ts";
import { makerState } from "./makers.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** Why the program has disabled a webhook: it said that it is gone, or took nothing for too long. */
export const WEBHOOK_DISABLED_REASONS = ["gone", "failing"] as const;

/** States of a delivery; `held`: it waits until its organization is open again. */
export const DELIVERY_STATES = ["pending", "held", "succeeded", "failed", "skipped"] as const;

/** One attempt to deliver. */
export interface DeliveryAttempt {
	readonly atMs: number;
	/** Status of the response; null without one. */
	readonly status: number | null;
	readonly durationMs: number;
	/** What went wrong, as `OutboundFault` or `status`; null: it succeeded. */
	readonly fault: string | null;
	/** The same in words; null: it succeeded. */
	readonly error: string | null;
	/** The beginning of the response; null without one. */
	readonly excerpt: string | null;
}

/** Webhooks: URLs to which the events of an organization are sent. Each is a follower with the same id. */
export const webhooks = table(
	"webhooks",
	{
		...ofTenant({ export: "webhooks" }),
		url: text().notNull(),
		description: text(),
		/** Types of events, exact or `meeting.*`; null: all. */
		eventTypes: json<readonly string[]>(),
		payload: text().$type<"thin" | "full">().notNull(),
		/** Names of further headers; null: none. */
		headerNames: json<readonly string[]>(),
		/** The headers with their values, a sealed JSON object; null: none. */
		headersSealed: sealed(text(), ["headerNames"]),
		/** The key that signs, sealed; null: it was lost with the encryption key, and nothing is sent until it is rotated. */
		secretSealed: sealed(text()),
		/** The key before the last rotation, sealed; null without one. */
		previousSecretSealed: sealed(text(), ["previousExpiresAtMs"]),
		/** Until when both keys sign. */
		previousExpiresAtMs: instant(),
		disabledReason: oneOf(...WEBHOOK_DISABLED_REASONS),
		/** Null while it is enabled. */
		disabledAtMs: instant(),
		/** The next event to be sent again; null: none is. */
		replayFrom: bigint(),
		/** The last event to be sent again. */
		replayTo: bigint(),
		/** Who is responsible for it: who made or adopted it. */
		createdBy: person(text().notNull(), {
			keeps: "a webhook is the organization's; the id of who registered it identifies no one any more",
			notExported: "that they registered it is in their audit log",
		}),
		makerState: makerState(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("webhooks", t),
		foreignKey({
			name: "webhooks_follower_fk",
			columns: [t.orgId, t.id],
			foreignColumns: [followers.orgId, followers.id],
		}),
		index("webhooks_by_age").on(t.orgId, t.createdAtMs, t.id),
		...knownValues("webhooks", t),
	],
);

/** One webhook as stored. */
export type WebhookRow = typeof webhooks.$inferSelect;

/** What was sent to webhooks, from the first attempt on. What was sent is not stored: it is made of the event each time. */
export const webhookDeliveries = table(
	"webhook_deliveries",
	{
		...ofTenant({ export: "webhook-deliveries" }),
		webhookId: id().notNull(),
		eventId: id().notNull(),
		eventType: text().notNull(),
		/** Place of the event in the log of the organization; null for a test that was not sent yet. */
		sequence: bigint(),
		state: oneOf(...DELIVERY_STATES).notNull(),
		/** The last attempts, oldest first. */
		attempts: json<readonly DeliveryAttempt[]>().notNull(),
		/** Number of all attempts. */
		attemptCount: int().notNull(),
		/** Number of attempts since it was last requested: the place in the schedule. */
		tries: int().notNull(),
		/** When it is tried next; null: it is not. */
		nextAttemptAtMs: instant(),
		createdAtMs: instant().notNull(),
		/** When it succeeded or was given up; null before. */
		endedAtMs: instant(),
	},
	(t) => [
		...tenantKeys("webhook_deliveries", t),
		index("webhook_deliveries_by_age").on(t.orgId, t.webhookId, t.createdAtMs, t.id),
		index("webhook_deliveries_by_state").on(t.orgId, t.webhookId, t.state, t.createdAtMs, t.id),
		index("webhook_deliveries_due")
			.on(t.orgId, t.webhookId, t.nextAttemptAtMs, t.sequence)
			.where(sql`${t.nextAttemptAtMs} is not null`),
		// Not led by orgId: the cleanup looks in all organizations.
		index("webhook_deliveries_in_time").on(t.createdAtMs),
		uniqueIndex("webhook_deliveries_event_unique").on(t.orgId, t.eventId, t.webhookId),
		...knownValues("webhook_deliveries", t),
	],
);

/** One delivery as stored. */
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;
