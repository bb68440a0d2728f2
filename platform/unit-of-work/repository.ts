import { eq, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { placeholdersOf, prepared, preparedWrite } from "#db/prepared";
import { organizationLedgers } from "#db/schema";
import type { Db } from "#db/store";

/** The last numbers given out in one organization: its next event and audit entry follow them without a gap. */
export type LedgerRow = typeof organizationLedgers.$inferSelect;

// Part of every write of the service: prepared.
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

/** The ledger of one organization. */
export const ledgerOf = (tx: Db, orgId: string) => ({
	/** Makes it unless it exists. */
	async create(row: Omit<LedgerRow, "orgId">): Promise<void> {
		await tx
			.insert(organizationLedgers)
			.values({ ...row, orgId })
			.onConflictDoNothing();
	},

	/** Locks and reads it; undefined before the organization's first change. */
	async lock(): Promise<LedgerRow | undefined> {
		const [row] = await lockLedger(tx, { orgId });
		return row;
	},

	/** Stores the numbers given out by the change at hand. */
	async put(row: Omit<LedgerRow, "orgId">): Promise<void> {
		await putLedger(tx, { ...row, orgId });
	},
});
