import type { MeetingRow, ParticipantRow, UploadRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import type { Principal } from "#kernel/principal";
import { assertTrackConsented } from "#modules/meetings/consents";
import type { AccessibleMeeting } from "#modules/meetings/meetings";
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
interface TrackKey extends Pick<UploadRow, "orgId" | "meetingId" | "createdBy"> {
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
		return assertTrackConsented(db, meeting, participant, "recording", "not_denied");
	}
	if (!rights.canRun) throw notOwnTrack();
	if (participant.joinedAtMs === null) throw wrongParticipantState(participant.state);
	return assertTrackConsented(db, meeting, participant, "recording", "granted");
}

/** @throws `state_conflict` */
function assertInTime(meeting: MeetingRow, { state, leftAtMs }: ParticipantRow, nowMs: number): void {
	if (state !== "admitted" && state !== "left") throw wrongParticipantState(state);
	const endedAtMs = leftAtMs ?? meeting.endedAtMs;
	if (endedAtMs !== null && nowMs > endedAtMs + DAYS_AFTER * DAY_MS) throw tooLateForTrack(DAYS_AFTER);
}

/** Asserts that another upload of a track may begin. @throws `state_conflict` */
export async function assertMayBegin(
	db: ReadDb,
	{ orgId, id: meetingId, recordingMode, state }: MeetingRow,
	{ participant }: Track,
	nowMs: number,
): Promise<void> {
	if (recordingMode === "off" || state === "cancelled") throw notRecorded();
	const open = await countOpenTracks(db, { orgId, meetingId, participantId: participant.id, nowMs });
	if (open >= MAX_OPEN_TRACKS) throw tooManyTracks(MAX_OPEN_TRACKS);
}
