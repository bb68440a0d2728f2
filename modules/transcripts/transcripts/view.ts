import type { SegmentRevisionRow, SegmentRow, SpeakerRow, TranscriptRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { NOTHING_REDACTED, type Redaction } from "#modules/governance/redaction";
import type { PlainSegment } from "./repository/segments.ts";
import type { Segment, SegmentRevision, Speaker, Transcript } from "./schemas.ts";

/** Converts a transcript to its representation. */
export const toTranscript = (row: TranscriptRow): Transcript => ({
	id: row.id,
	meetingId: row.meetingId,
	recordingId: row.recordingId,
	captureId: row.captureId,
	state: row.state,
	live: row.live,
	failure: row.failure,
	source: row.source,
	language: row.language,
	languages: [...row.languages],
	engine: row.engine === null ? null : { ...row.engine },
	consentStatement: row.consentStatement,
	segmentCount: row.segmentCount,
	durationMs: row.durationMs,
	revision: row.revision,
	version: row.version,
	createdBy: row.createdBy,
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});

/**
 * Returns what the entity tag of a transcript depends on besides its version, which does not count what is said live.
 * @param variant what else it depends on
 */
export const variantOf = ({ live, segmentCount, revision }: TranscriptRow, variant: string | undefined) =>
	live ? `${segmentCount} ${revision} ${variant ?? ""}` : variant;

/** Converts a speaker to its representation. */
export const toSpeaker = ({ id, label, participantId, mergedInto, version }: SpeakerRow): Speaker => ({
	id,
	label,
	participantId,
	mergedInto,
	version,
});

/** Finds the speaker that is shown for the id in a row: the one it was merged into, or itself. */
export type ShownSpeaker = (id: string | null) => Segment["speaker"];

/** Creates the lookup of the speakers of a transcript. */
export function shownSpeakers(rows: readonly SpeakerRow[]): ShownSpeaker {
	const byId = new Map(rows.map((row) => [row.id, row]));
	return (id) => {
		const own = id === null ? undefined : byId.get(id);
		const shown = own?.mergedInto == null ? own : (byId.get(own.mergedInto) ?? own);
		return shown === undefined ? null : { id: shown.id, participantId: shown.participantId, label: shown.label };
	};
}

/** Converts a segment to its representation, one with words with them. */
export const toSegment = (
	row: PlainSegment & Partial<Pick<SegmentRow, "words">>,
	speaker: Segment["speaker"],
): Segment => ({
	id: row.id,
	seq: row.seq,
	transcriptId: row.transcriptId,
	speaker,
	startMs: row.startMs,
	endMs: row.endMs,
	text: row.text,
	language: row.language,
	confidence: row.confidence,
	...(row.words !== undefined && { words: toWords(row, row.words) }),
	final: true,
	revision: row.revision,
	edited: row.edited,
	source: row.source,
});

/** Returns a segment as it is shown: what it says, and its words, without what the organization redacts. */
export const redactSegment = <S extends Pick<Segment, "text" | "language" | "words">>(
	redaction: Redaction,
	segment: S,
): S =>
	redaction === NOTHING_REDACTED
		? segment
		: {
				...segment,
				text: redaction.text(segment.text, segment.language),
				...(segment.words && { words: redaction.words(segment.words, segment.language) }),
			};

/** Returns the function that converts segments to what is shown of them. */
export const segmentView =
	(speakerOf: ShownSpeaker, redaction: Redaction) =>
	(row: Parameters<typeof toSegment>[0], translations?: Segment["translations"]): Segment => ({
		...redactSegment(redaction, toSegment(row, speakerOf(row.speakerId))),
		...(translations && {
			translations: translations.map((each) => ({ ...each, text: redaction.text(each.text, each.language) })),
		}),
	});

/**
 * Converts the words of a segment. They are those the engine heard: null once a person has changed the text, and there
 * again when the text is restored.
 */
function toWords({ text, edited }: PlainSegment, words: SegmentRow["words"]): NonNullable<Segment["words"]> | null {
	if (words === null || (edited && spelled(words.map(([word]) => word).join("")) !== spelled(text))) return null;
	return words.map(([word, startMs, endMs, confidence]) => ({ text: word, startMs, endMs, confidence }));
}

const spelled = (text: string): string => text.replace(/\s+/g, "");

/** Returns the function that converts earlier texts to what is shown of them. @param language of the segment */
export const revisionView =
	(speakerOf: ShownSpeaker, redaction: Redaction, language: string) =>
	(row: SegmentRevisionRow): SegmentRevision => ({
		revision: row.revision,
		text: redaction.text(row.text, language),
		speaker: speakerOf(row.speakerId),
		replacedBy: row.replacedBy,
		replacedAt: rfc3339(row.replacedAtMs),
	});
