import type { SegmentRow } from "#db/schema";
import type { Redaction } from "#modules/governance/redaction";
import { redactSegment, type Segment, toSegment } from "#modules/transcripts/transcripts";
import type { FeedMessage, WireEvent } from "./ports.ts";
import type { LoggedFinal, LoggedTranslation } from "./repository/log.ts";

/** Who speaks, as a segment says. */
export type FrameSpeaker = Segment["speaker"];

/** What is heard of a segment that is not final yet. */
export type PartialSegment = Pick<Segment, "id" | "startMs" | "endMs" | "text" | "language" | "source"> & {
	/** Null before the first final of the session. */
	readonly transcriptId: string | null;
	/** Null where it is unknown; its id is null before its first final. */
	readonly speaker: {
		readonly id: string | null;
		readonly participantId: string | null;
		readonly label: string;
	} | null;
};

/** Returns the event of a final. */
export const finalEvent = (seq: number, segment: Segment, redaction: Redaction): WireEvent => ({
	seq,
	language: null,
	frame: JSON.stringify({ type: "final", seq, segment: redactSegment(redaction, segment) }),
});

/** Returns the frame of a partial: the segment it becomes has the same id. @param lastSeq of the session */
export function partialFrame(lastSeq: number, segment: PartialSegment, redaction: Redaction): string {
	const text = redaction.unfinished(segment.text, segment.language);
	return JSON.stringify({
		type: "partial",
		seq: lastSeq,
		segment: { ...segment, text, confidence: null, final: false, revision: 0, edited: false },
	});
}

/** Returns the event of a translation. */
export const translationEvent = (
	seq: number,
	{ segmentId, language, text }: Pick<LoggedTranslation, "segmentId" | "language" | "text">,
	redaction: Redaction,
): WireEvent => ({
	seq,
	language,
	frame: JSON.stringify({ type: "translation", seq, segmentId, language, text: redaction.text(text, language) }),
});

/** Returns the frame of the end. @param transcriptId null: nobody said anything */
export const closedFrame = (transcriptId: string | null, segments: number): string =>
	JSON.stringify({ type: "closed", transcriptId, segments });

/** Returns a message as it goes over the bus. */
export const feedText = (message: FeedMessage): string => JSON.stringify(message);

/** Returns a segment as it is shown live, without its words. */
export function liveSegment({ words: _, ...row }: SegmentRow, speaker: FrameSpeaker): Segment {
	return toSegment(row, speaker);
}

/** Returns the event of a final that was read from the log; null when its segment is gone. */
export function loggedFinal(
	{ seq, segment, speakerId, participantId, label }: LoggedFinal,
	redaction: Redaction,
): WireEvent | null {
	if (segment === null) return null;
	return finalEvent(
		seq,
		toSegment(segment, speakerId === null ? null : { id: speakerId, participantId, label: label ?? "" }),
		redaction,
	);
}
