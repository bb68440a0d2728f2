import type { EngineName, SegmentRow, SegmentSource, StoredWord, TranscriptRow } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import type { Edit } from "#platform/holds";
import type { Change } from "#platform/unit-of-work";

/** What identifies a transcript; its row does, too. */
export interface TranscriptKey {
	readonly orgId: string;
	readonly id: string;
}

/** The meeting a transcript is made of; its row is one. */
export interface TranscribedMeeting {
	readonly orgId: string;
	readonly id: string;
}

/** A transcript to be created. */
export interface NewTranscript {
	/** Null for one that is imported, and for that of a capture. */
	readonly recordingId: string | null;
	/** The capture of the meeting whose tracks it is made of; default: none. */
	readonly captureId?: string | null;
	readonly source: SegmentSource;
	/** Main language, BCP 47; `und` while unknown. */
	readonly language: string;
	/** Null for one that is imported. */
	readonly engine: EngineName | null;
	/** What the importer states about consent that was given elsewhere; default null: nothing. */
	readonly consentStatement?: string | null;
	/** Whether it is written while people speak, and read meanwhile; default false. */
	readonly live?: boolean;
}

/** A speaker to be added to a transcript. */
export interface NewSpeaker {
	/** Shown name, 1…128 characters. */
	readonly label: string;
	/** The participant known to be this speaker; null while unknown. */
	readonly participantId: string | null;
}

/** A segment to be stored. Times are in ms from the start of the recording. */
export interface NewSegment {
	/** Its id, where it is known already; default: a new one. */
	readonly id?: string;
	/** Position in the transcript, from 1; where two segments start together, the lower one is read first. */
	readonly seq: number;
	/** Null where it is unknown who spoke. */
	readonly speakerId: string | null;
	readonly startMs: number;
	readonly endMs: number;
	readonly text: string;
	/** BCP 47; `und` while unknown. */
	readonly language: string;
	/** 0…1; null where the engine gives none. */
	readonly confidence: number | null;
	/** Null where the source has no times of words. */
	readonly words: readonly StoredWord[] | null;
	/** Where it comes from; default: as the transcript. */
	readonly source?: SegmentSource;
}

/** A segment to be stored after those that are. */
export type NextSegment = Omit<NewSegment, "seq" | "id"> & { readonly id: string };

/** What one participant said, in a track of their own. */
export interface SpokenTrack {
	/** Shown name, 1…128 characters, of a speaker who is new. */
	readonly label: string;
	readonly participantId: string;
	/** In the order in which they were spoken. */
	readonly segments: readonly Omit<NewSegment, "id" | "seq" | "speakerId">[];
}

/** What an engine heard when it listened to a segment again. */
export type SecondHearing = Pick<NewSegment, "text" | "confidence" | "words">;

/** What is known of a transcript once all of it is stored. */
export interface FinishedTranscript {
	/** Main language, BCP 47; `und` where it could not be found out. */
	readonly language: string;
	/** All languages spoken, the main one first. */
	readonly languages: readonly string[];
	/** The engine that heard it, where its beginning did not tell. */
	readonly engine?: EngineName | null;
}

/**
 * Writes transcripts within the changes of others: the processing of recordings, and imports. A transcript is created,
 * filled with speakers and segments in as many transactions as it takes, and then published or failed.
 */
export interface TranscriptWriter {
	/** Creates a transcript in the state `processing`, enters it into the ledger of artifacts and records the fact. */
	createTranscript(change: Change, meeting: TranscribedMeeting, transcript: NewTranscript): Promise<TranscriptKey>;

	/** Returns an id for a segment that is not stored yet. */
	newSegmentId(): string;

	/** Adds speakers and returns their ids, in the same order. */
	addSpeakers(tx: Db, transcript: TranscriptKey, speakers: readonly NewSpeaker[]): Promise<readonly string[]>;

	/**
	 * Stores segments, in few statements however many; at most 2,000 take about 10 ms. One whose start and `seq` are
	 * stored already is skipped, so a portion of work may be repeated.
	 * @returns how many were stored
	 */
	insertSegments(tx: Db, transcript: TranscriptKey, segments: readonly NewSegment[]): Promise<number>;

	/**
	 * Stores segments behind those that the transcript has, and returns them with their positions. For a transcript that one
	 * transaction at a time is written by.
	 */
	appendSegments(
		tx: Db,
		transcript: TranscriptKey,
		segments: readonly NextSegment[],
	): Promise<readonly (NextSegment & { readonly seq: number })[]>;

	/**
	 * Replaces the text of a segment, unless a person has edited it. Its earlier text is kept only while the meeting is held.
	 * @param by who wrote both; null: an engine heard them, and what it heard first is not kept
	 * @returns the segment as it is now; undefined when there is none, or it stays as it was
	 */
	rehearSegment(
		tx: Db,
		transcript: TranscriptKey,
		segmentId: string,
		heard: SecondHearing,
		by: Omit<Edit, "tx"> | null,
	): Promise<SegmentRow | undefined>;

	hasSegment(db: ReadDb, transcript: TranscriptKey, segmentId: string): Promise<boolean>;

	/** Returns the languages of the segments of a transcript, that of the most first. */
	languagesOf(tx: Db, transcript: TranscriptKey): Promise<readonly string[]>;

	/** Returns the transcript of a capture that is neither removed nor failed; undefined when there is none. */
	findOfCapture(
		db: ReadDb,
		capture: { readonly orgId: string; readonly meetingId: string; readonly captureId: string },
	): Promise<TranscriptRow | undefined>;

	/**
	 * Stores tracks of participants behind what a transcript has, each with the speaker who is its participant. One that is
	 * ready gets a new revision. @throws `not_found`
	 */
	addTracks(change: Change, transcript: TranscriptKey, tracks: readonly SpokenTrack[]): Promise<void>;

	/**
	 * Makes a transcript that is being processed readable: state `ready`, the meeting's artifacts, the fact. Does nothing
	 * to one that is ready. @throws `not_found`
	 */
	publishTranscript(change: Change, transcript: TranscriptKey, finished: FinishedTranscript): Promise<void>;

	/**
	 * Ends the processing of a transcript without a result; its content is removed in the background.
	 * @param failure error code
	 * @throws `not_found`
	 */
	failTranscript(change: Change, transcript: TranscriptKey, failure: string): Promise<void>;

	/** Removes a transcript: hidden at once, its rows by a job. @throws `not_found` */
	removeTranscript(change: Change, transcript: TranscriptKey): Promise<void>;
}
