import { and, eq, getTableColumns, gt, inArray, lt, sql } from "drizzle-orm";
import { dialect } from "#db/dialect";
import { rarely } from "#db/dsl";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { portionDeletion } from "#db/portions";
import { type SegmentRevisionRow, type SegmentRow, segmentRevisions, segments, transcripts } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";
import type { NewSegment, TranscriptKey } from "../ports.ts";

type OfTranscript = { readonly orgId: string; readonly transcriptId: string };
type OfSegment = OfTranscript & { readonly segmentId: string };

/** A segment without its words, which are the larger part of it. */
export type PlainSegment = Omit<SegmentRow, "words">;

/** Which segments of a transcript are read. */
export interface SegmentFilter {
	/** Only segments that end after this, in ms. */
	readonly endsAfterMs: number | undefined;
	/** Only segments that start before this, in ms. */
	readonly startsBeforeMs: number | undefined;
}

/** Order of the segments of a transcript. */
export const spokenOrder = keyset("asc", { startMs: segments.startMs, seq: segments.seq });

const { words: _, ...plainColumns } = getTableColumns(segments);

type Segments = OfTranscript & SegmentFilter & SliceValues & { readonly speakerId: string | undefined };
const ofTranscript = ({ orgId, transcriptId }: Bound<OfTranscript>) =>
	and(eq(segments.orgId, orgId), eq(segments.transcriptId, transcriptId));
const matching = (values: Bound<Segments>) =>
	and(
		ofTranscript(values),
		values.speakerId && rarely(eq(segments.speakerId, values.speakerId)),
		values.startsBeforeMs && lt(segments.startMs, values.startsBeforeMs),
		values.endsAfterMs && gt(segments.endMs, values.endsAfterMs),
		spokenOrder.after(values.after),
	);

const listWithWords = readRows((db, values: Bound<Segments>) =>
	db
		.select()
		.from(segments)
		.where(matching(values))
		.orderBy(...spokenOrder.by)
		.limit(values.take),
);
const listPlain = readRows((db, values: Bound<Segments>) =>
	db
		.select(plainColumns)
		.from(segments)
		.where(matching(values))
		.orderBy(...spokenOrder.by)
		.limit(values.take),
);
const find = readRow((db, { segmentId, ...key }: Bound<OfSegment>) =>
	db
		.select()
		.from(segments)
		.where(and(ofTranscript(key as Bound<OfTranscript>), eq(segments.id, segmentId)))
		.limit(1),
);

const listStarts = readRows((db, { ids, ...key }: Bound<OfTranscript & { readonly ids: Each<string> }>) =>
	db
		.select({ id: segments.id, startMs: segments.startMs })
		.from(segments)
		.where(and(ofTranscript(key as Bound<OfTranscript>), inArray(segments.id, ids))),
);

/** Order of the earlier texts of a segment. */
export const latestFirst = keyset("desc", { revision: segmentRevisions.revision });

const listRevisions = readRows((db, { orgId, transcriptId, segmentId, after, take }: Bound<OfSegment & SliceValues>) =>
	db
		.select()
		.from(segmentRevisions)
		.where(
			and(
				eq(segmentRevisions.orgId, orgId),
				eq(segmentRevisions.transcriptId, transcriptId),
				eq(segmentRevisions.segmentId, segmentId),
				latestFirst.after(after),
			),
		)
		.orderBy(...latestFirst.by)
		.limit(take),
);

