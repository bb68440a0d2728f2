import type { MeetingRow, ParticipantRow } from "#db/schema";
import type { Change } from "#platform/unit-of-work";
import type { ConsentKind } from "./values.ts";

/**
 * Called within the change in which a participant denies their consent, when the meeting may not be recorded,
 * transcribed or summarized from then on: whatever does so stops.
 */
export type OnConsentWithdrawn = (
	change: Change,
	meeting: MeetingRow,
	participant: ParticipantRow,
	kind: ConsentKind,
) => Promise<void>;

/**
 * Called within the change in which a participant denies their consent, whatever the meeting asks for: their own track is
 * left out from then on.
 */
export type OnConsentDenied = OnConsentWithdrawn;
