import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import * as schema from "./schema/index.ts";

/** Names of the tables whose rows belong to one organization: those with an `org_id` that is never null. */
export const tenantTables: ReadonlySet<string> = new Set(
	Object.values(schema)
		.filter((value): value is typeof value & Table => is(value, Table))
		.filter((table) => "orgId" in table && getTableColumns(table).orgId?.notNull === true)
		.map((table) => getTableName(table)),
);

const USE = /\b(?:from|join|update|into) "(\w+)"(?: (?:as )?"(\w+)")?/g;
const INSERT = /\binsert into "(\w+)" \(([^)]*)\)/g;
const PARAMETER = String.raw`\+?(?:\?|\$\d+)`;
/** `"t"."org_id" = ?`, `in (?, …)`, and the root of the tenants, `"organizations"."id" = ?`. */
const BOUND = new RegExp(String.raw`"(\w+)"\."(org_id|id)" (?:= ${PARAMETER}|in \(${PARAMETER})`, "g");
const EQUAL = /"(\w+)"\."(org_id|id)" = "(\w+)"\."(org_id|id)"/g;

/** The tenant tables (or their aliases) a statement names without binding their `org_id`, by value or by equality. */
function unbound(text: string): string[] {
	const aliases = new Map<string, string>();
	for (const [, table, alias] of text.matchAll(USE)) if (table !== undefined) aliases.set(alias ?? table, table);
	const isTenantColumn = (alias: string, column: string) =>
		column === "org_id" || aliases.get(alias) === "organizations";

	const bound = new Set<string>();
	for (const [, table, columns] of text.matchAll(INSERT)) {
		if (table !== undefined && columns?.includes('"org_id"') === true) bound.add(table);
	}
	for (const [, alias = "", column = ""] of text.matchAll(BOUND)) if (isTenantColumn(alias, column)) bound.add(alias);

	const equal = [...text.matchAll(EQUAL)]
		.filter(([, a = "", x = "", b = "", y = ""]) => isTenantColumn(a, x) && isTenantColumn(b, y))
		.map(([, a = "", , b = ""]) => [a, b] as const);
	for (let before = -1; before < bound.size; ) {
		before = bound.size;
		for (const [a, b] of equal) {
			if (bound.has(a)) bound.add(b);
			else if (bound.has(b)) bound.add(a);
		}
	}
	return [...aliases].filter(([alias, table]) => tenantTables.has(table) && !bound.has(alias)).map(([alias]) => alias);
}

const passed = new Set<string>();
const PASSED_MAX = 5_000;

/**
 * Refuses a statement that names a tenant table without binding its `org_id`: the second line of tenant isolation,
 * where the engine has no row-level security. A net for mistakes in our own statements as drizzle writes them, not for
 * SQL injection. Looked at once per statement text. Throws a plain Error: a bug of ours.
 */
export function assertTenantBound(text: string): void {
	if (passed.has(text)) return;
	const missing = unbound(text);
	if (missing.length > 0) throw new Error(`statement on ${missing.join(", ")} does not bind org_id: ${text}`);
	if (passed.size >= PASSED_MAX) passed.clear();
	passed.add(text);
}
