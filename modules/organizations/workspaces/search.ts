import type { WorkspaceRow } from "#db/schema";
import type { EntryKey } from "#db/search";
import type { Db } from "#db/store";
import { wordsOf } from "#kernel/search-words";
import { addToSearch, updateSearch } from "#platform/search";

/** Name of the collection in the search index. */
export const WORKSPACE_SEARCH = "workspace";

/** Returns the entry of a workspace in the search index. */
export const entryOf = ({
	orgId,
	createdAtMs,
	id,
	nameKey,
}: Pick<WorkspaceRow, "orgId" | "createdAtMs" | "id" | "nameKey">): EntryKey => ({
	orgId,
	collection: WORKSPACE_SEARCH,
	position: createdAtMs,
	id,
	sortKey: nameKey,
});

/** Returns the words by which a workspace is found. */
export const wordsOfWorkspace = ({ name, slug }: Pick<WorkspaceRow, "name" | "slug">): string[] =>
	wordsOf([name, slug]);

/** Adds a new workspace to the search index. */
export const addWorkspaceToSearch = (tx: Db, row: WorkspaceRow): Promise<void> =>
	addToSearch(tx, entryOf(row), wordsOfWorkspace(row));

/** Brings the search index up to date with a change of a workspace. */
export async function updateWorkspaceSearch(tx: Db, before: WorkspaceRow, after: WorkspaceRow): Promise<void> {
	if (before.name === after.name && before.slug === after.slug) return;
	await updateSearch(tx, entryOf(before), entryOf(after), wordsOfWorkspace(after));
}
