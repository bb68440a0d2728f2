import { bigint, id, table, text } from "../dsl.ts";

/**
 * The last number and hash given out in each organization's event log and audit chain. One row is locked by every
 * write that records anything. No foreign key: the pseudo organization `platform` has a ledger too.
 */
export const organizationLedgers = table("organization_ledgers", {
	orgId: id().primaryKey(),
	/** The newest event's sequence, 0 before the first. */
	eventSequence: bigint().notNull(),
	/** The newest audit entry's sequence, 0 before the first. */
	auditSequence: bigint().notNull(),
	/** The newest audit entry's hash; the next entry's `prevHash`. */
	auditHead: text().notNull(),
});

/** One ledger as stored. */
export type OrganizationLedgerRow = typeof organizationLedgers.$inferSelect;
