import type { Db } from "#db/store";
import { findMeeting } from "#modules/meetings/meetings";
import { systemContext } from "#modules/tenancy/permissions";
import { isNeverStored, NEVER_STORED, type RetentionReader } from "#platform/artifacts";
import type { LogSession } from "./log.ts";

/** Whether what is said in a meeting is stored; otherwise it is announced, and forgotten. */
export type IsKept = (tx: Db, session: Pick<LogSession, "orgId" | "meetingId">) => Promise<boolean>;

/** Creates what tells whether captions are stored, as the retention policy says now. */
export function createIsKept({ retention }: { readonly retention: RetentionReader }): IsKept {
	const { principal } = systemContext("job:captions");
	return async (tx, { orgId, meetingId }) => {
		const cutoffs = await retention.cutoffsFor(tx, principal, orgId);
		// The meeting is read only where it makes a difference.
		if (cutoffs.transcripts !== NEVER_STORED && cutoffs.examData !== NEVER_STORED) return true;
		const meeting = await findMeeting(tx, principal, orgId, meetingId, "enter");
		return !isNeverStored(meeting.kind, "transcripts", cutoffs);
	};
}
