import type { MeetingRow, UploadRow } from "#db/schema";
import type { ReadDb, Store } from "#db/store";
import { orgOf } from "#db/tenant-rows";
import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import {
	assertNotHeld,
	assertRuns,
	findMeetingRights,
	horizonIn,
	hostRequired,
	lockMeeting,
	lockMeetingRow,
	type MeetingRights,
	shareMeeting,
} from "#modules/meetings/meetings";
import { isOwnerShown, type RetentionReader } from "#platform/artifacts";
import type { Change } from "#platform/unit-of-work";
import { uploadNotFound } from "./errors.ts";
import { tenantOfUpload, uploadsOf } from "./repository.ts";
import { assertMayKeep, assertMaySend, isTrack, isUploadedBy, trackOf } from "./tracks.ts";

/**
 * Asserts that a caller writes meetings: without that, participants upload their own tracks, and people who run a meeting
 * those of others. @throws `insufficient_scope`
 */
export function assertWrites({ system, scopes }: Principal): void {
	if (!system && !scopes.has("meeting:write")) throw hostRequired();
}

/** Asserts that a caller may know of an upload, and end it. @throws `not_found` `forbidden` `insufficient_scope` */
async function assertFollows(db: ReadDb, principal: Principal, row: UploadRow, rights: MeetingRights): Promise<void> {
	if (isTrack(row) && isUploadedBy(await trackOf(db, row), principal)) return;
	if (principal.kind === "guest") throw uploadNotFound();
	assertRuns(principal, rights);
	if (!isTrack(row)) assertWrites(principal);
}

/**
 * Returns an upload for somebody who may follow it: whoever runs its meeting now, as does the one who announced it,
 * until they lose that; and the participant who uploads their own track.
 * @throws `not_found` `forbidden` `insufficient_scope` `purged`
 */
export async function findUpload(
	{ store, retention }: { readonly store: Store; readonly retention: RetentionReader },
	{ principal }: RequestContext,
	uploadId: string,
): Promise<UploadRow> {
	const orgId = await orgOf(store, principal, tenantOfUpload, uploadId, uploadNotFound);
	const row = await uploadsOf(store.db, orgId).find(uploadId);
	if (!row) throw uploadNotFound();
	const { meeting, rights } = await asUpload(findMeetingRights(store.db, principal, orgId, row.meetingId));
	await assertFollows(store.db, principal, row, rights);
	const { recordingId } = row;
	if (recordingId === null) return row;
	// What it has become may have expired, and nothing tells of that any more.
	const horizonMs = await horizonIn(store.db, retention, principal, meeting, "recordings");
	if (await isOwnerShown(store.db, { orgId, ownerType: "recording", ownerId: recordingId }, horizonMs)) return row;
	throw uploadNotFound();
}

/** What somebody wants of an upload: to send a piece of it, to make it a recording, or to end it. */
type UploadNeed = "send" | "record" | "end";

/**
 * Locks the meeting of an upload, and the upload, for somebody who may do this with it now.
 * @throws `not_found` `forbidden` `purged` `state_conflict`, `consent_required` and `meeting_held` for a track
 */
export async function lockUpload(
	change: Change,
	{ orgId, id, meetingId, participantId }: Pick<UploadRow, "orgId" | "id" | "meetingId" | "participantId">,
	need: UploadNeed,
): Promise<{ readonly row: UploadRow; readonly meeting: MeetingRow }> {
	if (participantId === null) {
		const meeting = await asUpload(lockMeeting(change, orgId, meetingId, "run"));
		return { row: await lock(change, orgId, id), meeting };
	}
	// Many tracks of a meeting are sent at once, so they share it. A recording changes what the meeting shows: of two that
	// share it, neither could.
	if (need === "record") await lockMeetingRow(change.tx, { orgId, id: meetingId });
	const found = await asUpload(shareMeeting(change, orgId, meetingId));
	if (need === "send") assertNotHeld(found.meeting);
	const row = await lock(change, orgId, id);
	const { tx, principal, nowMs } = change;
	if (need === "end" || !isTrack(row)) await assertFollows(tx, principal, row, found.rights);
	// It was allowed to the caller up to its last byte.
	else if (need === "record") await assertMayKeep(tx, found.meeting, await trackOf(tx, row));
	else await assertMaySend(tx, principal, found, await trackOf(tx, row), nowMs);
	return { row, meeting: found.meeting };
}

async function lock({ tx }: Change, orgId: string, id: string): Promise<UploadRow> {
	const row = await uploadsOf(tx, orgId).lock(id);
	if (!row) throw uploadNotFound();
	return row;
}

/** An upload whose meeting the caller may not see is missing to them, like any other. */
async function asUpload<T>(found: Promise<T>): Promise<T> {
	return found.catch((error: unknown) => {
		throw error instanceof AppError && error.code === "not_found" ? uploadNotFound() : error;
	});
}
