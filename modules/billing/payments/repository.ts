import { and, asc, desc, eq, lt } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import { invoices, type PaymentMethodRow, type PaymentRow, paymentEvents, paymentMethods, payments } from "#db/schema";
import { type Bound, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";

type Org = { readonly orgId: string };
type OfInvoice = Org & { readonly invoiceId: string };

const methodRows = tenantRows(paymentMethods);
const paymentRows = tenantRows(payments);
const eventRows = tenantRows(paymentEvents);

/** Maximum number of ways to pay of an organization. */
export const MAX_METHODS = 20;
/** Maximum number of attempts that are looked at, and of open invoices that are collected at once. */
const MAX_ROWS = 100;

const listMethods = readRows((db, { orgId }: Bound<Org>) =>
	db
		.select()
		.from(paymentMethods)
		.where(eq(paymentMethods.orgId, orgId))
		.orderBy(asc(paymentMethods.id))
		.limit(MAX_METHODS),
);
const clearDefault = write((tx, { orgId }: Bound<Org>) =>
	tx
		.update(paymentMethods)
		.set({ isDefault: false })
		.where(and(eq(paymentMethods.orgId, orgId), eq(paymentMethods.isDefault, true))),
);
const listPayments = readRows((db, { orgId, invoiceId }: Bound<OfInvoice>) =>
	db
		.select()
		.from(payments)
		.where(and(eq(payments.orgId, orgId), eq(payments.invoiceId, invoiceId)))
		.orderBy(desc(payments.createdAtMs), desc(payments.id))
		.limit(MAX_ROWS),
);
const listOpen = readRows((db, { orgId }: Bound<Org>) =>
	db
		.select({ id: invoices.id })
		.from(invoices)
		.where(and(eq(invoices.orgId, orgId), eq(invoices.state, "open")))
		.orderBy(asc(invoices.issuedAtMs), asc(invoices.id))
		.limit(MAX_ROWS),
);

/** Returns the ways to pay of an organization, the oldest first. */
export const methodsOf = (db: ReadDb, orgId: string): Promise<PaymentMethodRow[]> => listMethods(db, { orgId });

/** Statements on how one organization pays, within a change. */
export const paymentsOf = (tx: Db, orgId: string) => ({
	methods: {
		...methodRows(tx, orgId),
		list: () => methodsOf(tx, orgId),
		/** Makes no way to pay the default. */
		async clearDefault(): Promise<void> {
			await clearDefault(tx, { orgId });
		},
	},
	attempts: {
		...paymentRows(tx, orgId),
		/** Returns the attempts to collect an invoice, the newest first. */
		ofInvoice: (invoiceId: string): Promise<PaymentRow[]> => listPayments(tx, { orgId, invoiceId }),
	},
	events: eventRows(tx, orgId),

	/** Returns the ids of open invoices, the oldest first. */
	openInvoices: async (): Promise<readonly string[]> => (await listOpen(tx, { orgId })).map(({ id }) => id),
});

/** Deletes up to `limit` events that were received before an instant; see `Portion`. */
export const deleteOldEvents = (acrossTenants: Db, beforeMs: number, limit: number): Promise<number> =>
	deletePortion(
		acrossTenants,
		paymentEvents,
		[paymentEvents.orgId, paymentEvents.id],
		lt(paymentEvents.receivedAtMs, beforeMs),
		limit,
	);
