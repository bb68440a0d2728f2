import { signEvent } from "../../support/stripe-server.ts";
import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	addPaymentMethod: { records: "payment_method.add", body: { token: "pm_added" } },
	removePaymentMethod: { records: "payment_method.remove" },
	createBillingLink: {
		records: null,
		because: "it changes nothing: what people do on that page, the provider tells",
		body: { page: "portal" },
	},
	receiveStripeEvent: {
		records: null,
		because: "it is acted on in the background, as whatever it is about",
		run({ act, api }) {
			const event = { id: "evt_1", object: "event", type: "ping", data: { object: {} } };
			const { raw, signature } = signEvent(event, api.nowMs());
			const headers = { "content-type": "application/json", "stripe-signature": signature };
			return act("POST", "/billing/stripe/webhook", { raw, headers });
		},
	},
};
