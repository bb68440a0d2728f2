import { isJsonObject } from "#kernel/json";
import type { SpeechWindow } from "#modules/engines/speech";

/** A stretch of speech in one channel, short enough for an engine. */
export interface ChannelWindow extends SpeechWindow {
	readonly channel: number;
}

/** What the finished steps of a job found out; what a later version adds is absent in older rows. */
export interface Findings {
	/** Length of the audio in ms; from `decode`. */
	readonly durationMs?: number;
	/** Number of channels that differ from each other; from `decode`. */
	readonly channels?: number;
	/** Windows of speech in the order of their start; from `detect`. */
	readonly windows?: readonly ChannelWindow[];
	/** What is heard in place of the windows, by an engine that tells voices apart (`pieces.ts`); from `transcribe`. */
	readonly pieces?: readonly ChannelWindow[];
	/** Language of the first windows, BCP 47, which the others are heard in; from `transcribe`. */
	readonly language?: string;
	/** When a track of a capture began, in ms from the start of the meeting; from `transcribe`. */
	readonly offsetMs?: number;
	/** Ids of the speakers in the transcript by the key of `hearing.ts`; from `store`. */
	readonly speakers?: Readonly<Record<string, string>>;
}

/** Reads the findings of a stored job. */
export const toFindings = (stored: unknown): Findings => (isJsonObject(stored) ? (stored as Findings) : {});
