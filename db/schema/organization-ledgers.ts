import { tenant } from "../declarations.ts";
import { bigint, table, text } from "../dsl.ts";

/**
 * The last numbers and the last hash of each organization's event log and audit chain. Every write that records
 * anything locks its row. No foreign key: the pseudo organization `platform` has a ledger too.
 */
export const organizationLedgers = table("organization_ledgers", {
	orgId: tenant({
		notExported: "the last numbers of the logs that are exported",
		keeps: "holds the next numbers of the two logs",
	}).primaryKey(),
	/** The newest event's sequence, 0 before the first. */
	eventSequence: bigint().notNull(),
	/** The newest audit entry's sequence, 0 before the first. */
	auditSequence: bigint().notNull(),
	/** The newest audit entry's hash; the next entry's `prevHash`. */
	auditHead: text().notNull(),
});

/** A ledger as stored. */
export type OrganizationLedgerRow = typeof organizationLedgers.$inferSelect;
