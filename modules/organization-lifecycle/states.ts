import type { OrganizationBlockRow, OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { Suspension } from "#modules/organizations";
import { listBlocks } from "./repository.ts";
import { toSuspension } from "./view.ts";

/** Returns the suspension of an organization; null when it has no blocks. */
export const suspensionOf = async (db: ReadDb, orgId: string): Promise<Suspension | null> =>
	toSuspension(await listBlocks(db, orgId));

/** Returns the state of an organization with these blocks and no pending deletion. */
export const stateWith = (blocks: readonly OrganizationBlockRow[]) => (blocks.length === 0 ? "active" : "suspended");

/** Returns the change of state for events and audit entries; empty when it stayed the same. */
export const stateChange = (before: OrganizationRow, after: OrganizationRow) =>
	before.state === after.state ? [] : [{ path: "/state", from: before.state, to: after.state }];
