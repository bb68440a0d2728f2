import { defineFacts } from "#platform/unit-of-work";
import { PublishedPayment, PublishedPaymentMethod } from "./schemas.ts";

/** Facts about ways to pay. */
export const facts = defineFacts("payment_method", {
	"payment_method.add": {
		event: "billing.payment_method.added",
		payload: PublishedPaymentMethod,
		category: "organization",
	},
	"payment_method.remove": {
		event: "billing.payment_method.removed",
		payload: PublishedPaymentMethod,
		category: "organization",
	},
});

/** Facts about attempts to collect. That one succeeded is an event of its invoice. */
export const paymentFacts = defineFacts("payment", {
	"payment.fail": {
		event: "billing.payment.failed",
		payload: PublishedPayment,
		category: "organization",
		outcome: "failure",
	},
});
