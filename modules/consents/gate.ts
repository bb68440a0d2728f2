import type { MeetingRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { consentMissing, recordingDisabled } from "./errors.ts";
import { type ConsentKind, listDenying, listWithoutConsent } from "./repository.ts";

/** Maximum number of participants that an error names. */
const MAX_NAMED = 20;
/** Maximum number of participants whose tracks are left out: more than ever take part in a meeting. */
const MAX_EXCLUDED = 10_000;

/** What decides about consent in a meeting. */
type ConsentedMeeting = Pick<MeetingRow, "orgId" | "id" | "recordingConsent">;

/**
 * Asserts that a meeting may be recorded, transcribed or summarized, as its `recordingConsent` says: `required`: everybody
 * who is or was in the room granted it; `notify`: nobody there denied it; `optional`: always, without those who denied it
 * ({@link excludedParticipants}); `disabled`: never. Nobody took part in a meeting that was only uploaded.
 * @param db within a change its transaction: what was decided before it holds
 * @throws `consent_required`
 */
export async function assertConsented(
	db: ReadDb,
	{ orgId, id, recordingConsent }: ConsentedMeeting,
	kind: ConsentKind,
): Promise<void> {
	if (recordingConsent === "disabled") throw recordingDisabled(kind);
	if (recordingConsent === "optional") return;
	const list = recordingConsent === "required" ? listWithoutConsent : listDenying;
	const missing = await list(db, { orgId, meetingId: id, kind, take: MAX_NAMED });
	if (missing.length > 0) throw consentMissing(kind, recordingConsent, missing);
}

/** Returns the ids of the participants of a meeting with `optional` consent whose own tracks must be left out. */
export async function excludedParticipants(
	db: ReadDb,
	{ orgId, id, recordingConsent }: ConsentedMeeting,
	kind: ConsentKind,
): Promise<readonly string[]> {
	if (recordingConsent !== "optional") return [];
	const denying = await listDenying(db, { orgId, meetingId: id, kind, take: MAX_EXCLUDED });
	return denying.map(({ id }) => id);
}
