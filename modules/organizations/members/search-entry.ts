import type { EntryKey } from "#db/search";
import { wordsOf } from "#kernel/search-words";
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

/** Returns the words by which a member is found. */
export const wordsOfMember = ({ name, email }: Named): string[] => wordsOf([name, email]);