/** Queries on the segments of a transcript. */
export function readSegmentsOf(db: ReadDb, { orgId, id: transcriptId }: TranscriptKey) {
	const key = { orgId, transcriptId };
	return {
		/** Returns a slice of the segments in {@link spokenOrder}, without their words. */
		list: (filter: SegmentFilter, slice: Slice, speakerId?: string): Promise<PlainSegment[]> =>
			listPlain(db, { ...key, ...filter, ...sliceValues(slice), speakerId }),

		/** Returns a slice of the segments in {@link spokenOrder}. */
		listWithWords: (filter: SegmentFilter, slice: Slice, speakerId?: string): Promise<SegmentRow[]> =>
			listWithWords(db, { ...key, ...filter, ...sliceValues(slice), speakerId }),

		/** Returns the segment with this id; undefined when there is none. */
		find: (segmentId: string): Promise<SegmentRow | undefined> => find(db, { ...key, segmentId }),

		/** Returns the starts of the segments with these ids, in ms, by id; without those that there are not. */
		async startsOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
			const rows = ids.length === 0 ? [] : await listStarts(db, { ...key, ids: each(ids) });
			return new Map(rows.map(({ id, startMs }) => [id, startMs]));
		},

		/** Returns a slice of the earlier texts of a segment, {@link latestFirst}. */
		listRevisions: (segmentId: string, slice: Slice): Promise<SegmentRevisionRow[]> =>
			listRevisions(db, { ...key, segmentId, ...sliceValues(slice) }),
	};
}

type Change = Pick<SegmentRow, "text" | "speakerId" | "revision">;
const update = write((tx, { orgId, transcriptId, segmentId, ...values }: Bound<OfSegment & Change>) =>
	tx
		.update(segments)
		.set({ ...values, edited: true })
		.where(and(eq(segments.orgId, orgId), eq(segments.transcriptId, transcriptId), eq(segments.id, segmentId))),
);
const insertRevision = write((tx, row: Bound<SegmentRevisionRow>) => tx.insert(segmentRevisions).values(row));

/** Replaces the text and the speaker of a segment, and keeps those it had. */
export async function reviseSegment(tx: Db, row: SegmentRow, next: Change, by: string, nowMs: number): Promise<void> {
	const { orgId, transcriptId, id: segmentId, revision, text, speakerId } = row;
	const kept = { orgId, transcriptId, segmentId, revision, text, speakerId, replacedBy: by, replacedAtMs: nowMs };
	await Promise.all([insertRevision(tx, kept), update(tx, { orgId, transcriptId, segmentId, ...next })]);
}

type SegmentRevision = OfSegment & Pick<SegmentRow, "text" | "confidence" | "words" | "revision">;
const rehear = write((tx, { orgId, transcriptId, segmentId, ...values }: Bound<SegmentRevision>) =>
	tx
		.update(segments)
		.set(values)
		.where(and(eq(segments.orgId, orgId), eq(segments.transcriptId, transcriptId), eq(segments.id, segmentId))),
);

const countRevision = write((tx, { orgId, transcriptId }: Bound<OfTranscript>) =>
	tx
		.update(transcripts)
		.set({ revision: sql`${transcripts.revision} + 1` })
		.where(and(eq(transcripts.orgId, orgId), eq(transcripts.id, transcriptId))),
);

/** Replaces what was heard in a segment, and counts a revision of its transcript. */
export async function rehearSegment(tx: Db, rehearing: SegmentRevision): Promise<void> {
	const { orgId, transcriptId } = rehearing;
	await Promise.all([rehear(tx, rehearing), countRevision(tx, { orgId, transcriptId })]);
}

const countLanguages = readRows((db, key: Bound<OfTranscript>) =>
	db
		.select({ language: segments.language, count: sql<number>`count(*)` })
		.from(segments)
		.where(ofTranscript(key))
		.groupBy(segments.language),
);

/** Returns the languages of the segments of a transcript, that of the most first; reads all of them. */
export async function listLanguages(db: ReadDb, { orgId, id: transcriptId }: TranscriptKey): Promise<string[]> {
	const rows = await countLanguages(db, { orgId, transcriptId });
	return rows.sort((a, b) => Number(b.count) - Number(a.count)).map(({ language }) => language);
}

/** Values of the rows of a batch, by column. */
type Batch = OfTranscript & { readonly [C in BatchColumn]: Each<SegmentRow[C]> };
type BatchColumn = Exclude<keyof SegmentRow, "orgId" | "transcriptId" | "revision" | "edited">;

