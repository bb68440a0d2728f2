import type { OrganizationRow } from "#db/schema";
import type { EntryKey, SearchScope } from "#db/search";
import type { Db } from "#db/store";
import { exactWord, wordsOf } from "#kernel/search-words";
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

/** Returns the words by which an organization is found: those of its name and slug, and its domains. */
export const wordsOfOrganization = ({
	name,
	slug,
	allowedDomains,
}: Pick<OrganizationRow, "name" | "slug" | "allowedDomains">): string[] => [
	...wordsOf([name, slug]),
	...allowedDomains.map(exactWord),
];

/** The columns that its words are made of. */
const SEARCHED = ["name", "slug", "allowedDomains"] as const;

/** Adds a new organization to the search index. */
export const addOrganizationToSearch = (tx: Db, row: OrganizationRow): Promise<void> =>
	addToSearch(tx, entryOf(row), wordsOfOrganization(row));

/** Brings the search index up to date with a change of an organization; a tombstone is not found. */
export async function updateOrganizationSearch(tx: Db, before: OrganizationRow, after: OrganizationRow): Promise<void> {
	if (after.state === "deleted") await removeFromSearch(tx, entryOf(before));
	else if (SEARCHED.some((column) => before[column] !== after[column]))
		await updateSearch(tx, entryOf(before), entryOf(after), wordsOfOrganization(after));
}
