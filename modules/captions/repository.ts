import { and, eq, getTableColumns, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import {
	captionAddresses,
	type LiveEventRow,
	type LiveSessionRow,
	type LiveTrackRow,
	liveEvents,
	liveSessions,
	liveTracks,
	participants,
	segments,
	speakers,
	transcripts,
	translatedSegments,
	translations,
} from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";

type OfSession = { readonly orgId: string; readonly sessionId: string };
type OfMeeting = { readonly orgId: string; readonly meetingId: string };

/** Live sessions of one organization. */
export const sessionsOf = tenantRows(liveSessions);

const findOfMeeting = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select()
		.from(liveSessions)
		.where(and(eq(liveSessions.orgId, orgId), eq(liveSessions.meetingId, meetingId)))
		.limit(1),
);

/** Returns the session of a meeting; undefined when it has none. */
export const findSession = (db: ReadDb, orgId: string, meetingId: string): Promise<LiveSessionRow | undefined> =>
	findOfMeeting(db, { orgId, meetingId });

/** Tracks of one organization. */
export const tracksOf = tenantRows(liveTracks);

type TrackName = OfSession & { readonly participantId: string | undefined; readonly label: string };
const findNamed = readRow((db, { orgId, sessionId, participantId, label }: Bound<TrackName>) =>
	db
		.select()
		.from(liveTracks)
		.where(
			and(
				eq(liveTracks.orgId, orgId),
				eq(liveTracks.sessionId, sessionId),
				participantId
					? eq(liveTracks.participantId, participantId)
					: and(isNull(liveTracks.participantId), eq(liveTracks.label, label)),
			),
		)
		.limit(1),
);

/** Returns the track of a participant, or the one with this label of no participant; undefined when there is none. */
export const findTrack = (
	db: ReadDb,
	{ orgId, id: sessionId }: Pick<LiveSessionRow, "orgId" | "id">,
	{ participantId, label }: Pick<LiveTrackRow, "participantId" | "label">,
): Promise<LiveTrackRow | undefined> =>
	findNamed(db, { orgId, sessionId, participantId: participantId ?? undefined, label });

const countOf = readRows((db, { orgId, sessionId }: Bound<OfSession>) =>
	db
		.select()
		.from(liveTracks)
		.where(and(eq(liveTracks.orgId, orgId), eq(liveTracks.sessionId, sessionId)))
		.limit(MAX_TRACKS),
);

/** Maximum number of tracks of a session: as many as a transcript may have speakers. */
export const MAX_TRACKS = 1_000;

/** Returns the tracks of a session. */
export const listTracks = (db: ReadDb, session: Pick<LiveSessionRow, "orgId" | "id">): Promise<LiveTrackRow[]> =>
	countOf(db, { orgId: session.orgId, sessionId: session.id });

const fence = write(
	(tx, { orgId, sessionId, participantId }: Bound<OfSession & { participantId: string | undefined }>) =>
		tx
			.update(liveTracks)
			.set({ generation: sql`${liveTracks.generation} + 1`, publishing: false })
			.where(
				and(
					eq(liveTracks.orgId, orgId),
					eq(liveTracks.sessionId, sessionId),
					participantId && eq(liveTracks.participantId, participantId),
				),
			),
);

/** Stops whoever publishes the tracks of a session, or the one of a participant: they store nothing any more. */
export const fenceTracks = async (
	tx: Db,
	{ orgId, id: sessionId }: Pick<LiveSessionRow, "orgId" | "id">,
	participantId?: string,
): Promise<void> => void (await fence(tx, { orgId, sessionId, participantId }));

type Key = { readonly orgId: string; readonly id: string };
const findSpeaker = readRow((db, { orgId, id }: Bound<Key>) =>
	db
		.select({ id: speakers.id, participantId: speakers.participantId, label: speakers.label })
		.from(speakers)
		.where(and(eq(speakers.orgId, orgId), eq(speakers.id, id)))
		.limit(1),
);

/** Returns a speaker as segments show it; undefined when there is none. */
export const speakerOf = (db: ReadDb, orgId: string, id: string) => findSpeaker(db, { orgId, id });

const findParticipant = readRow((db, { orgId, meetingId, id }: Bound<Key & { meetingId: string }>) =>
	db
		.select({ name: participants.name })
		.from(participants)
		.where(and(eq(participants.orgId, orgId), eq(participants.meetingId, meetingId), eq(participants.id, id)))
		.limit(1),
);

