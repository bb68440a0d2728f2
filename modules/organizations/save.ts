import type { OrganizationRow } from "#db/schema";
import type { Change } from "#platform/unit-of-work";
import { organizationsRepository as repository } from "./repository.ts";
import { tombstoneOf } from "./row.ts";

/** The columns a change may set; the version and the time of the change follow from it. */
export type SavedColumns = Partial<Omit<OrganizationRow, "id" | "version" | "createdAtMs" | "updatedAtMs">>;

/**
 * Stores new values of an organization that the change holds locked, as its next version, and forgets what is cached of it.
 * @param row as it was locked
 * @returns the organization as it is now
 */
export async function saveOrganization(
	change: Change,
	row: OrganizationRow,
	columns: SavedColumns,
): Promise<OrganizationRow> {
	const saved = { ...row, ...columns, version: row.version + 1, updatedAtMs: change.nowMs };
	await repository.update(change.tx, saved);
	change.invalidate(row.id);
	return saved;
}

/** Gives a pending deletion to another authority. No representation shows it: the version stays. */
export async function setDeletionAuthority(
	change: Change,
	row: OrganizationRow,
	deletionAuthority: OrganizationRow["deletionAuthority"],
): Promise<void> {
	await repository.update(change.tx, { ...row, deletionAuthority });
}

/** Leaves nothing of an organization but its tombstone, see {@link tombstoneOf}; what other modules keep of it is theirs to erase. */
export const buryOrganization = (change: Change, row: OrganizationRow): Promise<OrganizationRow> =>
	saveOrganization(change, row, tombstoneOf(row, change.nowMs));
