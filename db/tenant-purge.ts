import { eq, getTableName } from "drizzle-orm";
import { once } from "#kernel/once";
import { deletePortion, type RunPortions } from "./portions.ts";
import { PURGE_ORDER } from "./purge-order.ts";
import type { Db } from "./store.ts";
import { type TableName, type TenantTable, tenantTables } from "./tenant-tables.ts";

/**
 * Erases up to `limit` rows of an organization, and returns their number: fewer when none are left. The organization is a
 * tombstone by then, or in the same transaction.
 */
export type EraseTenant = (tx: Db, orgId: string, limit: number) => Promise<number>;

/**
 * Erases all of an organization in portions, one table after the other: a portion looks into one table only, however many
 * there are.
 */
export type EraseTenantInPortions = (inPortions: RunPortions, orgId: string) => Promise<void>;

/** How modules erase the rows of some tables in place of a plain deletion: of those that the schema declares `erased`. */
export type OwnErasures = Readonly<Partial<Record<TableName, EraseTenant>>>;

/** Returns the tables that are emptied of a purged organization, in this order: all but those whose rows stay. */
export const purgedTables = once((): readonly TenantTable[] => {
	const places = new Map(PURGE_ORDER.map((table, place) => [getTableName(table), place]));
	/** Place of a table in {@link PURGE_ORDER}; −1 when it is not named. */
	const placeOf = ({ name }: TenantTable): number => places.get(name) ?? -1;
	return tenantTables()
		.toReversed()
		.filter(({ declaration }) => !("keeps" in declaration))
		.sort((one, other) => placeOf(one) - placeOf(other));
});

/**
 * Creates what erases everything of a purged organization.
 * @param own returns those of all modules
 */
export function createTenantPurge(own: () => OwnErasures): {
	readonly eraseTenant: EraseTenant;
	readonly eraseTenantInPortions: EraseTenantInPortions;
} {
	function erase({ name, table, columns, orgId, key }: TenantTable, tx: Db, id: string, limit: number) {
		const ofModule = own()[name];
		if (ofModule) return ofModule(tx, id, limit);
		const identifying = key.flatMap((each) => columns[each] ?? []);
		return deletePortion(tx, table, identifying, eq(orgId, id), limit);
	}

	return {
		async eraseTenant(tx, orgId, limit) {
			let erased = 0;
			for (const table of purgedTables()) if (erased < limit) erased += await erase(table, tx, orgId, limit - erased);
			return erased;
		},
		async eraseTenantInPortions(inPortions, orgId) {
			for (const table of purgedTables()) await inPortions((tx, limit) => erase(table, tx, orgId, limit));
		},
	};
}
