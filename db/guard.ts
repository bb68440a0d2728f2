import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Tables } from "./guard/sources.ts";
import { unboundIn } from "./guard/statement.ts";
import { NotUnderstoodError } from "./guard/tokens.ts";
import * as schema from "./schema/index.ts";

const withOrganization = Object.values(schema)
	.filter((value): value is typeof value & Table => is(value, Table))
	.filter((table) => "orgId" in table);

/** Names of the tables whose rows belong to one organization: those with an `org_id` that is never null. */
export const tenantTables: ReadonlySet<string> = new Set(
	withOrganization
		.filter((table) => getTableColumns(table).orgId?.notNull === true)
		.map((table) => getTableName(table)),
);

const tables: Tables = {
	tenant: tenantTables,
	tenantColumns: new Map([
		...withOrganization.map((table) => [getTableName(table), "org_id"] as const),
		[getTableName(schema.organizations), "id"],
	]),
};

/** Statements that were looked at, by their text. */
const passed = new LRUCache<string, true>({ max: 5_000 });

/** What is wrong with a statement, null when nothing is. */
function complaintAbout(text: string): string | null {
	try {
		const unbound = unboundIn(text, tables);
		if (unbound.length === 0) return null;
		return `statement on ${unbound.join(", ")} does not bind org_id by an AND term of its own block`;
	} catch (error) {
		if (error instanceof NotUnderstoodError)
			return `the tenant guard does not understand the statement: ${error.message}`;
		throw error;
	}
}

/**
 * Refuses a statement that names a tenant table without binding its `org_id`: the second line of tenant isolation,
 * where the engine has no row-level security. Every occurrence of a tenant table is bound in its own block of the
 * query, by a term that must hold (an AND term of WHERE or of a join's ON): `org_id` equals a parameter, or the
 * organization of a table that is bound, perhaps one of the block around. What it does not understand it refuses. Looked
 * at once per statement text. Throws a plain Error: a bug of ours.
 */
export function assertTenantBound(text: string): void {
	if (passed.get(text)) return;
	const complaint = complaintAbout(text);
	if (complaint !== null) throw new Error(`${complaint}: ${text}`);
	passed.set(text, true);
}