const insertBatch = write((tx, { orgId, transcriptId, ...columns }: Bound<Batch>) => {
	const { id, seq, speakerId, startMs, endMs, text, language, confidence, words, source } = columns as Bound<Batch>;
	const rows = id.map((_id, at) => ({
		orgId,
		transcriptId,
		id: id[at],
		seq: seq[at],
		speakerId: speakerId[at],
		startMs: startMs[at],
		endMs: endMs[at],
		text: text[at],
		language: language[at],
		confidence: confidence[at],
		words: words[at],
		source: source[at],
		revision: sql`1`,
		edited: sql`false`,
	}));
	return tx
		.insert(segments)
		.values(rows as never)
		.onConflictDoNothing();
});

/** Sizes of batches, so that a statement is compiled for each and not for every number of rows. */
const BATCH_SIZES = [128, 64, 32, 16, 8, 4, 2, 1];

/** A segment to be inserted. */
export type InsertedSegment = NewSegment & Pick<SegmentRow, "id" | "source">;

/** Inserts segments whose position is not taken, with these ids, and returns how many. */
export async function insertSegments(
	tx: Db,
	{ orgId, id: transcriptId }: TranscriptKey,
	rows: readonly InsertedSegment[],
): Promise<number> {
	const written: Promise<number>[] = [];
	for (let from = 0; from < rows.length; ) {
		const size = BATCH_SIZES.find((count) => count <= rows.length - from) ?? 1;
		const batch = rows.slice(from, from + size);
		const column = <C extends BatchColumn>(name: C) => each(batch.map((row) => row[name] as SegmentRow[C]));
		written.push(
			insertBatch(tx, {
				orgId,
				transcriptId,
				id: column("id"),
				seq: column("seq"),
				speakerId: column("speakerId"),
				startMs: column("startMs"),
				endMs: column("endMs"),
				text: column("text"),
				language: column("language"),
				confidence: column("confidence"),
				words: column("words"),
				source: column("source"),
			}),
		);
		from += size;
	}
	return (await Promise.all(written)).reduce((sum, count) => sum + count, 0);
}

type Growth = TranscriptKey & { readonly count: number; readonly endMs: number };
const grow = write((tx, { orgId, id, count, endMs }: Bound<Growth>) =>
	tx
		.update(transcripts)
		.set({
			segmentCount: sql`${transcripts.segmentCount} + ${count}`,
			durationMs: sql`case when ${transcripts.durationMs} < ${endMs} then ${endMs} else ${transcripts.durationMs} end`,
		})
		.where(and(eq(transcripts.orgId, orgId), eq(transcripts.id, id), sql`${transcripts.deletedAtMs} is null`)),
);

/** Counts segments that were stored; returns false when the transcript was removed. */
export const countSegments = async (tx: Db, growth: Growth): Promise<boolean> => (await grow(tx, growth)) === 1;

/** The columns by which each engine finds the segments of a portion again, without reading all of the transcript. */
const SEGMENT_KEY = dialect === "sqlite" ? [segments.startMs, segments.seq] : [segments.id];

const removeRevisions = portionDeletion(
	segmentRevisions,
	segmentRevisions.segmentId,
	({ orgId, id }: Bound<{ orgId: string; id: string }>) =>
		and(eq(segmentRevisions.orgId, orgId), eq(segmentRevisions.transcriptId, id)),
);
const removeRows = portionDeletion(segments, SEGMENT_KEY, ({ orgId, id }: Bound<{ orgId: string; id: string }>) =>
	and(eq(segments.orgId, orgId), eq(segments.transcriptId, id)),
);

/**
 * Deletes up to `limit` segments of a transcript, or hardly more of their earlier texts, and returns their number: a
 * segment loses all of its earlier texts at once.
 */
export async function removeSegments(tx: Db, { orgId, id }: TranscriptKey, limit: number): Promise<number> {
	const earlier = await removeRevisions(tx, { orgId, id }, limit);
	return earlier >= limit ? earlier : earlier + (await removeRows(tx, { orgId, id }, limit - earlier));
}
