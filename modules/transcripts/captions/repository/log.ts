import { and, eq, getTableColumns, gt, isNull, sql } from "drizzle-orm";
import {
	type LiveEventRow,
	type LiveSessionRow,
	liveEvents,
	segments,
	speakers,
	translatedSegments,
	translations,
} from "#db/schema";
import { type Bound, type Each, each, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

/** Most rows that one statement inserts. */
const MAX_ROWS = 100;

type OfSession = { readonly orgId: string; readonly sessionId: string };

const insertEvent = write((tx, row: Bound<LiveEventRow>) => tx.insert(liveEvents).values(row));

type Segments = OfSession & { readonly seq: Each<number>; readonly segmentId: Each<string> };
const insertFinals = write((tx, { orgId, sessionId, seq, segmentId }: Bound<Segments>) => {
	const rows = seq.map((_seq, at) => ({
		orgId,
		sessionId,
		seq: seq[at],
		kind: sql`'final'`,
		segmentId: segmentId[at],
		language: sql`null`,
	}));
	return tx.insert(liveEvents).values(rows as never);
});

/** Appends the events of segments to the log of a session, the first with the sequence `firstSeq`. */
export async function appendFinals(
	tx: Db,
	{ orgId, id: sessionId }: Pick<LiveSessionRow, "orgId" | "id">,
	firstSeq: number,
	segmentIds: readonly string[],
): Promise<void> {
	const written: Promise<number>[] = [];
	for (let from = 0; from < segmentIds.length; from += MAX_ROWS) {
		const some = segmentIds.slice(from, from + MAX_ROWS);
		const seq = some.map((_id, at) => firstSeq + from + at);
		written.push(insertFinals(tx, { orgId, sessionId, seq: each(seq), segmentId: each(some) }));
	}
	await Promise.all(written);
}

/** Appends an event to the log of a session. */
export const appendEvent = async (tx: Db, row: LiveEventRow): Promise<void> => void (await insertEvent(tx, row));

type Page = OfSession & { readonly transcriptId: string; readonly after: number; readonly take: number };
const onPage = ({ orgId, sessionId, after }: Bound<Page>) =>
	and(eq(liveEvents.orgId, orgId), eq(liveEvents.sessionId, sessionId), gt(liveEvents.seq, after));

const { words: _, ...segmentColumns } = getTableColumns(segments);
const finals = readRows((db, page: Bound<Page>) =>
	db
		.select({
			seq: liveEvents.seq,
			kind: liveEvents.kind,
			segment: segmentColumns,
			speakerId: speakers.id,
			participantId: speakers.participantId,
			label: speakers.label,
		})
		.from(liveEvents)
		.leftJoin(
			segments,
			and(
				eq(segments.orgId, page.orgId),
				eq(segments.transcriptId, page.transcriptId),
				eq(segments.id, liveEvents.segmentId),
			),
		)
		.leftJoin(speakers, and(eq(speakers.orgId, page.orgId), eq(speakers.id, segments.speakerId)))
		.where(onPage(page))
		.orderBy(liveEvents.seq)
		.limit(page.take),
);
const translated = readRows((db, page: Bound<Page>) =>
	db
		.select({
			seq: liveEvents.seq,
			segmentId: liveEvents.segmentId,
			language: liveEvents.language,
			text: translatedSegments.text,
		})
		.from(liveEvents)
		.leftJoin(
			translations,
			and(
				eq(translations.orgId, page.orgId),
				eq(translations.transcriptId, page.transcriptId),
				eq(translations.language, liveEvents.language),
				isNull(translations.deletedAtMs),
			),
		)
		.leftJoin(
			translatedSegments,
			and(
				eq(translatedSegments.orgId, page.orgId),
				eq(translatedSegments.translationId, translations.id),
				eq(translatedSegments.segmentId, liveEvents.segmentId),
			),
		)
		.where(onPage(page))
		.orderBy(liveEvents.seq)
		.limit(page.take),
);

/** A final of the log, with its segment as it is now. */
export type LoggedFinal = Awaited<ReturnType<typeof finals>>[number];
/** A translation of the log, with its text as it is now. */
export type LoggedTranslation = Readonly<Record<"segmentId" | "language" | "text", string>> & { readonly seq: number };

/** Reads pages of the log of a session that has a transcript. */
export function readLog(
	db: ReadDb,
	{ orgId, id: sessionId }: Pick<LiveSessionRow, "orgId" | "id">,
	transcriptId: string,
) {
	const page = (after: number, take: number): Page => ({ orgId, sessionId, transcriptId, after, take });
	return {
		/** Returns events of both kinds, with the segments of finals that still have one. */
		listEvents: (after: number, take: number): Promise<LoggedFinal[]> => finals(db, page(after, take)),
		/** Returns the translations among them that still have a text. */
		async listTranslations(after: number, take: number): Promise<LoggedTranslation[]> {
			const rows = await translated(db, page(after, take));
			return rows.flatMap(({ language, text, ...row }) =>
				language === null || text === null ? [] : [{ ...row, language, text }],
			);
		},
	};
}
