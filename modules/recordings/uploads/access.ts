import type { MeetingRow, UploadRow } from "#db/schema";
import type { Store } from "#db/store";
import { orgOf } from "#db/tenant-rows";
import { AppError } from "#kernel/errors";
import type { RequestContext } from "#kernel/request-context";
import { findMeetingRights, horizonIn, lockMeeting, mayNotRun } from "#modules/meetings/meetings";
import { isOwnerShown, type RetentionReader } from "#platform/artifacts";
import type { Change } from "#platform/unit-of-work";
import { uploadNotFound } from "./errors.ts";
import { tenantOfUpload, uploadsOf } from "./repository.ts";

/**
 * Returns an upload for somebody who may continue it: whoever runs its meeting now, as does the one who announced it,
 * until they lose that.
 * @throws `not_found` `forbidden` `purged`
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
	if (!rights.canRun) throw mayNotRun();
	const { recordingId } = row;
	if (recordingId === null) return row;
	// What it has become may have expired, and nothing tells of that any more.
	const horizonMs = await horizonIn(store.db, retention, principal, meeting, "recordings");
	if (await isOwnerShown(store.db, { orgId, ownerType: "recording", ownerId: recordingId }, horizonMs)) return row;
	throw uploadNotFound();
}

/**
 * Locks the meeting of an upload, and the upload, for somebody who may continue it now.
 * @throws `not_found` `forbidden` `purged` `state_conflict`
 */
export async function lockUpload(
	change: Change,
	{ orgId, id, meetingId }: Pick<UploadRow, "orgId" | "id" | "meetingId">,
): Promise<{ readonly row: UploadRow; readonly meeting: MeetingRow }> {
	const meeting = await asUpload(lockMeeting(change, orgId, meetingId, "run"));
	const row = await uploadsOf(change.tx, orgId).lock(id);
	if (!row) throw uploadNotFound();
	return { row, meeting };
}

/** An upload whose meeting the caller may not see is missing to them, like any other. */
async function asUpload<T>(found: Promise<T>): Promise<T> {
	return found.catch((error: unknown) => {
		throw error instanceof AppError && error.code === "not_found" ? uploadNotFound() : error;
	});
}
