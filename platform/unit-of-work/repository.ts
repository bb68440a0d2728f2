import { eq, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { placeholdersOf, prepared, preparedWrite } from "#db/prepared";
import { organizationLedgers } from "#db/schema";
import type { Db } from "#db/store";

/** The last sequence numbers of one organization: its next event and audit entry continue them without a gap. */
export type LedgerRow = typeof organizationLedgers.$inferSelect;

// Prepared, since they are part of every write of the service.
const lockLedger = prepared("ledger_lock", (db) =>
	forUpdate(
		db
			.select()
			.from(organizationLedgers)
			.where(eq(organizationLedgers.orgId, sql.placeholder("orgId")))
			.limit(1),
	),
);
const putLedger = preparedWrite("ledger_put", (db) =>
	db
		.insert(organizationLedgers)
		.values(placeholdersOf(organizationLedgers))
		.onConflictDoUpdate({
			target: organizationLedgers.orgId,
			set: {
				eventSequence: sql`excluded.event_sequence`,
				auditSequence: sql`excluded.audit_sequence`,
				auditHead: sql`excluded.audit_head`,
			},
		}),
);

/** Statements on the ledger of one organization. */
export const ledgerOf = (tx: Db, orgId: string) => ({
	/** Creates it unless it exists. */
	async create(row: Omit<LedgerRow, "orgId">): Promise<void> {
		await tx
			.insert(organizationLedgers)
			.values({ ...row, orgId })
			.onConflictDoNothing();
	},

	/** Locks and returns it; undefined before the organization's first change. */
	async lock(): Promise<LedgerRow | undefined> {
		const [row] = await lockLedger(tx, { orgId });
		return row;
	},

	/** Stores the numbers assigned by the current change. */
	async put(row: Omit<LedgerRow, "orgId">): Promise<void> {
		await putLedger(tx, { ...row, orgId });
	},
});
