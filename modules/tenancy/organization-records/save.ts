import type { OrganizationRow } from "#db/schema";
import type { Change } from "#platform/unit-of-work";
import { organizationList, organizationsRepository as repository } from "./repository.ts";
import { tombstoneOf } from "./row.ts";

/** The columns that a change can set; version and time of the update are set automatically. */
export type SavedColumns = Partial<Omit<OrganizationRow, "id" | "version" | "createdAtMs" | "updatedAtMs">>;

/**
 * Stores new values of an organization locked by the change, as its next version, and invalidates its cache entries.
 * @param row as read when it was locked
 * @returns the organization as it is now
 */
export async function saveOrganization(
	change: Change,
	row: OrganizationRow,
	columns: SavedColumns,
): Promise<OrganizationRow> {
	const written = { ...columns, version: row.version + 1, updatedAtMs: change.nowMs };
	await repository.update(change.tx, row.id, written);
	const saved = { ...row, ...written };
	// A tombstone is not found.
	if (saved.state === "deleted") await organizationList.remove(change.tx, row);
	else await organizationList.update(change.tx, row, saved);
	change.invalidate(row.id);
	return saved;
}

/** Assigns a pending deletion to another authority. No representation includes it, so the version stays. */
export async function setDeletionAuthority(
	change: Change,
	row: OrganizationRow,
	deletionAuthority: OrganizationRow["deletionAuthority"],
): Promise<void> {
	await repository.update(change.tx, row.id, { deletionAuthority });
}

/**
 * Replaces an organization with its tombstone, see {@link tombstoneOf}. The other modules must erase their tables
 * first.
 */
export const saveTombstone = (change: Change, row: OrganizationRow): Promise<OrganizationRow> =>
	saveOrganization(change, row, tombstoneOf(row, change.nowMs));
