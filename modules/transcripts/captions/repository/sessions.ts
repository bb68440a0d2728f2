import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import {
	type LiveSessionRow,
	type LiveTrackRow,
	liveEvents,
	liveSessions,
	liveTracks,
	participants,
	speakers,
	transcripts,
} from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import { addressesOf } from "./addresses.ts";

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

/** Stops the publishers of a session, or the one of a participant: they no longer store anything. */
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

const byIds = readRows((tx, { orgId, ids }: Bound<{ orgId: string; ids: Each<string> }>) =>
	tx
		.select()
		.from(liveTracks)
		.where(and(eq(liveTracks.orgId, orgId), inArray(liveTracks.id, ids))),
);

/** Returns the tracks with these ids. */
export const listTracksById = (db: ReadDb, orgId: string, ids: readonly string[]): Promise<LiveTrackRow[]> =>
	ids.length === 0 ? Promise.resolve([]) : byIds(db, { orgId, ids: each(ids) });

/** Deletes up to `limit` rows of a meeting, and returns their number. */
export async function eraseMeeting(tx: Db, orgId: string, meetingId: string, limit: number): Promise<number> {
	const removed = await addressesOf(tx, orgId).removeOf(meetingId);
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
