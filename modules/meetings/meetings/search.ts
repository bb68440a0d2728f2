import type { MeetingRow } from "#db/schema";
import type { EntryKey } from "#db/search";
import type { Db } from "#db/store";
import { wordsOf } from "#kernel/search-words";
import { addToSearch, removeFromSearch, type SearchableRow, updateSearch } from "#platform/search";
import { listSearchable } from "./repository.ts";
import { MEETING_SEARCH } from "./search-scope.ts";

/** What is indexed of a meeting. */
export type SearchedMeeting = Pick<MeetingRow, "orgId" | "id" | "startsAtMs" | "title">;

/** Returns the entry of a meeting in the index. */
export const entryOf = ({ orgId, id, startsAtMs }: SearchedMeeting): EntryKey => ({
	orgId,
	collection: MEETING_SEARCH,
	position: startsAtMs,
	id,
});

/** Returns the words by which a meeting is found: those of its title. */
export const wordsOfMeeting = ({ title }: Pick<SearchedMeeting, "title">): string[] => wordsOf([title]);

/** Adds a new meeting to the index. */
export const addMeetingToSearch = (tx: Db, row: SearchedMeeting): Promise<void> =>
	addToSearch(tx, entryOf(row), wordsOfMeeting(row));

/** Removes a meeting from the index. */
export const removeMeetingFromSearch = (tx: Db, row: SearchedMeeting): Promise<void> =>
	removeFromSearch(tx, entryOf(row));

/** Brings the index up to date with a change of a meeting: its title, or its place in the list. */
export async function updateMeetingSearch(tx: Db, before: SearchedMeeting, after: SearchedMeeting): Promise<void> {
	if (before.startsAtMs !== after.startsAtMs) {
		await removeMeetingFromSearch(tx, before);
		await addMeetingToSearch(tx, after);
	} else if (before.title !== after.title) {
		await updateSearch(tx, entryOf(before), entryOf(after), wordsOfMeeting(after));
	}
}

/** Reads meetings to be indexed, in the order of their keys, and locks them. */
export async function readSearchableMeetings(
	tx: Db,
	after: readonly string[] | null,
	take: number,
): Promise<SearchableRow[]> {
	const rows = await listSearchable(tx, after, take);
	return rows.map((row) => ({ key: [row.orgId, row.id], entry: entryOf(row), words: wordsOfMeeting(row) }));
}
