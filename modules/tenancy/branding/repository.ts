import { eq } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { type BrandingRow, branding, organizations } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";

type Key = { readonly orgId: string };
type Values = Partial<Omit<BrandingRow, "orgId" | "id">>;

const rowsOf = tenantRows(branding);
const select = (db: ReadDb, { orgId }: Bound<Key>) =>
	db.select().from(branding).where(eq(branding.orgId, orgId)).limit(1);
const find = readRow(select);
const lock = readRow((db, key: Bound<Key>) => forUpdate(select(db, key)));
const update = write((tx, { orgId, ...values }: Bound<Key & Values>) =>
	tx.update(branding).set(values).where(eq(branding.orgId, orgId)),
);
const findName = readRow((db, { orgId }: Bound<Key>) =>
	db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, orgId)).limit(1),
);

/** Returns the branding of an organization; undefined while everything is as of Parley. */
export const findBranding = (db: ReadDb, orgId: string): Promise<BrandingRow | undefined> => find(db, { orgId });

/** Returns the name of an organization; undefined when there is none. */
export const findOrganizationName = async (db: ReadDb, orgId: string): Promise<string | undefined> =>
	(await findName(db, { orgId }))?.name;

/** Statements on the branding of one organization, within a change. */
export const brandingOf = (tx: Db, orgId: string) => ({
	insert: rowsOf(tx, orgId).insert,
	lock: (): Promise<BrandingRow | undefined> => lock(tx, { orgId }),
	async update(values: Values): Promise<void> {
		await update(tx, { orgId, ...values });
	},
});
