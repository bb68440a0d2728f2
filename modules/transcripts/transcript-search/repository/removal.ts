import { and, asc, eq, sql } from "drizzle-orm";
import { type TranscriptIndexRow, transcriptIndexes, unindexedSegments } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { Db } from "#db/store";
import { tenantNumber, wordIndex } from "#db/word-index";
import { transcriptToken } from "../documents.ts";

type OfTranscript = { readonly orgId: string; readonly transcriptId: string };

/** When parts that are due at once are indexed, after which those follow that are older than the index. */
type Part = OfTranscript & { readonly fromMs: number; readonly toMs: number; readonly dueAtMs: number };

const insertPart = write((tx, part: Bound<Part>) =>
	tx
		.insert(unindexedSegments)
		.values(part)
		.onConflictDoUpdate({
			target: [unindexedSegments.orgId, unindexedSegments.transcriptId, unindexedSegments.fromMs],
			set: {
				toMs: sql`case when excluded.to_ms > ${unindexedSegments.toMs} then excluded.to_ms else ${unindexedSegments.toMs} end`,
				dueAtMs: sql`excluded.due_at_ms`,
			},
		}),
);

/** Notes that a part of a transcript is to be indexed, in the change that stores it. */
export const addPart = async (tx: Db, part: Part): Promise<void> => void (await insertPart(tx, part));

const markRemoved = write((tx, { orgId, transcriptId }: Bound<OfTranscript>) =>
	tx
		.update(transcriptIndexes)
		.set({ removed: sql`true` })
		.where(and(eq(transcriptIndexes.orgId, orgId), eq(transcriptIndexes.transcriptId, transcriptId))),
);
const deleteParts = write((tx, { orgId, transcriptId }: Bound<OfTranscript>) =>
	tx
		.delete(unindexedSegments)
		.where(and(eq(unindexedSegments.orgId, orgId), eq(unindexedSegments.transcriptId, transcriptId))),
);

/** Lets the indexer remove a transcript from the index. */
export async function removeFromIndex(tx: Db, key: OfTranscript): Promise<void> {
	await Promise.all([markRemoved(tx, key), deleteParts(tx, key)]);
}

const deleteRow = write((tx, { orgId, transcriptId }: Bound<OfTranscript>) =>
	tx
		.delete(transcriptIndexes)
		.where(and(eq(transcriptIndexes.orgId, orgId), eq(transcriptIndexes.transcriptId, transcriptId))),
);

/** Removes up to `limit` documents of a transcript, at the end its row and what was to be indexed; returns their number. */
export async function removeDocuments(tx: Db, row: TranscriptIndexRow, limit: number): Promise<number> {
	const tenant = tenantNumber(row.orgId);
	const removed = await wordIndex.removePortion(tx, tenant, transcriptToken(tenant, row.number), limit);
	if (removed >= limit) return removed;
	const parts = await deleteParts(tx, row);
	return removed + parts + (await deleteRow(tx, row));
}

type OfMeeting = { readonly orgId: string; readonly meetingId: string | undefined };
const findIndex = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select()
		.from(transcriptIndexes)
		.where(and(eq(transcriptIndexes.orgId, orgId), meetingId && eq(transcriptIndexes.meetingId, meetingId)))
		// Of the index: those of one meeting are not looked for among all of the organization.
		.orderBy(asc(transcriptIndexes.orgId), asc(transcriptIndexes.meetingId), asc(transcriptIndexes.number))
		.limit(1),
);

/** Removes up to about `limit` documents of an organization, or of one of its meetings; returns their number. */
export async function eraseDocuments(tx: Db, { orgId, meetingId }: OfMeeting, limit: number): Promise<number> {
	let erased = 0;
	while (erased < limit) {
		const row = await findIndex(tx, { orgId, meetingId });
		if (row === undefined) return erased;
		erased += await removeDocuments(tx, row, limit - erased);
	}
	return erased;
}
