import type { OrganizationBlockRow, OrganizationRow } from "#db/schema";
import { each } from "#db/statement";
import type { ReadDb } from "#db/store";
import type { Suspension } from "#modules/organizations/organizations";
import { listBlocks, listBlocksOfMany } from "./repository.ts";
import { suspensionWith, toSuspension } from "./view.ts";

/** Returns the suspension of an organization; null when it has no blocks. */
export const suspensionOf = async (db: ReadDb, orgId: string): Promise<Suspension | null> =>
	toSuspension(await listBlocks(db, orgId));

/**
 * Returns the suspensions of these organizations by their ids; those without blocks are absent.
 * @param acrossTenants a handle without the tenant guard
 */
export async function suspensionsOf(
	acrossTenants: ReadDb,
	orgIds: readonly string[],
): Promise<ReadonlyMap<string, Suspension>> {
	const blocks = Map.groupBy(await listBlocksOfMany(acrossTenants, { orgIds: each(orgIds) }), ({ orgId }) => orgId);
	return new Map([...blocks].map(([orgId, own]) => [orgId, suspensionWith(own)]));
}

/** Returns the state of an organization with these blocks and no pending deletion. */
export const stateWith = (blocks: readonly OrganizationBlockRow[]) => (blocks.length === 0 ? "active" : "suspended");

/** Returns the change of state for events and audit entries; empty when it stayed the same. */
export const stateChange = (before: OrganizationRow, after: OrganizationRow) =>
	before.state === after.state ? [] : [{ path: "/state", from: before.state, to: after.state }];
