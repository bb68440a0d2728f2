import type { Column } from "drizzle-orm";
import { foreignKey, id, primaryKey } from "../dsl.ts";
import { organizations } from "./organizations.ts";

/** Returns the first columns of a table whose rows belong to one organization and have an id. */
export const ofTenant = () => ({ orgId: id().notNull(), id: id().notNull() });

/**
 * Returns the keys of such a table: the row within its organization, and the organization itself, so that no reference
 * can cross tenants.
 * @param name of the table
 */
export const tenantKeys = (name: string, { orgId, id: ownId }: Readonly<Record<"orgId" | "id", Column>>) => [
	primaryKey({ columns: [orgId, ownId] as never }),
	foreignKey({
		name: `${name}_org_fk`,
		columns: [orgId] as never,
		foreignColumns: [organizations.id] as never,
	}).onDelete("cascade"),
];
