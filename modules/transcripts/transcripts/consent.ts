import type { MeetingRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { assertConsented, assertRecordable, denyingAmong, denyingParticipants } from "#modules/meetings/consents";
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
export async function consentingSpeakers<S extends NewSpeaker>(
	db: ReadDb,
	meeting: MeetingRow,
	speakers: readonly S[],
	statement: string | null,
): Promise<readonly S[]> {
	await (statement === null ? assertTranscribed(db, meeting) : assertRecordable(db, meeting, "transcription"));
	const denies = await denialsAmong(db, meeting, speakers);
	if (statement === null && speakers.some(denies)) throw consentDenied();
	return speakers.map((speaker) => (denies(speaker) ? { ...speaker, participantId: null } : speaker));
}

async function assertTranscribed(db: ReadDb, meeting: MeetingRow): Promise<void> {
	if (!meeting.transcription.enabled) throw notTranscribed();
	await assertConsented(db, meeting, "transcription");
}

/** A change of who is said to have spoken some words; null: it is unknown. */
export interface Attribution {
	readonly from: NewSpeaker | null;
	readonly to: NewSpeaker | null;
}

/**
 * Asserts that no words are attributed anew to a participant who denied consent. What was attributed to them before may stay
 * so. @throws `consent_required`
 */
export async function assertAttributable(
	db: ReadDb,
	meeting: Pick<MeetingRow, "orgId" | "id">,
	attributions: readonly Attribution[],
): Promise<void> {
	const named = attributions.flatMap(({ from, to }) => (to !== null && namesAnother(from, to) ? [to] : []));
	if (named.length === 0) return;
	const denies = await denialsAmong(db, meeting, named);
	if (named.some(denies)) throw consentDenied();
}

/** Whether a speaker names another person than the one before: by participant, or else by label. */
const namesAnother = (from: NewSpeaker | null, to: NewSpeaker): boolean =>
	to.participantId === null
		? from === null || nameKey(from.label) !== nameKey(to.label)
		: from?.participantId !== to.participantId;

/**
 * Returns whether a speaker names a participant who denied consent: by their id, or, where there is none, by the name of one
 * who was in the room.
 */
async function denialsAmong(
	db: ReadDb,
	meeting: Pick<MeetingRow, "orgId" | "id">,
	speakers: readonly NewSpeaker[],
): Promise<(speaker: NewSpeaker) => boolean> {
	const ids = speakers.flatMap(({ participantId }) => participantId ?? []);
	const [linked, present] = await Promise.all([
		denyingAmong(db, meeting, "transcription", ids),
		denyingParticipants(db, meeting, "transcription"),
	]);
	const names = new Set(present.map(({ name }) => nameKey(name)));
	return ({ participantId, label }) => (participantId === null ? names.has(nameKey(label)) : linked.has(participantId));
}
