import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { createLruCache } from "#kernel/lru-cache";
import type { Tables } from "./guard/sources.ts";
import { findUnboundTables } from "./guard/statement.ts";
import { UnsupportedStatementError } from "./guard/tokens.ts";
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

/** Statements that were checked, by their text. */
const accepted = createLruCache<true>(5_000);

/** Returns why a statement is rejected, null when it is not. */
function findViolation(text: string): string | null {
	try {
		const unbound = findUnboundTables(text, tables);
		if (unbound.length === 0) return null;
		return `statement on ${unbound.join(", ")} does not bind org_id by an AND term of its own block`;
	} catch (error) {
		if (error instanceof UnsupportedStatementError)
			return `the tenant guard does not understand the statement: ${error.message}`;
		throw error;
	}
}

/**
 * Rejects a statement that uses a tenant table without binding its `org_id`: the second line of defense for tenant
 * isolation, where the engine has no row-level security. Every occurrence of a tenant table must be bound in its own
 * block of the query, by a conjunct (an AND term of WHERE or of a join's ON): `org_id` equals a parameter, or the
 * organization of a table that is bound, possibly in an enclosing block. Statements it cannot parse are rejected. Each
 * statement text is checked once.
 * @throws Error: a bug of ours
 */
export function assertTenantBound(text: string): void {
	if (accepted.get(text)) return;
	const violation = findViolation(text);
	if (violation !== null) throw new Error(`${violation}: ${text}`);
	accepted.set(text, true);
}

/** Allows every statement: of handles for work across all tenants. */
export const allowAll = (_text: string): void => undefined;
