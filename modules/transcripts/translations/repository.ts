import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { portionDeletion } from "#db/portions";
import {
	processingJobs,
	segments,
	type TranscriptRow,
	type TranslatedSegmentRow,
	type TranslationRow,
	transcripts,
	translatedSegments,
	translations,
} from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";
import { type Horizon, isShown } from "#platform/artifacts";

type OfTranscript = { readonly orgId: string; readonly transcriptId: string };
type ShownOf = OfTranscript & { readonly horizonMs: Horizon };
type OneTranslation = { readonly orgId: string; readonly translationId: string };

/** Order of the translations of a transcript, which has one to each language. */
export const byLanguage = keyset("asc", { language: translations.language });

const rowsOf = tenantRows(translations, isNull(translations.deletedAtMs));
const ofTranscript = ({ orgId, transcriptId }: Bound<OfTranscript>) =>
	and(
		eq(translations.orgId, orgId),
		eq(translations.transcriptId, transcriptId),
		sql`${translations.deletedAtMs} is null`,
	);

/** A translation with how far the job is that makes it; null without one. */
export interface FollowedTranslation extends TranslationRow {
	readonly progress: number | null;
}

const listOfTranscript = readRows((db, { orgId, transcriptId, horizonMs, after, take }: Bound<ShownOf & SliceValues>) =>
	db
		.select({ ...getTableColumns(translations), progress: processingJobs.progress })
		.from(translations)
		.leftJoin(processingJobs, and(eq(processingJobs.orgId, orgId), eq(processingJobs.id, translations.jobId)))
		.where(
			and(
				ofTranscript({ orgId, transcriptId } as Bound<OfTranscript>),
				isShown("translation", translations, horizonMs),
				byLanguage.after(after),
			),
		)
		.orderBy(...byLanguage.by)
		.limit(take),
);
const ofLanguage = readRow((db, { language, ...key }: Bound<OfTranscript & { language: string }>) =>
	db
		.select()
		.from(translations)
		.where(and(ofTranscript(key as Bound<OfTranscript>), eq(translations.language, language)))
		.limit(1),
);
const jobProgress = readRow((db, { orgId, id }: Bound<{ orgId: string; id: string }>) =>
	db
		.select({ progress: processingJobs.progress })
		.from(processingJobs)
		.where(and(eq(processingJobs.orgId, orgId), eq(processingJobs.id, id)))
		.limit(1),
);
const transcript = readRow((db, { orgId, id }: Bound<{ orgId: string; id: string }>) =>
	db
		.select()
		.from(transcripts)
		.where(and(eq(transcripts.orgId, orgId), eq(transcripts.id, id), isNull(transcripts.deletedAtMs)))
		.limit(1),
);

/** Queries on the translations of one organization; those that were removed are in none of them. */
export const readTranslationsOf = (db: ReadDb, orgId: string) => ({
	find: rowsOf(db, orgId).find,

	/** Returns a slice of the translations of a transcript, {@link byLanguage}, each with the progress of its job. */
	listOfTranscript: (transcriptId: string, horizonMs: Horizon, slice: Slice): Promise<FollowedTranslation[]> =>
		listOfTranscript(db, { orgId, transcriptId, horizonMs, ...sliceValues(slice) }),

	/** Returns the translation of a transcript to a language; undefined when there is none. */
	ofLanguage: (transcriptId: string, language: string): Promise<TranslationRow | undefined> =>
		ofLanguage(db, { orgId, transcriptId, language }),

	/** Returns how far a job is, 0…1; null when there is none. */
	progressOf: async (jobId: string | null): Promise<number | null> =>
		jobId === null ? null : ((await jobProgress(db, { orgId, id: jobId }))?.progress ?? null),

	/** Returns a transcript that was not removed. */
	transcript: (id: string): Promise<TranscriptRow | undefined> => transcript(db, { orgId, id }),
});

type Carry = OfTranscript & { readonly from: number; readonly to: number };
const carryRevision = write((tx, { from, to, ...key }: Bound<Carry>) =>
	tx
		.update(translations)
		.set({ transcriptRevision: to })
		.where(and(ofTranscript(key as Bound<OfTranscript>), eq(translations.transcriptRevision, from))),
);

/** Statements on the translations of one organization, within a change. */
export const translationsOf = (tx: Db, orgId: string) => ({
	...rowsOf(tx, orgId),

	/** Lets those that were current stay so, where a revision of the transcript changed nothing that is translated. */
	carryRevision: (transcriptId: string, to: number): Promise<number> =>
		carryRevision(tx, { orgId, transcriptId, from: to - 1, to }),
});

/** Order in which segments are spoken and translated. */
export const spokenOrder = keyset("asc", { startMs: segments.startMs, seq: segments.seq });

