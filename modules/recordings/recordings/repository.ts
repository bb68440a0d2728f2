import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { type RecordingRow, recordings } from "#db/schema";
import { type Bound, readRow, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";
import { tenantList, tenantRows } from "#db/tenant-rows";
import { type Horizon, isShown, type RecordingsHorizon } from "#platform/artifacts";

/** Order of the recordings of a meeting. */
export const oldestFirst = keyset("asc", { createdAtMs: recordings.createdAtMs, id: recordings.id });

/** Recordings of one organization. */
export const recordingsOf = tenantRows(recordings);

/** Returns a slice of the recordings of a meeting, {@link oldestFirst}. */
export const listRecordings = tenantList(
	recordings,
	oldestFirst,
	({ meetingId, horizonMs, storedAfterMs }: Bound<{ meetingId: string } & RecordingsHorizon>) =>
		and(
			eq(recordings.meetingId, meetingId),
			isShown("recording", recordings, horizonMs),
			storedAfterMs && gt(recordings.createdAtMs, storedAfterMs),
		),
);

type OfMeeting = { readonly orgId: string; readonly meetingId: string };

const inState = (state: string) =>
	sql`coalesce(sum(case when ${recordings.state} = ${sql.raw(`'${state}'`)} then 1 else 0 end), 0)`.mapWith(Number);
const summary = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select({
			processing: inState("processing"),
			ready: inState("ready"),
			failed: inState("failed"),
			sizeBytes: sql`coalesce(sum(${recordings.sizeBytes}), 0)`.mapWith(Number),
			durationMs: sql<number | null>`max(${recordings.durationMs})`.mapWith((value) =>
				value === null ? null : Number(value),
			),
		})
		.from(recordings)
		.where(and(eq(recordings.orgId, orgId), eq(recordings.meetingId, meetingId))),
);

/** The recordings of a meeting together: their number by state, their size, the length of the longest. */
export async function summarizeRecordings(db: ReadDb, orgId: string, meetingId: string) {
	const found = await summary(db, { orgId, meetingId });
	return found ?? { processing: 0, ready: 0, failed: 0, sizeBytes: 0, durationMs: null };
}

const portion = readRows((db, { orgId, meetingId, limit }: Bound<OfMeeting & { limit: number }>) =>
	db
		.select()
		.from(recordings)
		.where(and(eq(recordings.orgId, orgId), eq(recordings.meetingId, meetingId)))
		.limit(limit),
);

/** Returns up to `limit` recordings of a meeting, in any order. */
export const recordingsOfMeeting = (db: ReadDb, orgId: string, meetingId: string, limit: number) =>
	portion(db, { orgId, meetingId, limit });

/** A capture, within its meeting. */
export type CaptureKey = OfMeeting & { readonly captureId: string };

const ofCapture = readRows((db, { orgId, meetingId, captureId }: Bound<CaptureKey>) =>
	db
		.select()
		.from(recordings)
		.where(and(eq(recordings.orgId, orgId), eq(recordings.meetingId, meetingId), eq(recordings.captureId, captureId)))
		.orderBy(asc(recordings.createdAtMs), asc(recordings.id)),
);

/** Returns the tracks of a capture, oldest first, and its mix. */
export const recordingsOfCapture = (db: ReadDb, key: CaptureKey): Promise<RecordingRow[]> => ofCapture(db, key);

const mixes = readRows((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select()
		.from(recordings)
		.where(and(eq(recordings.orgId, orgId), eq(recordings.meetingId, meetingId), isNotNull(recordings.mixOf))),
);

/** Returns the mixes of a meeting. */
export const mixesOfMeeting = (db: ReadDb, key: OfMeeting): Promise<RecordingRow[]> => mixes(db, key);

const tracks = readRows((db, { orgId, meetingId, participantId }: Bound<OfMeeting & { participantId: string }>) =>
	db
		.select({ id: recordings.id })
		.from(recordings)
		.where(
			and(
				eq(recordings.orgId, orgId),
				eq(recordings.meetingId, meetingId),
				eq(recordings.participantId, participantId),
			),
		),
);

/** Returns the ids of the tracks of a participant. */
export const tracksOfParticipant = async (db: ReadDb, key: OfMeeting & { readonly participantId: string }) =>
	(await tracks(db, key)).map(({ id }) => id);

const latest = readRow((db, { orgId, meetingId, horizonMs }: Bound<OfMeeting & { horizonMs: Horizon }>) =>
	db
		.select()
		.from(recordings)
		.where(
			and(
				eq(recordings.orgId, orgId),
				eq(recordings.meetingId, meetingId),
				isNull(recordings.mixOf),
				isShown("recording", recordings, horizonMs),
			),
		)
		.orderBy(desc(recordings.createdAtMs), desc(recordings.id))
		.limit(1),
);

/** Returns the newest recording of a meeting that is shown and no mix; undefined when there is none. */
export const findLatestRecording = (db: ReadDb, orgId: string, meetingId: string, horizonMs: Horizon) =>
	latest(db, { orgId, meetingId, horizonMs });
