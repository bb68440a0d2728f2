import { and, desc, eq } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { recordings } from "#db/schema";
import { type Bound, readRow } from "#db/statement";
import type { ReadDb } from "#db/store";
import { tenantList, tenantRows } from "#db/tenant-rows";

/** Order of the recordings of a meeting. */
export const oldestFirst = keyset("asc", { createdAtMs: recordings.createdAtMs, id: recordings.id });

/** Recordings of one organization. */
export const recordingsOf = tenantRows(recordings);

/** Returns a slice of the recordings of a meeting, {@link oldestFirst}. */
export const listRecordings = tenantList(recordings, oldestFirst, ({ meetingId }: Bound<{ meetingId: string }>) =>
	and(eq(recordings.meetingId, meetingId)),
);

const latest = readRow((db, { orgId, meetingId }: Bound<{ orgId: string; meetingId: string }>) =>
	db
		.select()
		.from(recordings)
		.where(and(eq(recordings.orgId, orgId), eq(recordings.meetingId, meetingId)))
		.orderBy(desc(recordings.createdAtMs), desc(recordings.id))
		.limit(1),
);

/** Returns the newest recording of a meeting; undefined when it has none. */
export const findLatestRecording = (db: ReadDb, orgId: string, meetingId: string) => latest(db, { orgId, meetingId });
