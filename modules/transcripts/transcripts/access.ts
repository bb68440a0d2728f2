import type { TranscriptRow } from "#db/schema";
import type { ReadDb, Store } from "#db/store";
import { orgOf } from "#db/tenant-rows";
import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { type EnteredMeeting, enterMeeting, horizonIn, lockMeeting } from "#modules/meetings/meetings";
import { type Horizon, isOwnerShown, type RetentionReader } from "#platform/artifacts";
import type { ReadTrail } from "#platform/read-trail";
import type { Change } from "#platform/unit-of-work";
import { notReady, stillLive, transcriptNotFound } from "./errors.ts";
import { facts } from "./facts.ts";
import { readTranscriptsOf, tenantOfTranscript, transcriptsOf } from "./repository/transcripts.ts";

/** A transcript, the meeting it is of, and what of its content is shown. */
export interface FoundTranscript extends EnteredMeeting {
	readonly transcript: TranscriptRow;
}

/** What transcripts are found with. */
export interface TranscriptLookup {
	readonly store: Store;
	readonly retention: RetentionReader;
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

/** Asserts that the retention period of a transcript is not over. @throws `not_found` */
async function assertShown(db: ReadDb, { orgId, id }: TranscriptRow, horizonMs: Horizon): Promise<void> {
	if (!(await isOwnerShown(db, { orgId, ownerType: "transcript", ownerId: id }, horizonMs))) throw transcriptNotFound();
}

/** Returns a transcript of a meeting that the caller may enter. @throws `not_found` `forbidden` `purged` */
export async function findTranscript(
	{ store, retention }: TranscriptLookup,
	principal: Principal,
	id: string,
): Promise<FoundTranscript> {
	const { db } = store;
	const orgId = await transcriptOrg(store, principal, id);
	const transcript = await readTranscriptsOf(db, orgId).find(id);
	if (!transcript) throw transcriptNotFound();
	const entering = enterMeeting({ db, retention }, principal, orgId, transcript.meetingId, "transcripts");
	const { meeting, horizonMs } = await orNoTranscript(entering);
	await assertShown(db, transcript, horizonMs);
	return { transcript, meeting, horizonMs };
}

/**
 * Returns a transcript whose segments the caller may read: all of one that is ready, what there is of one that is live.
 * @throws `not_found` `forbidden` `purged`, `state_conflict` for any other
 */
export async function findReadable(
	finding: TranscriptLookup,
	principal: Principal,
	id: string,
): Promise<FoundTranscript> {
	const found = await findTranscript(finding, principal, id);
	const { state, live } = found.transcript;
	if (state !== "ready" && !live) throw notReady(state);
	return found;
}

/** Finds like {@link findReadable} for somebody who reads it now, which is recorded. @throws its errors */
export async function readTranscript(
	deps: TranscriptLookup & { readonly reads: ReadTrail },
	context: RequestContext,
	id: string,
): Promise<FoundTranscript> {
	const found = await findReadable(deps, context.principal, id);
	const { orgId, meetingId } = found.transcript;
	await deps.reads.note(context, { orgId, fact: facts["transcript.read"], objects: [{ id, meetingId }] });
	return found;
}

/**
 * Returns a transcript, locked until the change ends together with its meeting, which the caller may run.
 * @param orgId see {@link transcriptOrg}
 * @throws `not_found` `forbidden` `purged` `state_conflict`
 */
export async function lockTranscript(
	change: Change,
	retention: RetentionReader,
	orgId: string,
	id: string,
): Promise<FoundTranscript> {
	const seen = await readTranscriptsOf(change.tx, orgId).find(id);
	if (!seen) throw transcriptNotFound();
	const meeting = await orNoTranscript(lockMeeting(change, orgId, seen.meetingId, "run"));
	const transcript = await transcriptsOf(change.tx, orgId).lock(id);
	if (!transcript) throw transcriptNotFound();
	const horizonMs = await horizonIn(change.tx, retention, change.principal, meeting, "transcripts");
	await assertShown(change.tx, transcript, horizonMs);
	if (transcript.live) throw stillLive();
	if (transcript.state === "processing") throw notReady(transcript.state);
	return { transcript, meeting, horizonMs };
}

/** Locks like {@link lockTranscript} a transcript whose text can be changed. @throws its errors */
export async function lockReadable(
	change: Change,
	retention: RetentionReader,
	orgId: string,
	id: string,
): Promise<FoundTranscript> {
	const found = await lockTranscript(change, retention, orgId, id);
	const { state } = found.transcript;
	if (state !== "ready") throw notReady(state);
	return found;
}
