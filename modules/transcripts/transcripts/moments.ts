import type { TranscriptRow } from "#db/schema";
import { type Change, defineMoment } from "#platform/unit-of-work";
import type { TranscriptKey } from "./ports.ts";

/** A transaction, which need not be a change. */
type Transaction = Pick<Change, "tx">;

/** Segments were stored in a transcript, which may still be written. */
export interface StoredSegments {
	readonly transcript: TranscriptRow;
	readonly segments: readonly { readonly id: string; readonly startMs: number; readonly seq: number }[];
}

/** An edited transcript. */
export interface EditedTranscript {
	/** Its `revision` is the new one. */
	readonly transcript: TranscriptRow;
	/** Null when what changed is a speaker. */
	readonly segmentId: string | null;
}

/** Segments were stored; the transcript may still be written. */
export const segmentsStored = defineMoment<StoredSegments, Transaction>("transcript.segments_stored");

/** A transcript has become readable as a whole. */
export const transcriptReady = defineMoment<TranscriptRow>("transcript.ready");

/** Tracks that came late were added to a transcript that was readable already: what was derived from it lacks them. */
export const transcriptExtended = defineMoment<TranscriptRow>("transcript.extended");

/** The text or a speaker of a readable transcript has changed. */
export const transcriptEdited = defineMoment<EditedTranscript>("transcript.edited");

/** A transcript is removed, or has failed: what is derived from it goes too. */
export const transcriptRemoved = defineMoment<TranscriptRow>("transcript.removed");

/** The name of a person who was erased was taken off speakers of a transcript. */
export const speakerForgotten = defineMoment<TranscriptKey, Transaction>("transcript.speaker_forgotten");
