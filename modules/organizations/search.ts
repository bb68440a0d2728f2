import type { OrganizationRow } from "#db/schema";
import type { EntryKey, SearchScope } from "#db/search";
import type { Db } from "#db/store";
import { addToSearch, removeFromSearch, updateSearch } from "#platform/search";
import { PLATFORM } from "#platform/unit-of-work";

/** The list of all organizations, which belongs to none of them. */
export const allOrganizations: SearchScope = { orgId: PLATFORM, collection: "organization" };

/** Returns the entry of an organization in the search index. */
export const entryOf = ({
	createdAtMs,
	id,
	nameKey,
}: Pick<OrganizationRow, "createdAtMs" | "id" | "nameKey">): EntryKey => ({
	...allOrganizations,
	position: createdAtMs,
	id,
	sortKey: nameKey,
});

/** Returns the texts by whose words an organization is found. */
export const searchedTexts = ({ name, slug }: Pick<OrganizationRow, "name" | "slug">): string[] => [name, slug];

/** Adds a new organization to the search index. */
export const addOrganizationToSearch = (tx: Db, row: OrganizationRow): Promise<void> =>
	addToSearch(tx, entryOf(row), searchedTexts(row));

/** Brings the search index up to date with a change of an organization; a tombstone is not found. */
export async function updateOrganizationSearch(tx: Db, before: OrganizationRow, after: OrganizationRow): Promise<void> {
	if (after.state === "deleted") await removeFromSearch(tx, entryOf(before));
	else if (before.name !== after.name || before.slug !== after.slug)
		await updateSearch(tx, entryOf(before), entryOf(after), searchedTexts(after));
}
