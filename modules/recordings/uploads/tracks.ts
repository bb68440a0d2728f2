import type { MeetingRow, ParticipantRow, UploadRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import type { Principal } from "#kernel/principal";
import { assertBeganConsented, assertRecordable, assertTrackConsented } from "#modules/meetings/consents";
import { type AccessibleMeeting, isRecorded } from "#modules/meetings/meetings";
import {
	findParticipant,
	isOwnParticipant,
	participantNotFound,
	wrongParticipantState,
} from "#modules/meetings/participants";
import { notOwnTrack, notRecorded, tooLateForTrack, tooManyTracks } from "./errors.ts";
import { countOpenTracks } from "./repository.ts";
import { MAX_TRACK_BYTES, MAX_UPLOAD_BYTES } from "./schemas.ts";

/**
 * How long participants may upload their own track after they have left, in days: as long as an upload lives. A laptop that
 * was closed in the meeting is opened again after the weekend.
 */
const DAYS_AFTER = 7;
/** Largest number of unfinished uploads of one participant's track: each time a page is opened again begins another. */
const MAX_OPEN_TRACKS = 10;

/** Returns the most bytes that an upload may have. */
export const largestOf = ({ participantId }: Pick<UploadRow, "participantId">): number =>
	participantId === null ? MAX_UPLOAD_BYTES : MAX_TRACK_BYTES;

/** A track of a participant: whose it is, and who uploads it. */
interface Track {
	readonly participant: ParticipantRow;
	/** Id of who announced the upload. */
	readonly createdBy: string;
}

/** What says whose track an upload is. */
export interface TrackKey extends Pick<UploadRow, "orgId" | "meetingId" | "createdBy"> {
	readonly participantId: string;
}

/** Whether an upload is the track of a participant. */
export const isTrack = (row: UploadRow): row is UploadRow & TrackKey => row.participantId !== null;

/** Returns the track that an upload is. @throws `not_found` when the meeting has no such participant */
export async function trackOf(db: ReadDb, { orgId, meetingId, participantId, createdBy }: TrackKey): Promise<Track> {
	const participant = await findParticipant(db, orgId, participantId);
	if (participant?.meetingId !== meetingId) throw participantNotFound();
	return { participant, createdBy };
}

/** Whether a track is uploaded by its own participant, who alone knows that nothing else is in it. */
const isOwnUpload = ({ participant: { id, userId }, createdBy }: Track): boolean => createdBy === (userId ?? id);

/** Whether the caller uploads their own track. */
export const isUploadedBy = (track: Track, principal: Principal): boolean =>
	isOwnUpload(track) && isOwnParticipant(track.participant, principal);

/**
 * Asserts that a track may be kept now: its participant does not deny being recorded, or has agreed to it where another one
 * uploads it. Whether the others agreed was asked when it began.
 * @throws `consent_required`
 */
export async function assertMayKeep(db: ReadDb, meeting: MeetingRow, track: Track): Promise<void> {
	await assertRecordable(db, meeting, "recording");
	const need = isOwnUpload(track) ? "not_denied" : "granted";
	await assertTrackConsented(db, meeting, track.participant, "recording", need);
}

/**
 * Asserts that a caller may send a track of a meeting now: their own, while they are in the room and for some days after;
 * or, if they run the meeting, that of a participant who agreed to being recorded, as it arrived.
 * @throws `forbidden` `state_conflict` `consent_required`
 */
export async function assertMaySend(
	db: ReadDb,
	principal: Principal,
	{ meeting, rights }: AccessibleMeeting,
	track: Track,
	nowMs: number,
): Promise<void> {
	const { participant } = track;
	if (isOwnUpload(track)) {
		if (principal.kind !== "system" && !isOwnParticipant(participant, principal)) throw notOwnTrack();
		assertInTime(meeting, participant, nowMs);
	} else {
		if (!rights.canRun) throw notOwnTrack();
		if (participant.joinedAtMs === null) throw wrongParticipantState(participant.state);
	}
	await assertMayKeep(db, meeting, track);
}

/** @throws `state_conflict` */
function assertInTime(meeting: MeetingRow, { state, leftAtMs }: ParticipantRow, nowMs: number): void {
	if (state !== "admitted" && state !== "left") throw wrongParticipantState(state);
	const endedAtMs = leftAtMs ?? meeting.endedAtMs;
	if (endedAtMs !== null && nowMs > endedAtMs + DAYS_AFTER * DAY_MS) throw tooLateForTrack(DAYS_AFTER);
}

/**
 * Whether a meeting may be recorded, or was in its room when something of it began: what its rules are now takes nothing
 * back of what was said before they changed.
 */
function isOrWasRecorded(meeting: MeetingRow, startedAtMs: number | null): boolean {
	const { recordingMode, recording } = meeting;
	if (recordingMode !== "off") return true;
	return recording !== null && startedAtMs !== null && (isRecorded(meeting) || startedAtMs < recording.sinceMs);
}

/**
 * Asserts that another upload of a track may begin.
 * @param startedAtMs when the track began; null: unknown
 * @throws `state_conflict` `consent_required`
 */
export async function assertMayBegin(
	db: ReadDb,
	meeting: MeetingRow,
	{ participant }: Track,
	{ startedAtMs, nowMs }: { readonly startedAtMs: number | null; readonly nowMs: number },
): Promise<void> {
	const { orgId, id: meetingId } = meeting;
	if (meeting.state === "cancelled" || !isOrWasRecorded(meeting, startedAtMs)) throw notRecorded();
	await assertBeganConsented(db, meeting, participant, startedAtMs);
	const open = await countOpenTracks(db, { orgId, meetingId, participantId: participant.id, nowMs });
	if (open >= MAX_OPEN_TRACKS) throw tooManyTracks(MAX_OPEN_TRACKS);
}
