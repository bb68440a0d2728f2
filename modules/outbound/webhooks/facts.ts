import { defineFacts } from "#platform/unit-of-work";
import { WebhookSummary } from "./schemas.ts";

const about = { payload: WebhookSummary, category: "organization" } as const;

/** Facts about webhooks. A webhook gets none of those about itself, but for a test. */
export const facts = defineFacts("webhook", {
	"webhook.register": { event: "webhook.endpoint.registered", ...about },
	"webhook.update": { event: "webhook.endpoint.updated", ...about },
	"webhook.rotate_secret": { event: "webhook.endpoint.secret_rotated", ...about },
	"webhook.enable": { event: "webhook.endpoint.enabled", ...about },
	"webhook.adopt": { event: "webhook.endpoint.adopted", ...about },
	"webhook.orphan": { event: "webhook.endpoint.orphaned", ...about },
	"webhook.disable": { event: "webhook.endpoint.disabled", ...about },
	"webhook.delete": {
		event: "webhook.endpoint.deleted",
		...about,
		mayComeBack: "its receiver gets what it got before; it holds no content",
	},
	"webhook.test": { event: "webhook.test", ...about },
	"webhook.redeliver": {
		event: null,
		because: "an event is sent again, which its receiver sees",
		category: "organization",
	},
	"webhook.replay": {
		event: null,
		because: "events are sent again, which their receiver sees",
		category: "organization",
	},
});

/** The type of the event that only the webhook it is about receives. */
export const TEST_EVENT = "webhook.test";

/** Whether events of a type are about a webhook. */
export const isAboutWebhook = (type: string): boolean => type.startsWith("webhook.");
