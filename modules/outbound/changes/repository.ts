import { and, eq, inArray } from "drizzle-orm";
import { meetings, transcripts } from "#db/schema";
import { type Bound, type Each, each, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";
import { isEnteredBy, type PersonalView } from "#modules/meetings/meetings";

type Some = { readonly orgId: string; readonly ids: Each<string> };

// Also those that were deleted: that they are gone is a change.
const entered = readRows((db, { orgId, ids, viewer, way }: Bound<Some & PersonalView>) =>
	db
		.select({ id: meetings.id })
		.from(meetings)
		.where(and(eq(meetings.orgId, orgId), inArray(meetings.id, ids), isEnteredBy({ orgId, viewer, way }, meetings))),
);

/** Returns those of some meetings that a person may enter. */
export async function listEntered(db: ReadDb, orgId: string, ids: readonly string[], view: PersonalView) {
	if (ids.length === 0) return new Set<string>();
	const rows = await entered(db, { orgId, ids: each(ids), ...view });
	return new Set(rows.map(({ id }) => id));
}

const meetingOf = readRows((db, { orgId, ids }: Bound<Some>) =>
	db
		.select({ id: transcripts.id, meetingId: transcripts.meetingId })
		.from(transcripts)
		.where(and(eq(transcripts.orgId, orgId), inArray(transcripts.id, ids))),
);

/** Returns the meetings of transcripts by their ids; of one that is gone, none. */
export async function findMeetings(db: ReadDb, orgId: string, ids: readonly string[]): Promise<Map<string, string>> {
	if (ids.length === 0) return new Map();
	const rows = await meetingOf(db, { orgId, ids: each(ids) });
	return new Map(rows.map(({ id, meetingId }) => [id, meetingId]));
}
