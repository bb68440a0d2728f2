import { type TSchema, Type } from "@sinclair/typebox";
import { checked } from "#http/checks";

import { selectable } from "#http/fields";
import { closed, Nullable, OneOf, patchOf } from "#http/schemas";
import { parseCountry } from "#kernel/locale";
import { parseEmail, parseName } from "#kernel/text";
import { BILLING_PROVIDERS } from "./values.ts";

const part = (description: string, example: string) =>
	Type.Optional(checked(Type.String({ minLength: 1, maxLength: 200, description, examples: [example] }), parseName));

/** A postal address on an invoice. */
export const BillingAddress = closed(
	{
		line1: part("street and number", "12 Mill Lane"),
		line2: part("further line", "Building C"),
		postalCode: part("postal code", "CB2 1RX"),
		city: part("town", "Cambridge"),
		region: part("state or province", "Cambridgeshire"),
		country: Type.Optional(
			checked(
				Type.String({
					pattern: "^[A-Z]{2}$",
					description: "ISO 3166-1 alpha-2, upper case: decides which taxes invoices have.",
					examples: ["GB"],
				}),
				parseCountry,
			),
		),
	},
	{ $id: "BillingAddress" },
);
export type BillingAddress = typeof BillingAddress.static;

const Name = checked(
	Type.String({ description: "Name on invoices, 1…128 characters; null: that of the organization." }),
	parseName,
);
const Email = checked(Type.String({ maxLength: 254, description: "Address for invoices; null: none." }), parseEmail);
const TaxId = Type.String({
	pattern: "^[A-Za-z0-9][A-Za-z0-9 ./-]{1,39}$",
	description: "Tax number, such as the VAT id.",
	examples: ["GB999999973"],
});
const Provider = OneOf(
	BILLING_PROVIDERS,
	"`manual`: the operator records payments; `stripe`: invoices are collected by Stripe",
);

const Currency = Type.String({ description: "ISO 4217.", examples: ["EUR"] });
const Balance = Type.Integer({
	minimum: 0,
	description: "Credit of the organization, in minor units of the currency; used by its next invoices.",
});

const accountMembers = {
	id: Type.String({
		description: "`billingAccountId` of the organization.",
		examples: ["bac_01jd0z7v9gf2nbrexx3vqjhp41"],
	}),
	provider: Provider,
	currency: Currency,
	name: Nullable(Name),
	email: Nullable(Email),
	taxId: Nullable(TaxId),
	address: Nullable(BillingAddress),
	balanceMinor: Balance,
	otherBalances: Type.Array(closed({ currency: Currency, balanceMinor: Balance }), {
		description: "Credit of the organization in other currencies. Nothing is converted.",
	}),
	delinquent: Type.Boolean({ description: "Whether an invoice is unpaid after its due date." }),
} satisfies Record<string, TSchema>;

/** Who pays for an organization. */
export const BillingAccount = closed(accountMembers, { $id: "BillingAccount" });
export type BillingAccount = typeof BillingAccount.static;

/** Selector of `fields` for an account. */
export const billingAccountFields = selectable(BillingAccount);

const publishedMembers = { id: accountMembers.id, provider: Provider, currency: accountMembers.currency };

/** What is published of an account: nothing about people. */
export const PublishedBillingAccount = closed(publishedMembers, { $id: "PublishedBillingAccount" });

/** An amount of money in a request, at least one minor unit. */
export const Amount = (description: string) =>
	Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description, examples: [1900] });

/** What a payment to or from the operator is called elsewhere. */
export const PaymentReference = checked(
	Type.String({
		description: "Reference of the payment, 1…128 characters.",
		examples: ["Transfer 2030-02-11"],
	}),
	parseName,
);

/** What was paid back to an organization. */
export const RefundRequest = closed(
	{
		amountMinor: Type.Optional(Amount("Amount refunded, at most the balance, in minor units. Default: all of it.")),
		currency: Type.Optional(
			Type.String({
				pattern: "^[A-Z]{3}$",
				description: "ISO 4217. Default: that of the account.",
				examples: ["EUR"],
			}),
		),
		reference: Type.Optional(PaymentReference),
	},
	{ $id: "RefundRequestBody" },
);
export type RefundRequest = typeof RefundRequest.static;

/** What is published of a refund. */
export const PublishedRefund = closed(
	{ ...publishedMembers, refundedMinor: Type.Integer({ description: "In minor units of the currency." }) },
	{ $id: "PublishedRefund" },
);

/** Merge patch of an account; null removes a member, or a part of the address, except `provider`. */
export const UpdateBillingAccountRequest = closed(
	{
		name: Type.Optional(Nullable(Name)),
		email: Type.Optional(Nullable(Email)),
		taxId: Type.Optional(Nullable(TaxId)),
		address: Type.Optional(Nullable(patchOf(BillingAddress, {}))),
		provider: Type.Optional(Provider),
	},
	{ $id: "UpdateBillingAccountRequestBody" },
);
export type UpdateBillingAccountRequest = typeof UpdateBillingAccountRequest.static;
