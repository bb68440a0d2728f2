import { byAnotherAdmin, type SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	registerWebhook: { records: "webhook.register", body: { url: "https://hooks.example.com/" } },
	updateWebhook: { records: "webhook.update" },
	rotateWebhookSecret: { records: "webhook.rotate_secret" },
	adoptWebhook: { records: "webhook.adopt", needs: byAnotherAdmin("registerWebhook", "webhookId") },
	enableWebhook: {
		records: null,
		because: "it is enabled; one that was disabled is tested in tests/api/outbound/webhooks.test.ts",
	},
	testWebhook: { records: "webhook.test" },
	redeliverWebhookDelivery: { records: "webhook.redeliver" },
	replayWebhook: {
		records: "webhook.replay",
		body: { from: "2020-01-01T00:00:00Z", to: "2020-02-01T00:00:00Z" },
	},
	deleteWebhook: { records: "webhook.delete" },
};

export const makers: SampleFile["makers"] = { deliveryId: async ({ create }) => (await create("testWebhook")).id };
export const items: SampleFile["items"] = { listWebhookDeliveries: ({ create }) => create("testWebhook") };
