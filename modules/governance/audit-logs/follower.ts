import type { AuditEntryRow } from "#db/schema";
import type { ReadDb, ReadHandle } from "#db/store";
import { listChain } from "./repository/entries.ts";
import { findNames } from "./repository/names.ts";
import type { AuditLog } from "./schemas.ts";
import { toAuditLog, unnamedIn } from "./view.ts";

/** Returns the first entries of an organization after a sequence, in the order of the chain. */
export const readChain = (
	on: ReadHandle,
	{ orgId, after, take }: { readonly orgId: string; readonly after: number; readonly take: number },
): Promise<AuditEntryRow[]> => listChain(on, { orgId, after, before: Number.MAX_SAFE_INTEGER, take });

/** Returns entries of an organization as the API shows them now. */
export async function showEntries(db: ReadDb, orgId: string, rows: readonly AuditEntryRow[]): Promise<AuditLog[]> {
	const names = await findNames(db, orgId, unnamedIn(rows));
	return rows.map((row) => toAuditLog(row, names));
}
