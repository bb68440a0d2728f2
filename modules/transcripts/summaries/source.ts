import type { MeetingRow, TranscriptRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { Slices } from "#kernel/slices";
import type { Conversation, Speaker, SpokenSegment } from "#modules/engines/summarizers";
import { readRedaction } from "#modules/governance/redaction";
import { excludedParticipants } from "#modules/meetings/consents";
import { findOrganization } from "#modules/tenancy/organization-records";
import { settings } from "#modules/tenancy/settings";
import { readSpeakers, readSpoken } from "#modules/transcripts/transcripts";
import { attendeesOf } from "./repository.ts";

/** The most that one summary is made of; what is said later is not in it. */
const MAX_SEGMENTS = 50_000;

/** Returns the day of a moment in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timezone: string, ms: number): string =>
	new Intl.DateTimeFormat("en-CA", { timeZone: timezone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
		ms,
	);

/**
 * Returns what a summary of a transcript is made of: who said what, without those who do not consent to being summarized.
 * @throws the reason of `signal`
 */
export async function readConversation(
	db: ReadDb,
	meeting: MeetingRow,
	transcript: TranscriptRow,
	signal: AbortSignal,
): Promise<Conversation> {
	const [organization, redaction, shown, attendees, excluded] = await Promise.all([
		findOrganization(db, meeting.orgId),
		readRedaction(db, meeting.orgId),
		readSpeakers(db, transcript),
		attendeesOf(db, { orgId: meeting.orgId, meetingId: meeting.id }),
		excludedParticipants(db, meeting, "summary"),
	]);
	const isExcluded = ({ participantId }: Speaker) => participantId !== null && excluded.includes(participantId);
	const speakers = new Map<string, Speaker>();
	const segments: SpokenSegment[] = [];
	const slices = new Slices(meeting.orgId);
	for await (const { id, startMs, endMs, text, language, speakerId } of readSpoken(db, transcript)) {
		signal.throwIfAborted();
		if (segments.length >= MAX_SEGMENTS) break;
		const speaker = shown(speakerId);
		if (speaker && isExcluded(speaker)) continue;
		if (speaker) speakers.set(speaker.id, speaker);
		const said = redaction.text(text, language);
		if (slices.isOver) await slices.pause();
		segments.push({ id, startMs, endMs, text: said, language, speakerId: speaker?.id ?? null });
	}
	const { timezone } = settings.effective(organization);
	return {
		segments,
		speakers: [...speakers.values()],
		attendees: attendees.filter(({ id }) => !excluded.includes(id)),
		language: transcript.language,
		day: dayIn(timezone, meeting.startedAtMs ?? meeting.startsAtMs),
	};
}
