import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { type TenantDeclaration, tenant } from "../declarations.ts";
import { foreignKey, id, index, primaryKey } from "../dsl.ts";
import { organizations } from "./organizations.ts";

/**
 * Returns the first columns of a table whose rows belong to one organization and have an id.
 * @param declaration the fate of the rows
 */
export const ofTenant = (declaration: TenantDeclaration) => ({
	orgId: tenant(declaration).notNull(),
	id: id().notNull(),
});

/** Columns of {@link ofTenant} in the table `Name`. */
type TenantColumns<Name extends string> = Readonly<Record<"orgId" | "id", AnySQLiteColumn<{ tableName: Name }>>>;

/**
 * Returns the keys of such a table: the row within its organization, and the organization itself, so that no reference
 * can cross tenants.
 * @param name of the table
 */
export const tenantKeys = <const Name extends string>(name: Name, { orgId, id: ownId }: TenantColumns<Name>) => [
	primaryKey({ columns: [orgId, ownId] }),
	foreignKey({ name: `${name}_org_fk`, columns: [orgId], foreignColumns: [organizations.id] }).onDelete("cascade"),
];

/**
 * Returns the index by which a system administrator, who belongs to no organization, finds a row by its id alone: for
 * tables whose rows are addressed without their organization, see `tenantOf` of `db/tenant-rows.ts`.
 * @param name of the table
 */
export const byOwnId = <const Name extends string>(name: Name, { orgId, id: ownId }: TenantColumns<Name>) =>
	// Not led by orgId, which is what it finds.
	index(`${name}_by_id`).on(ownId, orgId);
