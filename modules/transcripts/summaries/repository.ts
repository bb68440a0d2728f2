import { and, eq } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import { participants, type SummaryRow, summaries } from "#db/schema";
import { type Bound, readRow, readRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import type { Attendee } from "#modules/engines/summarizers";
import type { EnteredMeeting } from "#modules/meetings/meetings";
import { type Horizon, isShown } from "#platform/artifacts";

type OfMeeting = { readonly orgId: string; readonly meetingId: string };

const summaryRows = tenantRows(summaries);

const findOfMeeting = readRow((db, { orgId, meetingId, horizonMs }: Bound<OfMeeting & { horizonMs: Horizon }>) =>
	db
		.select()
		.from(summaries)
		.where(
			and(eq(summaries.orgId, orgId), eq(summaries.meetingId, meetingId), isShown("summary", summaries, horizonMs)),
		)
		.limit(1),
);

/** Returns the summary of a meeting, if it is shown; undefined when there is none. */
export const findSummary = (
	db: ReadDb,
	{ meeting: { orgId, id: meetingId }, horizonMs }: EnteredMeeting,
): Promise<SummaryRow | undefined> => findOfMeeting(db, { orgId, meetingId, horizonMs });

/** Statements on the summaries of one organization, within a change. */
export const summariesOf = (tx: Db, orgId: string) => ({
	...summaryRows(tx, orgId),

	/** Returns the summary of a meeting locked until the change ends; undefined when it has none. */
	async lockOfMeeting(meetingId: string): Promise<SummaryRow | undefined> {
		const found = await findOfMeeting(tx, { orgId, meetingId, horizonMs: undefined });
		return found && summaryRows(tx, orgId).lock(found.id);
	},

	/** Deletes up to `limit` summaries of a meeting, and returns their number. */
	removeOfMeeting: (meetingId: string, limit: number): Promise<number> =>
		deletePortion(
			tx,
			summaries,
			summaries.id,
			and(eq(summaries.orgId, orgId), eq(summaries.meetingId, meetingId)),
			limit,
		),
});

/** More participants than a summary needs to know. */
const MAX_ATTENDEES = 1_000;
const attendees = readRows((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select({ id: participants.id, name: participants.name })
		.from(participants)
		.where(and(eq(participants.orgId, orgId), eq(participants.meetingId, meetingId)))
		.orderBy(participants.createdAtMs, participants.id)
		.limit(MAX_ATTENDEES),
);

/** Returns the participants of a meeting, oldest first. */
export const attendeesOf = (db: ReadDb, meeting: OfMeeting): Promise<Attendee[]> => attendees(db, meeting);
