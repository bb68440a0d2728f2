import type { ConsentRow, ParticipantRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { accountIdOf } from "#kernel/principal";
import type { Consent, ConsentChange } from "./schemas.ts";
import type { ConsentKind } from "./values.ts";

/** Converts the last decisions of a participant. */
export function toConsent({ id, name }: Pick<ParticipantRow, "id" | "name">, latest: readonly ConsentRow[]): Consent {
	const decided = (kind: ConsentKind) => {
		const row = latest.find((each) => each.kind === kind);
		return row === undefined ? null : { decision: row.decision, decidedAt: rfc3339(row.decidedAtMs) };
	};
	return {
		participantId: id,
		name: name === "" ? null : name,
		recording: decided("recording"),
		transcription: decided("transcription"),
		summary: decided("summary"),
	};
}

/** Converts a decision to its form in events. */
export const toConsentChange = (
	{ participantId, meetingId, kind, decision, decidedAtMs }: ConsentRow,
	userId: string | null,
): ConsentChange => ({
	participantId,
	meetingId,
	userId: accountIdOf(userId),
	kind,
	decision,
	decidedAt: rfc3339(decidedAtMs),
});
