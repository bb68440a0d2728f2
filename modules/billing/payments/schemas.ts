import { type TSchema, Type } from "@sinclair/typebox";
import { fieldsParameter, selectable } from "#http/fields";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";

const methodMembers = {
	id: Id("pmt", "id of the payment method"),
	type: Type.String({ description: "Name given by the provider.", examples: ["card"] }),
	brand: Nullable(Type.String({ examples: ["visa"] })),
	last4: Nullable(Type.String({ description: "Last four characters, for recognition.", examples: ["4242"] })),
	expMonth: Nullable(Type.Integer({ examples: [12] })),
	expYear: Nullable(Type.Integer({ examples: [2031] })),
	isDefault: Type.Boolean({ description: "Whether invoices are collected from it." }),
	createdAt: Timestamp,
} satisfies Record<string, TSchema>;

/** A way to pay that an organization has stored at its provider. */
export const PaymentMethod = closed(methodMembers, { $id: "PaymentMethod" });
export type PaymentMethod = typeof PaymentMethod.static;

/** Selector of `fields` for a payment method. */
export const paymentMethodFields = selectable(PaymentMethod);

/** What is published of a payment method. */
export const PublishedPaymentMethod = closed(
	{ id: methodMembers.id, type: methodMembers.type, isDefault: methodMembers.isDefault },
	{ $id: "PublishedPaymentMethod" },
);

/** What is published of an attempt to collect. */
export const PublishedPayment = closed(
	{
		id: Id("pay", "id of the payment"),
		invoiceId: Id("ivc", "id of the invoice"),
		amountMinor: Type.Integer({ description: "In minor units of the currency." }),
		currency: Type.String({ description: "ISO 4217.", examples: ["EUR"] }),
		failureCode: Nullable(
			Type.String({ description: "Why it failed, the provider's code.", examples: ["card_declined"] }),
		),
	},
	{ $id: "PublishedPayment" },
);

/** Query of the list of payment methods, which is one page. */
export const ListMethodsQuery = closed(fieldsParameter);

/** A way to pay that the caller's page got from the provider. */
export const AddPaymentMethodRequest = closed(
	{
		token: Type.String({
			maxLength: 255,
			description: "Id of a payment method of the provider (`pm_…`). Never the number of a card.",
			examples: ["pm_1QxYzAbCdEfGhIjK"],
		}),
		makeDefault: Type.Optional(Type.Boolean({ description: "Whether invoices are collected from it. Default true." })),
	},
	{ $id: "AddPaymentMethodRequestBody" },
);
export type AddPaymentMethodRequest = typeof AddPaymentMethodRequest.static;

/** Path parameters that identify a payment method. */
export const PaymentMethodParams = closed({
	orgId: Id("org", "id of the organization"),
	methodId: Id("pmt", "id of the payment method"),
});

/** Pages of the provider. */
export const PAGES = ["checkout", "portal"] as const;

/** A page of the provider that people are sent to. */
export const CreateBillingLinkRequest = closed(
	{
		page: OneOf(PAGES, "`checkout`: page to add a payment method; `portal`: page to manage all of them"),
		returnUrl: Type.Optional(
			Type.String({
				maxLength: 2_000,
				description:
					"Address to return to: below this installation or an origin of `CORS_ORIGINS`. Default: this installation.",
			}),
		),
	},
	{ $id: "CreateBillingLinkRequestBody" },
);
export type CreateBillingLinkRequest = typeof CreateBillingLinkRequest.static;

/** The address of such a page. */
export const BillingLink = closed(
	{ url: Type.String({ description: "It works for a short time: send the browser there at once." }) },
	{ $id: "BillingLink" },
);

/** Acknowledgement of what a provider reported. */
export const EventReceipt = closed({ received: Type.Literal(true) }, { $id: "EventReceipt" });
