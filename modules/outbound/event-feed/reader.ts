import type { EventRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { eventsGone } from "./errors.ts";
import { findFirst, findHead, listEvents } from "./repository.ts";

/** Returns the position before the oldest event that is kept. */
export async function readStart(db: ReadDb, orgId: string): Promise<number> {
	const head = await findHead(db, orgId);
	return ((await findFirst(db, orgId)) ?? head + 1) - 1;
}

/** Most events that one read looks at, however few of them have the types that are wanted. */
const WINDOW = 5_000;

/** What to read of a log. */
interface Wanted {
	readonly orgId: string;
	/** The position before the first event; null: the oldest event that is kept is the first. */
	readonly after: number | null;
	/** Null: all types. */
	readonly types: readonly string[] | null;
	/** Maximum number of events. */
	readonly take: number;
}

/** A part of a log. */
export interface LogPart {
	readonly rows: readonly EventRow[];
	/** The position up to which it was looked; nothing that is wanted is missing up to there. */
	readonly position: number;
	/** The last position of the log. */
	readonly head: number;
}

/**
 * Reads the events that follow a position. Nothing is missing in between: numbers are assigned under a lock that is held
 * until the commit, and what the retention of events has deleted is an error.
 * @throws `gone` when events after the position are not kept any more
 */
export async function readLog(db: ReadDb, { orgId, after, types, take }: Wanted): Promise<LogPart> {
	// The end first: whatever was committed by then is found.
	const head = await findHead(db, orgId);
	const from = after ?? (await readStart(db, orgId));
	if (from >= head) return { rows: [], position: from, head };
	const upTo = Math.min(from + WINDOW, head);
	const rows = await listEvents(db, { orgId, after: from, upTo, take }, types);
	// The beginning last: it moves on while somebody reads. A row that continues the position says that nothing is missing.
	if (after !== null && rows[0]?.sequence !== from + 1) {
		const first = (await findFirst(db, orgId)) ?? head + 1;
		if (from + 1 < first) throw eventsGone(first);
	}
	const last = rows.at(-1);
	return { rows, position: rows.length === take && last ? last.sequence : upTo, head };
}
