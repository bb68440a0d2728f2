import type { MeetingRow, ParticipantRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { findMeetingByCode } from "#modules/meetings/meetings";
import { inviteKeyOf } from "./codes.ts";
import { codeRefused } from "./errors.ts";
import { findOfInvite } from "./repository.ts";

/** What a code opens. */
export interface Opened {
	readonly code: string;
	readonly orgId: string;
	readonly meetingId: string;
	/** The guest whom the code was sent to; null for the code of the meeting, which is for anybody. */
	readonly invited: Pick<ParticipantRow, "id" | "state"> | null;
	/** The member with whose membership the code ends; null: with none. */
	readonly holderId: MeetingRow["joinCodeHolderId"];
}

/** Returns what a code is for, whether or not it still opens it: that is for the caller to ask. @throws `not_found` */
export async function openCode(db: ReadDb, code: string, nowMs: number): Promise<Opened> {
	const key = inviteKeyOf(code);
	if (key !== null) {
		const guest = await findOfInvite(db, key);
		if (!guest) throw codeRefused();
		return { code, orgId: key.orgId, meetingId: guest.meetingId, invited: guest, holderId: null };
	}
	const found = await findMeetingByCode(db, code, nowMs);
	if (!found) throw codeRefused();
	const { meeting, holderId } = found;
	return { code, orgId: meeting.orgId, meetingId: meeting.id, invited: null, holderId };
}
