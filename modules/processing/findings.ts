import { isJsonObject } from "#kernel/json";

/** A stretch of speech in one channel, short enough for an engine. */
export interface SpeechWindow {
	readonly channel: number;
	readonly startMs: number;
	readonly endMs: number;
}

/** What the finished steps of a job found out; what a later version adds is absent in older rows. */
export interface Findings {
	/** Length of the audio; from `decode`. */
	readonly durationMs?: number;
	/** Number of channels that differ from each other; from `decode`. */
	readonly channels?: number;
	/** Windows of speech in the order of their start; from `detect`. */
	readonly windows?: readonly SpeechWindow[];
	/** Ids of the speakers in the transcript by the key of `hearing.ts`; from `store`. */
	readonly speakers?: Readonly<Record<string, string>>;
}

/** Reads the findings of a stored job. */
export const toFindings = (stored: unknown): Findings => (isJsonObject(stored) ? (stored as Findings) : {});
