import type { MeetingRow, ParticipantRow } from "#db/schema";
import { defineMoment } from "#platform/unit-of-work";
import type { ConsentKind } from "./values.ts";

/** A participant who denies their consent. */
export interface Denial {
	readonly meeting: MeetingRow;
	readonly participant: ParticipantRow;
	readonly kind: ConsentKind;
}

/** A participant denies their consent, whatever the meeting asks for: their own track is left out from then on. */
export const consentDenied = defineMoment<Denial>("consent.denied");

/**
 * A participant denies a consent that the meeting needs, which may not be recorded, transcribed or summarized from then on:
 * whatever does so stops.
 */
export const consentWithdrawn = defineMoment<Denial>("consent.withdrawn");
