import type { ParticipantRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { readParticipantsOf } from "./repository.ts";

/** Returns those who wait in the lobby of a meeting, who have waited longest first. @param take at most so many */
export const listWaiting = (
	db: ReadDb,
	{ orgId, meetingId }: Pick<ParticipantRow, "orgId" | "meetingId">,
	take: number,
): Promise<ParticipantRow[]> =>
	readParticipantsOf(db, orgId).list(meetingId, { states: ["waiting"], only: undefined }, { after: null, take });

/** Returns those who are in the room of a meeting, who were added first first. @param take at most so many */
export const listAdmitted = (
	db: ReadDb,
	{ orgId, meetingId }: Pick<ParticipantRow, "orgId" | "meetingId">,
	take: number,
): Promise<ParticipantRow[]> =>
	readParticipantsOf(db, orgId).list(meetingId, { states: ["admitted"], only: undefined }, { after: null, take });
