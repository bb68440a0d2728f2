import type { MeetingRow, TranscriptRow } from "#db/schema";
import type { Store } from "#db/store";
import { orgOf } from "#db/tenant-rows";
import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import { findMeeting, lockMeeting } from "#modules/meetings";
import type { Change } from "#platform/unit-of-work";
import { notReady, stillLive, transcriptNotFound } from "./errors.ts";
import { readTranscriptsOf, tenantOfTranscript, transcriptsOf } from "./repository/transcripts.ts";

/** A transcript and the meeting it is of. */
export interface FoundTranscript {
	readonly transcript: TranscriptRow;
	readonly meeting: MeetingRow;
}

/** Returns the organization in which a caller looks for a transcript; call it before a change begins. @throws `not_found` */
export const transcriptOrg = (store: Store, principal: Principal, transcriptId: string): Promise<string> =>
	orgOf(store, principal, tenantOfTranscript, transcriptId, transcriptNotFound);

/** Resolves like `find`, but to a caller who may not know of the meeting there is no transcript either. */
async function orNoTranscript<T>(find: Promise<T>): Promise<T> {
	try {
		return await find;
	} catch (error) {
		throw error instanceof AppError && error.code === "not_found" ? transcriptNotFound() : error;
	}
}

/** Returns a transcript of a meeting that the caller may enter. @throws `not_found` `forbidden` `purged` */
export async function findTranscript(store: Store, principal: Principal, id: string): Promise<FoundTranscript> {
	const orgId = await transcriptOrg(store, principal, id);
	const transcript = await readTranscriptsOf(store.db, orgId).find(id);
	if (!transcript) throw transcriptNotFound();
	const meeting = await orNoTranscript(findMeeting(store.db, principal, orgId, transcript.meetingId, "enter"));
	return { transcript, meeting };
}

/**
 * Returns a transcript whose segments the caller may read: all of one that is ready, what there is of one that is live.
 * @throws `not_found` `forbidden` `purged`, `state_conflict` for any other
 */
export async function findReadable(store: Store, principal: Principal, id: string): Promise<FoundTranscript> {
	const found = await findTranscript(store, principal, id);
	const { state, live } = found.transcript;
	if (state !== "ready" && !live) throw notReady(state);
	return found;
}

/**
 * Returns a transcript, locked until the change ends together with its meeting, which the caller may run.
 * @param orgId see {@link transcriptOrg}
 * @throws `not_found` `forbidden` `purged` `state_conflict`
 */
export async function lockTranscript(change: Change, orgId: string, id: string): Promise<TranscriptRow> {
	const seen = await readTranscriptsOf(change.tx, orgId).find(id);
	if (!seen) throw transcriptNotFound();
	await orNoTranscript(lockMeeting(change, orgId, seen.meetingId, "run"));
	const row = await transcriptsOf(change.tx, orgId).lock(id);
	if (!row) throw transcriptNotFound();
	if (row.live) throw stillLive();
	if (row.state === "processing") throw notReady(row.state);
	return row;
}

/** Locks like {@link lockTranscript} a transcript whose text can be changed. @throws its errors */
export async function lockReadable(change: Change, orgId: string, id: string): Promise<TranscriptRow> {
	const row = await lockTranscript(change, orgId, id);
	if (row.state !== "ready") throw notReady(row.state);
	return row;
}
