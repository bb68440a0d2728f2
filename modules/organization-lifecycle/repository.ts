import { and, eq, inArray } from "drizzle-orm";
import { type OrganizationBlockRow, organizationBlocks } from "#db/schema";
import type { Db } from "#db/store";

/** What suspends one organization. */
export const blocksOf = (db: Db, orgId: string) => {
	const ofOrganization = eq(organizationBlocks.orgId, orgId);
	return {
		/** Oldest first. */
		async list(): Promise<OrganizationBlockRow[]> {
			return db
				.select()
				.from(organizationBlocks)
				.where(ofOrganization)
				.orderBy(organizationBlocks.createdAtMs, organizationBlocks.id);
		},

		async insert(row: Omit<OrganizationBlockRow, "orgId">): Promise<void> {
			await db.insert(organizationBlocks).values({ ...row, orgId });
		},

		async remove(ids: readonly string[]): Promise<void> {
			await db.delete(organizationBlocks).where(and(ofOrganization, inArray(organizationBlocks.id, [...ids])));
		},

		async removeAll(): Promise<void> {
			await db.delete(organizationBlocks).where(ofOrganization);
		},
	};
};
