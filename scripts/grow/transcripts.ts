import type { SegmentRevisionRow, SegmentRow, SpeakerRow, TranscriptRow } from "#db/schema";
import type { GrownMeeting } from "./meetings.ts";
import { organizationName } from "./names.ts";
import type { Random } from "./random.ts";

/** A generated transcript, with what is said in it. */
export interface GrownTranscript {
	readonly row: TranscriptRow;
	readonly speakers: readonly SpeakerRow[];
	readonly segments: readonly SegmentRow[];
	readonly revisions: readonly SegmentRevisionRow[];
}

/** Segments of each transcript. */
const SEGMENTS = 12;
/** Time from one segment to the next, in ms. */
const STEP_MS = 4_000;

/** Makes up a transcript of every meeting that is ready. */
export const growTranscripts = (random: Random, meetings: readonly GrownMeeting[]): GrownTranscript[] =>
	meetings.filter(({ row }) => row.state === "ready").map((meeting) => newTranscript(random, meeting));

function newTranscript(random: Random, { row: meeting, participants }: GrownMeeting): GrownTranscript {
	const { orgId, hostId } = meeting;
	const createdAtMs = meeting.updatedAtMs;
	const transcriptId = random.id("trn", createdAtMs);
	const speakers = participants.map(
		({ id, name }): SpeakerRow => ({
			orgId,
			id: random.id("spk", createdAtMs),
			transcriptId,
			participantId: id,
			label: name,
			mergedInto: null,
			version: 1,
		}),
	);
	const segments = Array.from(
		{ length: SEGMENTS },
		(_, n): SegmentRow => ({
			orgId,
			transcriptId,
			startMs: n * STEP_MS,
			seq: n + 1,
			id: random.id("seg", createdAtMs),
			speakerId: speakers[n % (speakers.length + 1)]?.id ?? null,
			endMs: n * STEP_MS + STEP_MS - 500,
			text: `This is about the ${organizationName(random, 0)}.`,
			language: "en",
			confidence: 0.9,
			words: null,
			revision: n === 0 ? 2 : 1,
			edited: n === 0,
			source: "stt",
		}),
	);
	const revisions = segments.slice(0, 1).map(
		({ id, text, speakerId }): SegmentRevisionRow => ({
			orgId,
			transcriptId,
			segmentId: id,
			revision: 1,
			text: text.toLowerCase(),
			speakerId,
			replacedBy: hostId,
			replacedAtMs: createdAtMs,
		}),
	);
	const row: TranscriptRow = {
		orgId,
		id: transcriptId,
		meetingId: meeting.id,
		recordingId: null,
		captureId: null,
		state: "ready",
		live: false,
		source: "stt",
		language: "en",
		languages: ["en"],
		engine: { engine: "whisper-server", model: "base", version: null },
		segmentCount: SEGMENTS,
		durationMs: SEGMENTS * STEP_MS,
		revision: 2,
		failure: null,
		consentStatement: null,
		version: 3,
		createdBy: hostId,
		createdAtMs,
		updatedAtMs: createdAtMs,
		deletedAtMs: null,
	};
	return { row, speakers, segments, revisions };
}
