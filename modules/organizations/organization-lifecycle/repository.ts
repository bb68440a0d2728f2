import { and, eq, inArray } from "drizzle-orm";
import { type OrganizationBlockRow, organizationBlocks } from "#db/schema";
import { type Bound, type Each, each, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";

const rowsOf = tenantRows(organizationBlocks);
const list = readRows((db, { orgId }: Bound<{ orgId: string }>) =>
	db
		.select()
		.from(organizationBlocks)
		.where(eq(organizationBlocks.orgId, orgId))
		.orderBy(organizationBlocks.createdAtMs, organizationBlocks.id),
);
const removeAmong = write((tx, { orgId, ids }: Bound<{ orgId: string; ids: Each<string> }>) =>
	tx.delete(organizationBlocks).where(and(eq(organizationBlocks.orgId, orgId), inArray(organizationBlocks.id, ids))),
);

/** Returns the blocks of one organization, oldest first. */
export const listBlocks = (db: ReadDb, orgId: string): Promise<OrganizationBlockRow[]> => list(db, { orgId });

/** Returns the blocks of these organizations, oldest first. @param acrossTenants a handle without the tenant guard */
export const listBlocksOfMany = readRows((acrossTenants, { orgIds }: Bound<{ orgIds: Each<string> }>) =>
	acrossTenants
		.select()
		.from(organizationBlocks)
		.where(inArray(organizationBlocks.orgId, orgIds))
		.orderBy(organizationBlocks.createdAtMs, organizationBlocks.id),
);

/** Statements on the blocks of one organization, within a change. */
export const blocksOf = (tx: Db, orgId: string) => {
	const { insert } = rowsOf(tx, orgId);
	return {
		insert,

		list: () => listBlocks(tx, orgId),

		async remove(ids: readonly string[]): Promise<void> {
			await removeAmong(tx, { orgId, ids: each(ids) });
		},
	};
};
