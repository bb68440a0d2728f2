import type { ParticipantRow } from "#db/schema";
import { type Change, defineMoment } from "#platform/unit-of-work";

/** People with an account were added to a meeting. At least one; all of them to the same. */
export const participantsAdded = defineMoment<readonly ParticipantRow[]>("participant.added");

/** Who a participant was is erased: their voice is taken out of what contains those of others. */
export const participantErased = defineMoment<Pick<ParticipantRow, "orgId" | "meetingId" | "id">, Pick<Change, "tx">>(
	"participant.erased",
);
