import { eq } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { organizationLedgers } from "#db/schema";
import type { Db } from "#db/store";

/** The last numbers given out in one organization: its next event and audit entry follow them without a gap. */
export type LedgerRow = typeof organizationLedgers.$inferSelect;

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
		const query = tx.select().from(organizationLedgers).where(eq(organizationLedgers.orgId, orgId)).limit(1);
		const [row] = await forUpdate(query);
		return row;
	},

	/** Stores the numbers given out by the change at hand. */
	async put(row: Omit<LedgerRow, "orgId">): Promise<void> {
		await tx
			.insert(organizationLedgers)
			.values({ ...row, orgId })
			.onConflictDoUpdate({ target: organizationLedgers.orgId, set: row });
	},
});
