import type { ParticipantRow } from "#db/schema";
import { defineMoment } from "#platform/unit-of-work";

/** People with an account were added to a meeting. At least one; all of them to the same. */
export const participantsAdded = defineMoment<readonly ParticipantRow[]>("participant.added");
