import { and, eq, inArray } from "drizzle-orm";
import { type OrganizationBlockRow, organizationBlocks } from "#db/schema";
import type { Db, ReadDb } from "#db/store";

/** What suspends one organization, oldest first. */
export const listBlocks = (db: ReadDb, orgId: string): Promise<OrganizationBlockRow[]> =>
	db
		.select()
		.from(organizationBlocks)
		.where(eq(organizationBlocks.orgId, orgId))
		.orderBy(organizationBlocks.createdAtMs, organizationBlocks.id);

/** The same within a change. */
export const blocksOf = (tx: Db, orgId: string) => {
	const ofOrganization = eq(organizationBlocks.orgId, orgId);
	return {
		list: () => listBlocks(tx, orgId),

		async insert(row: Omit<OrganizationBlockRow, "orgId">): Promise<void> {
			await tx.insert(organizationBlocks).values({ ...row, orgId });
		},

		async remove(ids: readonly string[]): Promise<void> {
			await tx.delete(organizationBlocks).where(and(ofOrganization, inArray(organizationBlocks.id, [...ids])));
		},

		async removeAll(): Promise<void> {
			await tx.delete(organizationBlocks).where(ofOrganization);
		},
	};
};
