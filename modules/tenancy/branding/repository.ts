import { eq } from "drizzle-orm";
import { type BrandingRow, branding, organizations } from "#db/schema";
import { type Bound, readRow } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";

const rowsOf = tenantRows(branding);
const findName = readRow((db, { orgId }: Bound<{ readonly orgId: string }>) =>
	db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, orgId)).limit(1),
);

/** Returns the id of the branding of an organization, which has one row at most. */
export const brandingIdOf = (orgId: string): string => `brd_${orgId.slice("org_".length)}`;

/** Returns the branding of an organization; undefined while everything is as of Parley. */
export const findBranding = (db: ReadDb, orgId: string): Promise<BrandingRow | undefined> =>
	rowsOf(db, orgId).find(brandingIdOf(orgId));

/** Returns the name of an organization; undefined when there is none. */
export const findOrganizationName = async (db: ReadDb, orgId: string): Promise<string | undefined> =>
	(await findName(db, { orgId }))?.name;

/** Statements on the branding of one organization, within a change. */
export const brandingOf = (tx: Db, orgId: string) => rowsOf(tx, orgId);
