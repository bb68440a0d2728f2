import type { OrganizationBlockRow, OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { Suspension } from "#modules/organizations";
import { listBlocks } from "./repository.ts";
import { toSuspension } from "./view.ts";

/** Reads what suspends an organization; null when nothing does. */
export const suspensionOf = async (db: ReadDb, orgId: string): Promise<Suspension | null> =>
	toSuspension(await listBlocks(db, orgId));

/** The state of an organization that is not being deleted. */
export const stateWith = (blocks: readonly OrganizationBlockRow[]) => (blocks.length === 0 ? "active" : "suspended");

/** The change of state as events and audit entries show it; none when it stayed. */
export const stateChange = (before: OrganizationRow, after: OrganizationRow) =>
	before.state === after.state ? [] : [{ path: "/state", from: before.state, to: after.state }];
