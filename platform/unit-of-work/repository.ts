import { eq, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { organizationLedgers } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { Db } from "#db/store";
import { CHAIN_START } from "#platform/audit-trail";

/** The last sequence numbers of one organization: its next event and audit entry continue them without a gap. */
export type LedgerRow = typeof organizationLedgers.$inferSelect;

/** The numbers before an organization's first change. */
export const EMPTY_LEDGER: Omit<LedgerRow, "orgId"> = { eventSequence: 0, auditSequence: 0, auditHead: CHAIN_START };

const lockLedger = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	forUpdate(db.select().from(organizationLedgers).where(eq(organizationLedgers.orgId, orgId)).limit(1)),
);
const putLedger = write((tx, row: Bound<LedgerRow>) =>
	tx
		.insert(organizationLedgers)
		.values(row)
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
	async create(): Promise<void> {
		await tx
			.insert(organizationLedgers)
			.values({ ...EMPTY_LEDGER, orgId })
			.onConflictDoNothing();
	},

	/** Locks and returns it; undefined before the organization's first change. */
	lock: (): Promise<LedgerRow | undefined> => lockLedger(tx, { orgId }),

	/** Stores the numbers assigned by the current change. */
	put: (row: Omit<LedgerRow, "orgId">): Promise<unknown> => putLedger(tx, { ...row, orgId }),
});
