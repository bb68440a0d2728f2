import { sql } from "drizzle-orm";
import {
	bigint,
	bool,
	foreignKey,
	id,
	index,
	instant,
	int,
	knownValues,
	oneOf,
	table,
	text,
	uniqueIndex,
} from "../dsl.ts";
import { invoices } from "./invoices.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** Ways to pay that an organization has stored at its provider. Never a number of a card: only what the provider calls it. */
export const paymentMethods = table(
	"payment_methods",
	{
		...ofTenant({ export: "payment-methods" }),
		/** The provider's id of it. */
		token: text().notNull(),
		/** `card`, `sepa_debit` …, as the provider has it. */
		type: text().notNull(),
		brand: text(),
		last4: text(),
		expMonth: int(),
		expYear: int(),
		isDefault: bool().notNull(),
		createdAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("payment_methods", t),
		uniqueIndex("payment_methods_token_unique").on(t.orgId, t.token),
		uniqueIndex("payment_methods_default_once").on(t.orgId).where(sql`${t.isDefault}`),
	],
);

/** A payment method as stored. */
export type PaymentMethodRow = typeof paymentMethods.$inferSelect;

/** States of an attempt to collect. */
export const PAYMENT_STATES = ["pending", "processing", "succeeded", "failed"] as const;

/** Attempts to collect what is due. Their ids are the provider's idempotency keys, so that repeating one charges once. */
export const payments = table(
	"payments",
	{
		...ofTenant({ export: "payments" }),
		invoiceId: id().notNull(),
		/** The provider's id of the method charged. */
		token: text().notNull(),
		amountMinor: bigint().notNull(),
		currency: text().notNull(),
		state: oneOf(...PAYMENT_STATES).notNull(),
		/** The provider's id of the payment; null before it answered. */
		providerId: text(),
		/** Why it failed, the provider's code; null: it did not. */
		failureCode: text(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("payments", t),
		foreignKey({
			name: "payments_invoice_fk",
			columns: [t.orgId, t.invoiceId],
			foreignColumns: [invoices.orgId, invoices.id],
		}).onDelete("cascade"),
		index("payments_by_invoice").on(t.orgId, t.invoiceId, t.createdAtMs, t.id),
		// One attempt of an invoice at a time.
		uniqueIndex("payments_unfinished_once")
			.on(t.orgId, t.invoiceId)
			.where(sql`${t.state} in ('pending', 'processing')`),
		...knownValues("payments", t),
	],
);

/** An attempt to collect as stored. */
export type PaymentRow = typeof payments.$inferSelect;

/** What providers have reported, once each; kept for as long as they repeat it. */
export const paymentEvents = table(
	"payment_events",
	{
		...ofTenant({ export: "payment-events" }),
		type: text().notNull(),
		/** The provider's id of the payment that it is about; null: it is about the ways to pay. */
		providerId: text(),
		receivedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("payment_events", t),
		// Not led by orgId: those of all organizations are deleted by age.
		index("payment_events_by_age").on(t.receivedAtMs),
	],
);

/** An event of a provider as stored; `id` is the provider's. */
export type PaymentEventRow = typeof paymentEvents.$inferSelect;
