import type { MeetingRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { assertConsented, assertRecordable, denyingParticipants } from "#modules/consents";
import { consentDenied, notTranscribed } from "./errors.ts";
import { nameKey } from "./labels.ts";
import type { NewSpeaker } from "./ports.ts";

/**
 * Returns the speakers of a transcript that was made elsewhere, as far as they consent: it takes what captions of the meeting
 * take. A statement of the importer, that consent was given elsewhere, stands for that; but nothing is attributed to
 * participants who denied it here, and where nothing may be recorded it counts for nothing.
 * @param statement null: nothing was stated
 * @throws `consent_required` `state_conflict`
 */
export async function consentingSpeakers(
	db: ReadDb,
	meeting: MeetingRow,
	speakers: readonly NewSpeaker[],
	statement: string | null,
): Promise<readonly NewSpeaker[]> {
	await (statement === null ? assertTranscribed(db, meeting) : assertRecordable(db, meeting, "transcription"));
	const denying = await denyingParticipants(db, meeting, "transcription");
	const [ids, names] = [denying.map(({ id }) => id), denying.map(({ name }) => nameKey(name))];
	const denies = ({ participantId, label }: NewSpeaker): boolean =>
		participantId === null ? names.includes(nameKey(label)) : ids.includes(participantId);
	if (statement === null && speakers.some(denies)) throw consentDenied();
	return speakers.map((speaker) => (denies(speaker) ? { ...speaker, participantId: null } : speaker));
}

async function assertTranscribed(db: ReadDb, meeting: MeetingRow): Promise<void> {
	if (!meeting.transcription.enabled) throw notTranscribed();
	await assertConsented(db, meeting, "transcription");
}

/** Asserts that what is said may be attributed to a participant. @throws `consent_required` for one who denied it */
export async function assertAttributable(
	db: ReadDb,
	meeting: Pick<MeetingRow, "orgId" | "id">,
	participantId: string | null | undefined,
): Promise<void> {
	if (participantId == null) return;
	const denying = await denyingParticipants(db, meeting, "transcription");
	if (denying.some(({ id }) => id === participantId)) throw consentDenied();
}
