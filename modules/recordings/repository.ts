import { and, eq } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { recordings } from "#db/schema";
import type { Bound } from "#db/statement";
import { tenantList, tenantRows } from "#db/tenant-rows";

/** Order of the recordings of a meeting. */
export const oldestFirst = keyset("asc", { createdAtMs: recordings.createdAtMs, id: recordings.id });

/** Recordings of one organization. */
export const recordingsOf = tenantRows(recordings);

/** Returns a slice of the recordings of a meeting, {@link oldestFirst}. */
export const listRecordings = tenantList(recordings, oldestFirst, ({ meetingId }: Bound<{ meetingId: string }>) =>
	and(eq(recordings.meetingId, meetingId)),
);
