import type { UploadRow } from "#db/schema";
import type { AppError } from "#kernel/errors";
import type { RequestContext } from "#kernel/request-context";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { DraftRemoval } from "./drafts.ts";
import { facts } from "./facts.ts";
import { hasUpload, uploadsOf } from "./repository.ts";
import { toUpload } from "./view.ts";

/** Removes, within a change, a meeting that is over, if nothing was made of it. */
export type RemoveEmptyMeeting = (change: Change, orgId: string, meetingId: string) => Promise<void>;

/** Why an upload ends without a recording. */
export type UploadEnd =
	| { readonly state: "failed"; readonly failure: AppError }
	| { readonly state: "expired" }
	| { readonly state: "cancelled" };

export interface UploadEndDeps extends Pick<Core, "unitOfWork"> {
	readonly draftRemoval: DraftRemoval;
	readonly removeEmptyMeeting: RemoveEmptyMeeting;
}

const FACT_OF_STATE = {
	failed: facts["upload.fail"],
	expired: facts["upload.expire"],
	cancelled: facts["upload.cancel"],
} as const;

export type EndUpload = ReturnType<typeof createUploadEnd>;

/** Creates the end of uploads that come to nothing: nothing of them is left but their row, which says why. */
export function createUploadEnd({ unitOfWork, draftRemoval, removeEmptyMeeting }: UploadEndDeps) {
	/**
	 * Ends an upload unless it is over, and returns it as it is then. What was received, and the meeting if it was made for
	 * it and nothing else is in it, are removed.
	 * @param authorize asserts that the caller may end it now
	 */
	return async function endUpload(
		context: RequestContext,
		{ orgId, id }: Pick<UploadRow, "orgId" | "id">,
		end: UploadEnd,
		authorize: (change: Change, row: UploadRow) => Promise<unknown>,
	): Promise<UploadRow | undefined> {
		const ended = await unitOfWork.run(context, async (change) => {
			const row = await uploadsOf(change.tx, orgId).lock(id);
			if (!row) return undefined;
			await authorize(change, row);
			if (row.state !== "open" && row.state !== "finishing") return row;
			const failure = end.state === "failed" ? end.failure.code : null;
			const values = { state: end.state, failure, draft: null, updatedAtMs: change.nowMs };
			await uploadsOf(change.tx, orgId).update(id, values);
			const next: UploadRow = { ...row, ...values };
			await draftRemoval.enqueue(change.tx, row);
			change.record(orgId, FACT_OF_STATE[end.state], { id, object: toUpload(next) });
			if (row.madeMeeting && !(await hasUpload(change.tx, row))) await removeEmptyMeeting(change, orgId, row.meetingId);
			return next;
		});
		draftRemoval.wake();
		return ended;
	};
}
