import { and, asc, desc, eq, gt, gte, lte, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { organizations, segments, speakers, type TranscriptIndexRow, transcriptIndexes, transcripts } from "#db/schema";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { SpokenSegment } from "../documents.ts";

type OfTranscript = { readonly orgId: string; readonly transcriptId: string };

const findTranscript = readRow((tx, { orgId, transcriptId }: Bound<OfTranscript>) =>
	tx
		.select({
			meetingId: transcripts.meetingId,
			state: transcripts.state,
			deletedAtMs: transcripts.deletedAtMs,
			orgState: organizations.state,
		})
		.from(transcripts)
		.crossJoin(organizations)
		.where(and(eq(transcripts.orgId, orgId), eq(transcripts.id, transcriptId), eq(organizations.id, transcripts.orgId)))
		.limit(1),
);

/** Returns the meeting of a transcript that may be indexed; undefined when it is gone, failed, or being erased. */
export async function findIndexable(tx: Db, key: OfTranscript): Promise<{ meetingId: string } | undefined> {
	const found = await findTranscript(tx, key);
	const isGone = found === undefined || found.deletedAtMs !== null || found.state === "failed";
	return isGone || found.orgState === "deleted" ? undefined : found;
}

const findRow = readRow((tx, { orgId, transcriptId }: Bound<OfTranscript>) =>
	tx
		.select()
		.from(transcriptIndexes)
		.where(and(eq(transcriptIndexes.orgId, orgId), eq(transcriptIndexes.transcriptId, transcriptId)))
		.limit(1),
);
const lockRow = readRow((tx, { orgId, transcriptId }: Bound<OfTranscript>) =>
	forUpdate(
		tx
			.select()
			.from(transcriptIndexes)
			.where(and(eq(transcriptIndexes.orgId, orgId), eq(transcriptIndexes.transcriptId, transcriptId)))
			.limit(1),
		{ skipLocked: true },
	),
);
const lastNumber = readRow((tx, _values: Bound<Record<never, never>>) =>
	tx
		.select({ number: transcriptIndexes.number })
		.from(transcriptIndexes)
		.orderBy(desc(transcriptIndexes.number))
		.limit(1),
);
const insertRow = write((tx, row: Bound<TranscriptIndexRow>) => tx.insert(transcriptIndexes).values(row));

/**
 * Returns what the index knows of a transcript and locks it; undefined when it is not there, "busy" while another
 * instance has it. Two that wrote documents of one transcript at once could put what they have read before what is newer.
 */
export const takeIndexRow = async (tx: Db, key: OfTranscript): Promise<TranscriptIndexRow | "busy" | undefined> =>
	(await lockRow(tx, key)) ?? ((await findRow(tx, key)) && "busy");

/**
 * Adds a transcript to the index and gives it the next number: of two instances that add the same one, or give the same
 * number, at once, one fails with a conflict and tries again.
 */
export async function addIndexRow(
	tx: Db,
	acrossTenants: Db,
	row: Omit<TranscriptIndexRow, "number" | "removed">,
): Promise<TranscriptIndexRow> {
	const number = ((await lastNumber(acrossTenants, {}))?.number ?? 0) + 1;
	const added = { ...row, number, removed: false };
	await insertRow(tx, added);
	return added;
}

const oneRemoved = readRow((tx, { after }: Bound<{ after: string }>) =>
	forUpdate(
		tx
			.select()
			.from(transcriptIndexes)
			.where(and(sql`${transcriptIndexes.removed}`, gt(transcriptIndexes.orgId, after)))
			.orderBy(asc(transcriptIndexes.orgId), asc(transcriptIndexes.number))
			.limit(1),
		{ skipLocked: true },
	),
);

/**
 * Returns a transcript that is to be removed from the index, and locks its row: of the next organization after the one that
 * was last; undefined when there is none.
 */
export const takeRemoved = async (acrossTenants: Db, last: string): Promise<TranscriptIndexRow | undefined> =>
	(await oneRemoved(acrossTenants, { after: last })) ?? (await oneRemoved(acrossTenants, { after: "" }));

const removedOf = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	db
		.select({ number: transcriptIndexes.number })
		.from(transcriptIndexes)
		.where(and(eq(transcriptIndexes.orgId, orgId), sql`${transcriptIndexes.removed}`))
		.limit(1),
);

/** Whether transcripts of an organization are to be removed from the index. */
export const hasRemoved = async (db: ReadDb, orgId: string): Promise<boolean> =>
	(await removedOf(db, { orgId })) !== undefined;

type Range = OfTranscript & { readonly fromMs: number; readonly toMs: number; readonly take: number };
const readRange = readRows((tx, { orgId, transcriptId, fromMs, toMs, take }: Bound<Range>) =>
	tx
		.select({ startMs: segments.startMs, seq: segments.seq, text: segments.text, speakerId: segments.speakerId })
		.from(segments)
		.where(
			and(
				eq(segments.orgId, orgId),
				eq(segments.transcriptId, transcriptId),
				gte(segments.startMs, fromMs),
				lte(segments.startMs, toMs),
			),
		)
		.orderBy(asc(segments.startMs), asc(segments.seq))
		.limit(take),
);
const readSpeakers = readRows((tx, { orgId, transcriptId }: Bound<OfTranscript>) =>
	tx
		.select({ id: speakers.id, label: speakers.label, mergedInto: speakers.mergedInto })
		.from(speakers)
		.where(and(eq(speakers.orgId, orgId), eq(speakers.transcriptId, transcriptId)))
		.orderBy(asc(speakers.id))
		.limit(1_000),
);

/** Returns the first segments of a transcript that start within a range, with the names of who is shown as their speaker. */
export async function readSpoken(tx: Db, range: Range): Promise<SpokenSegment[]> {
	const [rows, known] = await Promise.all([readRange(tx, range), readSpeakers(tx, range)]);
	const byId = new Map(known.map((speaker) => [speaker.id, speaker]));
	return rows.map(({ startMs, seq, text, speakerId }) => {
		const own = speakerId === null ? undefined : byId.get(speakerId);
		const shown = own?.mergedInto == null ? own : (byId.get(own.mergedInto) ?? own);
		return { startMs, seq, text, speaker: shown?.label ?? null };
	});
}

const startOf = readRow((tx, { orgId, transcriptId, segmentId }: Bound<OfTranscript & { segmentId: string }>) =>
	tx
		.select({ startMs: segments.startMs })
		.from(segments)
		.where(and(eq(segments.orgId, orgId), eq(segments.transcriptId, transcriptId), eq(segments.id, segmentId)))
		.limit(1),
);

/** Returns when a segment starts, in ms of the transcript; undefined when there is none. */
export const findStart = async (
	tx: Db,
	key: OfTranscript & { readonly segmentId: string },
): Promise<number | undefined> => (await startOf(tx, key))?.startMs;
