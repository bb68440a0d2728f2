import { inPortions } from "#db/portions";
import type { MeetingRow } from "#db/schema";
import type { Db, Store } from "#db/store";
import type { Job, JobContext, Jobs } from "#platform/jobs";
import type { Change } from "#platform/unit-of-work";
import { leaveEnded } from "./repository.ts";

/** Queue that takes the participants of meetings that ended out of the room. */
export const LEAVE_ENDED = "participants.leave";

/** Creates what makes the end of a meeting that of its participants: the room is empty, and so is the lobby. */
export function createMeetingEnd({ store, jobs }: { readonly store: Store; readonly jobs: Jobs }) {
	return {
		/** Called within the change that ends a meeting. There may be thousands in it, so they leave in portions. */
		async onMeetingEnded(change: Change, { orgId, id: meetingId }: MeetingRow): Promise<void> {
			await jobs.enqueue(change.tx, { queue: LEAVE_ENDED, orgId, payload: { meetingId, atMs: change.nowMs } });
			change.afterCommit(() => jobs.wake(LEAVE_ENDED));
		},

		/** Runs the job of a meeting that ended. */
		async leave({ orgId, payload }: Job, { signal }: JobContext): Promise<void> {
			if (orgId === null) return;
			const ended = { orgId, meetingId: String(payload.meetingId), atMs: Number(payload.atMs) };
			const leavePortion = (tx: Db, limit: number) => leaveEnded(tx, ended, limit);
			await inPortions<Db>(store.writing("participants.leave").tx, leavePortion, { signal });
		},
	};
}
