import type { UploadRow } from "#db/schema";
import type { Db } from "#db/store";
import { type BlobDraft, type BlobOwner, type Blobs, DraftLostError, type DraftState } from "#platform/blobs";
import type { Job, Jobs } from "#platform/jobs";
import { uploadOver } from "./errors.ts";

/** Queue of the jobs that remove what was received of uploads that are over. */
const DISCARD = "uploads.discard";

/** Returns the owner of what is received of an upload. */
export const ownerOf = ({ orgId, id, meetingId }: Pick<UploadRow, "orgId" | "id" | "meetingId">): BlobOwner => ({
	orgId,
	ownerType: "upload",
	ownerId: id,
	meetingId,
});

/** Whether what is stored with a row is the state of a draft. */
export const isDraftState = (stored: unknown): stored is DraftState =>
	typeof stored === "object" && stored !== null && "storageKey" in stored;

/** Opens what was received of an upload. @throws `gone` when it was lost */
export async function resumeDraft(blobs: Blobs, row: UploadRow): Promise<BlobDraft> {
	if (!isDraftState(row.draft)) throw uploadOver("expired", null);
	try {
		return await blobs.forOwner(ownerOf(row)).resume(row.draft);
	} catch (error) {
		throw asUploadError(error);
	}
}

/** Returns `gone` for a draft that was lost: the client begins again. Else the error itself. */
export const asUploadError = (error: unknown): unknown =>
	error instanceof DraftLostError ? uploadOver("expired", null) : error;

export type DraftRemoval = ReturnType<typeof createDraftRemoval>;

/**
 * Creates the removal of drafts: enqueued in the transaction that ends an upload, so that nothing is left behind
 * whenever the process ends.
 */
export function createDraftRemoval({ blobs, jobs }: { readonly blobs: Blobs; readonly jobs: Jobs }) {
	jobs.handle(DISCARD, async ({ payload }: Job) => {
		const { orgId, uploadId: id, meetingId, draft } = payload;
		if (typeof orgId !== "string" || typeof id !== "string" || typeof meetingId !== "string") return;
		if (!isDraftState(draft)) return;
		try {
			const found = await blobs.forOwner(ownerOf({ orgId, id, meetingId })).resume(draft);
			await found.discard();
		} catch (error) {
			if (!(error instanceof DraftLostError)) throw error;
		}
	});

	return {
		/** Removes what was received of an upload, once the transaction is committed. */
		async enqueue(tx: Db, { orgId, id, meetingId, draft }: UploadRow): Promise<void> {
			if (!isDraftState(draft)) return;
			// Without its organization: the jobs of one that is purged are removed.
			await jobs.enqueue(tx, { queue: DISCARD, orgId: null, payload: { orgId, uploadId: id, meetingId, draft } });
		},

		/** Starts what was enqueued at once. */
		wake: (): void => jobs.wake(DISCARD),
	};
}
