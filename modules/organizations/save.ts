import type { OrganizationRow } from "#db/schema";
import type { Change } from "#platform/unit-of-work";
import { organizationsRepository as repository } from "./repository.ts";
import { tombstoneOf } from "./row.ts";

/** The columns a change may set; version and time are set with them. */
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

/** Hands a pending deletion over to another authority. No representation shows it: the version stays. */
export async function setDeletionAuthority(
	change: Change,
	row: OrganizationRow,
	deletionAuthority: OrganizationRow["deletionAuthority"],
): Promise<void> {
	await repository.update(change.tx, { ...row, deletionAuthority });
}

/** Replaces an organization by its tombstone, see {@link tombstoneOf}. Other modules erase their own tables first. */
export const saveTombstone = (change: Change, row: OrganizationRow): Promise<OrganizationRow> =>
	saveOrganization(change, row, tombstoneOf(row, change.nowMs));
