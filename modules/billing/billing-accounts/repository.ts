import { and, eq, isNotNull } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { type BillingAccountRow, billingAccounts, invoices } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";

type Key = { readonly orgId: string };

const rowsOf = tenantRows(billingAccounts);
const select = (db: ReadDb, { orgId }: Bound<Key>) =>
	db.select().from(billingAccounts).where(eq(billingAccounts.orgId, orgId)).limit(1);
const find = readRow(select);
const lock = readRow((db, key: Bound<Key>) => forUpdate(select(db, key)));
type Values = Partial<Omit<BillingAccountRow, "orgId" | "id">>;
const update = write((tx, { orgId, ...values }: Bound<Key & Values>) =>
	tx.update(billingAccounts).set(values).where(eq(billingAccounts.orgId, orgId)),
);

const findOverdue = readRow((db, { orgId }: Bound<Key>) =>
	db
		.select({ id: invoices.id })
		.from(invoices)
		.where(and(eq(invoices.orgId, orgId), eq(invoices.state, "open"), isNotNull(invoices.overdueAtMs)))
		.limit(1),
);

const findByCustomer = readRow((db, { customerId }: Bound<{ customerId: string }>) =>
	db
		.select({ orgId: billingAccounts.orgId })
		.from(billingAccounts)
		.where(eq(billingAccounts.customerId, customerId))
		.limit(1),
);

/** Queries on the billing account of one organization. */
export const readAccountOf = (db: ReadDb, orgId: string) => ({
	/** Returns the account as stored; undefined while it has its defaults. */
	find: (): Promise<BillingAccountRow | undefined> => find(db, { orgId }),

	/** Whether an invoice is unpaid after its due date. */
	isDelinquent: async (): Promise<boolean> => (await findOverdue(db, { orgId })) !== undefined,
});

/** Statements on the billing account of one organization, within a change. */
export const accountRowOf = (tx: Db, orgId: string) => ({
	...readAccountOf(tx, orgId),
	tryInsert: rowsOf(tx, orgId).tryInsert,
	lock: (): Promise<BillingAccountRow | undefined> => lock(tx, { orgId }),
	async update(values: Values): Promise<void> {
		await update(tx, { orgId, ...values });
	},
});

/**
 * Returns the organization of a customer of the provider; undefined when it has none.
 * @param acrossTenants a handle without the tenant guard
 */
export const organizationOfCustomer = async (acrossTenants: ReadDb, customerId: string): Promise<string | undefined> =>
	(await findByCustomer(acrossTenants, { customerId }))?.orgId;
