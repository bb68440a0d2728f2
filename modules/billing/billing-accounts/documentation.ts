import { operation, type Tag } from "#http/operation";
import { getResponses, versionedResponse } from "#http/resource";
import { BillingAccount, billingAccountFields } from "./schemas.ts";

/** The group of everything about money. */
export const tag: Tag = {
	name: "Billing",
	description: "Billing account, plan, subscription, invoices and payment methods of an organization.",
};

const example: BillingAccount = {
	id: "bac_01jd0z7v9gf2nbrexx3vqjhp41",
	provider: "manual",
	currency: "EUR",
	name: "Ada Lovelace Academy",
	email: "accounts@example.edu",
	taxId: "GB999999973",
	address: { line1: "12 Mill Lane", postalCode: "CB2 1RX", city: "Cambridge", country: "GB" },
	balanceMinor: 0,
	otherBalances: [],
	delinquent: false,
};

/** Documentation of the operations on billing accounts. */
export const documentation = {
	get: operation({
		id: "getBillingAccount",
		summary: "Get the billing account of an organization",
		description: "Available while the organization is suspended.",
		tag,
		responses: getResponses("The billing account", billingAccountFields.schema, "Billing account retrieved", example),
	}),

	update: operation({
		id: "updateBillingAccount",
		summary: "Change the billing account of an organization",
		description:
			"Takes a JSON merge patch, also within `address`: omitted parts stay, null removes them. It applies to " +
			"invoices issued from now on. The country of the address determines their taxes. Only a system " +
			"administrator may change `provider`. Values that look like a payment card number are rejected. Available " +
			"while the organization is suspended.",
		tag,
		request: { name: "Ada Lovelace Academy", address: { city: "Cambridge", country: "GB" } },
		responses: { 200: versionedResponse("The billing account", BillingAccount, "Billing account updated", example) },
		errors: ["admin_required", "provider_not_configured", "precondition_failed"],
	}),

	refund: operation({
		id: "refundBalance",
		summary: "Record a refund of a balance",
		description:
			"Deducts a refund made outside of Parley, by the provider or a transfer, from the balance of the account, " +
			"so that no invoice uses it as well. To pay back an invoice, first issue a credit note for it. Only " +
			"system administrators.",
		tag,
		request: { amountMinor: 1900, currency: "EUR", reference: "Transfer 2030-02-11" },
		responses: { 200: versionedResponse("The billing account", BillingAccount, "Refund noted", example) },
		errors: ["precondition_failed", "state_conflict"],
	}),
};
