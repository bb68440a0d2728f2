import { and, eq, getTableColumns, gt, isNull, lte } from "drizzle-orm";
import {
	type LiveEventRow,
	type LiveSessionRow,
	liveEvents,
	liveSessions,
	segments,
	speakers,
	translatedSegments,
	translations,
} from "#db/schema";
import { type Bound, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

type OfSession = { readonly orgId: string; readonly sessionId: string };

const insertEvent = write((tx, row: Bound<LiveEventRow>) => tx.insert(liveEvents).values(row));

/** Appends an event to the log of a session. */
export const appendEvent = async (tx: Db, row: LiveEventRow): Promise<void> => void (await insertEvent(tx, row));

type Range = OfSession & { readonly from: number; readonly to: number };
const inRange = ({ orgId, sessionId, from, to }: Bound<Range>) =>
	and(
		eq(liveEvents.orgId, orgId),
		eq(liveEvents.sessionId, sessionId),
		gt(liveEvents.seq, from),
		lte(liveEvents.seq, to),
	);

const { words: _, ...segmentColumns } = getTableColumns(segments);
const finals = readRows((db, range: Bound<Range>) =>
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
		.innerJoin(liveSessions, and(eq(liveSessions.orgId, range.orgId), eq(liveSessions.id, liveEvents.sessionId)))
		.leftJoin(
			segments,
			and(
				eq(segments.orgId, range.orgId),
				eq(segments.transcriptId, liveSessions.transcriptId),
				eq(segments.id, liveEvents.segmentId),
			),
		)
		.leftJoin(speakers, and(eq(speakers.orgId, range.orgId), eq(speakers.id, segments.speakerId)))
		.where(inRange(range))
		.orderBy(liveEvents.seq),
);
const translated = readRows((db, range: Bound<Range>) =>
	db
		.select({
			seq: liveEvents.seq,
			segmentId: liveEvents.segmentId,
			language: translations.language,
			text: translatedSegments.text,
		})
		.from(liveEvents)
		.innerJoin(liveSessions, and(eq(liveSessions.orgId, range.orgId), eq(liveSessions.id, liveEvents.sessionId)))
		.innerJoin(
			translations,
			and(
				eq(translations.orgId, range.orgId),
				eq(translations.transcriptId, liveSessions.transcriptId),
				eq(translations.language, liveEvents.language),
				isNull(translations.deletedAtMs),
			),
		)
		.innerJoin(
			translatedSegments,
			and(
				eq(translatedSegments.orgId, range.orgId),
				eq(translatedSegments.translationId, translations.id),
				eq(translatedSegments.segmentId, liveEvents.segmentId),
			),
		)
		.where(inRange(range))
		.orderBy(liveEvents.seq),
);

/** A final of the log, with its segment as it is now. */
export type LoggedFinal = Awaited<ReturnType<typeof finals>>[number];
/** A translation of the log, with its text as it is now. */
export type LoggedTranslation = Awaited<ReturnType<typeof translated>>[number];

/** Reads the events of a session from one sequence, exclusive, to another, inclusive. */
export const readLog = (db: ReadDb, { orgId, id: sessionId }: Pick<LiveSessionRow, "orgId" | "id">) => ({
	/** Returns all events, with the segments of finals that still have one. */
	listFinals: (from: number, to: number): Promise<LoggedFinal[]> => finals(db, { orgId, sessionId, from, to }),
	/** Returns the translations that still have a text. */
	listTranslations: (from: number, to: number): Promise<LoggedTranslation[]> =>
		translated(db, { orgId, sessionId, from, to }),
});
