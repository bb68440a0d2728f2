/** How much is sent of an event. */
export const PAYLOADS = ["thin", "full"] as const;
export type Payload = (typeof PAYLOADS)[number];

/** States of a webhook. */
export const WEBHOOK_STATES = ["enabled", "failing", "disabled"] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** Why the program has disabled a webhook. */
export const DISABLED_REASONS = ["gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** States of a delivery, as they are shown. */
export const DELIVERY_STATES_SHOWN = ["pending", "succeeded", "failed", "skipped"] as const;
export type ShownDeliveryState = (typeof DELIVERY_STATES_SHOWN)[number];

/** Maximum number of webhooks of an organization. */
export const MAX_WEBHOOKS = 20;

/** Number of events in a row whose failure parks a webhook. */
export const FAILURES_TO_PARK = 5;