/** Returns the name of a participant of a meeting; undefined when it has no such participant. */
export const participantName = async (db: ReadDb, key: Key & { meetingId: string }): Promise<string | undefined> =>
	(await findParticipant(db, key))?.name;

const findClosing = readRow((db, { orgId, id }: Bound<Key>) =>
	db
		.select({
			state: liveSessions.state,
			transcriptId: liveSessions.transcriptId,
			segmentCount: transcripts.segmentCount,
		})
		.from(liveSessions)
		.leftJoin(transcripts, and(eq(transcripts.orgId, orgId), eq(transcripts.id, liveSessions.transcriptId)))
		.where(and(eq(liveSessions.orgId, orgId), eq(liveSessions.id, id)))
		.limit(1),
);

/** Returns what the end of a session tells; undefined when it is gone. */
export const closingOf = (db: ReadDb, { orgId, id }: Key) => findClosing(db, { orgId, id });

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

/** Secret addresses of one organization. */
const addressRows = tenantRows(captionAddresses);

const addressOf = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select()
		.from(captionAddresses)
		.where(and(eq(captionAddresses.orgId, orgId), eq(captionAddresses.meetingId, meetingId)))
		.limit(1),
);
const removeAddress = write((tx, { orgId, meetingId }: Bound<OfMeeting>) =>
	tx.delete(captionAddresses).where(and(eq(captionAddresses.orgId, orgId), eq(captionAddresses.meetingId, meetingId))),
);

/** Returns the address at which captions of a meeting are posted; undefined when it has none. */
export const findAddress = (db: ReadDb, orgId: string, meetingId: string) => addressOf(db, { orgId, meetingId });

/** Statements on the secret addresses of one organization, within a change. */
export const addressesOf = (tx: Db, orgId: string) => ({
	insert: addressRows(tx, orgId).insert,
	/** Removes the address of a meeting and returns the number of rows. */
	removeOf: (meetingId: string): Promise<number> => removeAddress(tx, { orgId, meetingId }),
});

const byIds = readRows((tx, { orgId, ids }: Bound<{ orgId: string; ids: Each<string> }>) =>
	tx
		.select()
		.from(liveTracks)
		.where(and(eq(liveTracks.orgId, orgId), inArray(liveTracks.id, ids))),
);

/** Returns the tracks with these ids. */
export const listTracksById = (db: ReadDb, orgId: string, ids: readonly string[]): Promise<LiveTrackRow[]> =>
	ids.length === 0 ? Promise.resolve([]) : byIds(db, { orgId, ids: each(ids) });

/** Deletes up to `limit` rows of an organization, and returns their number. */
export async function eraseTenant(tx: Db, orgId: string, limit: number): Promise<number> {
	const key = [liveEvents.sessionId, liveEvents.seq];
	let erased = await deletePortion(tx, liveEvents, key, eq(liveEvents.orgId, orgId), limit);
	if (erased < limit) erased += await tracksOf(tx, orgId).removePortion(limit - erased);
	if (erased < limit) erased += await sessionsOf(tx, orgId).removePortion(limit - erased);
	return erased < limit ? erased + (await addressRows(tx, orgId).removePortion(limit - erased)) : erased;
}

/** Deletes up to `limit` rows of a meeting, and returns their number. */
export async function eraseMeeting(tx: Db, orgId: string, meetingId: string, limit: number): Promise<number> {
	const removed = await removeAddress(tx, { orgId, meetingId });
	const session = await findSession(tx, orgId, meetingId);
	return session === undefined ? removed : removed + (await removeSession(tx, session, limit - removed));
}

/** Deletes up to `limit` rows of a session, last its own, and returns their number. */
export async function removeSession(
	tx: Db,
	{ orgId, id }: Pick<LiveSessionRow, "orgId" | "id">,
	limit: number,
): Promise<number> {
	const ofEvents = and(eq(liveEvents.orgId, orgId), eq(liveEvents.sessionId, id));
	let erased = await deletePortion(tx, liveEvents, liveEvents.seq, ofEvents, limit);
	const ofTracks = and(eq(liveTracks.orgId, orgId), eq(liveTracks.sessionId, id));
	if (erased < limit) erased += await deletePortion(tx, liveTracks, liveTracks.id, ofTracks, limit - erased);
	if (erased >= limit) return erased;
	return (await sessionsOf(tx, orgId).remove(id)) === undefined ? erased : erased + 1;
}
