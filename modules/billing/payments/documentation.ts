import { Type } from "@sinclair/typebox";
import type { TakenContent } from "#http/content";
import { pageResponse } from "#http/list";
import { operation } from "#http/operation";
import { createdResponse, emptyResponse, okResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import { tag } from "#modules/billing/billing-accounts";
import { BillingLink, EventReceipt, PaymentMethod, paymentMethodFields } from "./schemas.ts";

const example: PaymentMethod = {
	id: exampleId("pmt"),
	type: "card",
	brand: "visa",
	last4: "4242",
	expMonth: 12,
	expYear: 2031,
	isDefault: true,
	createdAt: "2030-01-01T09:30:00.000Z",
};

const OPEN = "Available while the organization is suspended.";

/** What Stripe sends: JSON whose exact bytes are signed. */
export const EVENT: TakenContent = {
	maxBytes: 1 << 20,
	mediaTypes: {
		"application/json": {
			schema: Type.Object(
				{
					id: Type.String({ description: "Id of the event.", examples: ["evt_1"] }),
					type: Type.String({ description: "What happened.", examples: ["payment_intent.succeeded"] }),
					data: Type.Unknown({ description: "The object concerned, which is fetched again from the provider." }),
				},
				{ $id: "StripeEventRequestBody", description: "An event, signed in `Stripe-Signature`." },
			),
			example: { id: "evt_1", type: "payment_intent.succeeded", data: { object: { id: "pi_1" } } },
		},
	},
};

/** Documentation of the operations on payments. */
export const documentation = {
	list: operation({
		id: "listPaymentMethods",
		summary: "List the payment methods of an organization",
		description: `The oldest first, all in one page. ${OPEN}`,
		tag,
		responses: {
			200: pageResponse("The payment methods", paymentMethodFields.schema, "Payment methods retrieved", example),
		},
	}),

	add: operation({
		id: "addPaymentMethod",
		summary: "Add a payment method",
		description:
			"Takes the id that the payment provider gave to the caller's page. Card numbers are rejected and never stored: " +
			`users enter them at the provider. A method that is already known becomes the default. Open invoices are collected from it. ${OPEN}`,
		tag,
		request: { token: "pm_1QxYzAbCdEfGhIjK" },
		responses: {
			201: createdResponse("payment method", "The payment method", PaymentMethod, "Payment method added", example),
		},
		errors: ["conflict", "provider_not_configured", "unavailable"],
	}),

	remove: operation({
		id: "removePaymentMethod",
		summary: "Remove a payment method",
		description: `If it was the default, the newest remaining one becomes the default. ${OPEN}`,
		tag,
		responses: { 204: emptyResponse("Removed") },
		errors: ["provider_not_configured", "unavailable"],
	}),

	link: operation({
		id: "createBillingLink",
		summary: "Create a link to a page of the payment provider",
		description: `On that page, users add a payment method, or manage all of them. ${OPEN}`,
		tag,
		request: { page: "checkout" },
		responses: {
			200: okResponse("The link", BillingLink, "Link created", { url: "https://checkout.stripe.com/c/pay/cs_1" }),
		},
		errors: ["provider_not_configured", "unavailable"],
	}),

	receive: operation({
		id: "receiveStripeEvent",
		summary: "Receive an event of Stripe",
		description: "For Stripe: the URL of its webhook endpoint. The body must be signed, at most five minutes ago.",
		tag,
		responses: { 200: okResponse("Received", EventReceipt, "Event received", { received: true }) },
		errors: ["provider_not_configured", "invalid_request"],
	}),
};