/** A segment, and the revision of it that is translated; null: none. */
export interface TranslatableSegment {
	readonly id: string;
	readonly startMs: number;
	readonly seq: number;
	readonly endMs: number;
	readonly text: string;
	readonly language: string;
	readonly revision: number;
	readonly translated: number | null;
}

const translatable = readRows(
	(db, { orgId, transcriptId, translationId, after, take }: Bound<OfTranscript & OneTranslation & SliceValues>) =>
		db
			.select({
				id: segments.id,
				startMs: segments.startMs,
				seq: segments.seq,
				endMs: segments.endMs,
				text: segments.text,
				language: segments.language,
				revision: segments.revision,
				translated: translatedSegments.revision,
			})
			.from(segments)
			.leftJoin(
				translatedSegments,
				and(
					eq(translatedSegments.orgId, orgId),
					eq(translatedSegments.translationId, translationId),
					eq(translatedSegments.segmentId, segments.id),
				),
			)
			.where(and(eq(segments.orgId, orgId), eq(segments.transcriptId, transcriptId), spokenOrder.after(after)))
			.orderBy(...spokenOrder.by)
			.limit(take),
);

/** Returns a slice of the segments of the transcript of a translation, in {@link spokenOrder}. */
export const listTranslatable = (
	db: ReadDb,
	{ orgId, id, transcriptId }: TranslationRow,
	slice: Slice,
): Promise<TranslatableSegment[]> =>
	translatable(db, { orgId, transcriptId, translationId: id, ...sliceValues(slice) });

/** A translated text to be stored. */
export type NewText = Pick<TranslatedSegmentRow, "segmentId" | "revision" | "text">;

type Batch = OneTranslation & { readonly [C in keyof NewText]: Each<NewText[C]> };
const upsert = write((tx, { orgId, translationId, segmentId, revision, text }: Bound<Batch>) => {
	const rows = segmentId.map((_id, at) => ({
		orgId,
		translationId,
		segmentId: segmentId[at],
		revision: revision[at],
		text: text[at],
	}));
	return tx
		.insert(translatedSegments)
		.values(rows as never)
		.onConflictDoUpdate({
			target: [translatedSegments.orgId, translatedSegments.translationId, translatedSegments.segmentId],
			set: { revision: sql`excluded.revision`, text: sql`excluded.text` },
			setWhere: sql`${translatedSegments.revision} < excluded.revision`,
		});
});

/** Sizes of batches, so that a statement is compiled for each and not for every number of rows. */
const BATCH_SIZES = [128, 64, 32, 16, 8, 4, 2, 1];

/** Stores texts, in the place of those that translate an earlier revision. */
export async function storeTexts(tx: Db, { orgId, id }: TranslationRow, rows: readonly NewText[]): Promise<void> {
	const written: Promise<number>[] = [];
	for (let from = 0; from < rows.length; ) {
		const size = BATCH_SIZES.find((count) => count <= rows.length - from) ?? 1;
		const batch = rows.slice(from, from + size);
		const column = <C extends keyof NewText>(name: C) => each(batch.map((row) => row[name]));
		const [segmentId, revision, text] = [column("segmentId"), column("revision"), column("text")];
		written.push(upsert(tx, { orgId, translationId: id, segmentId, revision, text }));
		from += size;
	}
	await Promise.all(written);
}

const removeTextRows = portionDeletion(
	translatedSegments,
	translatedSegments.segmentId,
	({ orgId, translationId }: Bound<{ orgId: string; translationId: string }>) =>
		and(eq(translatedSegments.orgId, orgId), eq(translatedSegments.translationId, translationId)),
);

/** Deletes up to `limit` texts of a translation and returns their number. */
export const removeTexts = (tx: Db, { orgId, translationId }: OneTranslation, limit: number): Promise<number> =>
	removeTextRows(tx, { orgId, translationId }, limit);

const removeRow = write((tx, { orgId, translationId }: Bound<OneTranslation>) =>
	tx.delete(translations).where(and(eq(translations.orgId, orgId), eq(translations.id, translationId))),
);

/** Deletes the row of a translation that has no texts left, and returns how many that were. */
export const removeTranslation = (tx: Db, key: OneTranslation): Promise<number> => removeRow(tx, key);

const anyOfTranscript = readRow((db, { orgId, transcriptId }: Bound<OfTranscript>) =>
	db
		.select({ id: translations.id })
		.from(translations)
		.where(and(eq(translations.orgId, orgId), eq(translations.transcriptId, transcriptId)))
		.limit(1),
);

/** Returns the id of a translation of a transcript, removed or not; undefined when there is none. */
export const findAny = async (db: ReadDb, key: OfTranscript): Promise<string | undefined> =>
	(await anyOfTranscript(db, key))?.id;
