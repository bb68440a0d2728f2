import type { EntryKey } from "#db/search";
import type { MemberRow } from "./repository.ts";

/** Name of the search index over the members of an organization. */
export const MEMBER_SEARCH = "member";

/** What identifies a member in the index. */
export type MemberKey = Pick<MemberRow, "orgId" | "userId" | "joinedAtMs">;
/** What they are found by. */
type Named = Pick<MemberRow, "name" | "email">;

/** Returns the entry of a member in the index. */
export const entryOf = ({ orgId, userId, joinedAtMs }: MemberKey): EntryKey => ({
	orgId,
	collection: MEMBER_SEARCH,
	position: joinedAtMs,
	id: userId,
});

/** Returns the texts by whose words a member is found. */
export const searchedTexts = ({ name, email }: Named): string[] => [name, email];
