import type { ProcessingWindowRow, StoredWord } from "#db/schema";
import type { HeardWindow } from "#modules/engines/speech";
import type { NewSegment } from "#modules/transcripts/transcripts";
import type { ChannelWindow } from "./findings.ts";

/** The language of what an engine could not tell, BCP 47. */
export const UNDETERMINED = "und";

/** A segment heard in a window, with times from the start of the recording. */
export interface WindowSegment {
	readonly channel: number;
	/** The speaker as the engine tells them apart within the window; null: it does not. */
	readonly speaker: string | null;
	readonly startMs: number;
	readonly endMs: number;
	readonly text: string;
	readonly confidence: number | null;
	readonly words: readonly StoredWord[] | null;
}

/** What was heard in one window, as kept until the transcript is stored. */
export interface WindowResult {
	/** BCP 47; `und` when undetermined. */
	readonly language: string;
	readonly segments: readonly WindowSegment[];
}

/** Returns what was heard with times from the start of the recording, all of them within the window. */
export function toWindowResult(heard: HeardWindow, { channel, startMs, endMs }: ChannelWindow): WindowResult {
	const within = (ms: number) => Math.min(endMs, Math.max(startMs, startMs + Math.round(ms)));
	const segments = heard.segments
		.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
		.map(
			({ words, ...segment }): WindowSegment => ({
				channel,
				speaker: segment.speaker,
				startMs: within(segment.startMs),
				endMs: Math.max(within(segment.startMs), within(segment.endMs)),
				text: segment.text,
				confidence: segment.confidence,
				words: words?.map((word) => [word.text, within(word.startMs), within(word.endMs), word.confidence]) ?? null,
			}),
		);
	return { language: heard.language, segments };
}

/** Reads the result of a stored window; only {@link toWindowResult} makes them. */
export const storedResult = ({ result }: Pick<ProcessingWindowRow, "result">): WindowResult => result as WindowResult;

/**
 * Returns the key of the speaker of a segment: the channel, where the recording has several, one for each person; otherwise
 * the voice, if `pieces.ts` has joined them. Null where it is unknown who spoke: nobody is guessed, and an engine's labels
 * hold only within one window.
 */
export const speakerKey = ({ channel, speaker }: WindowSegment, channels: number): string | null =>
	channels > 1 ? String(channel) : speaker;

/** Returns the segments of a transcript in the order in which they are read. */
export function toSegments(
	results: readonly WindowResult[],
	speakerOf: (segment: WindowSegment) => string | null,
): NewSegment[] {
	return results
		.flatMap(({ language, segments }) => segments.map((segment) => ({ language, segment })))
		.sort((a, b) => a.segment.startMs - b.segment.startMs || a.segment.endMs - b.segment.endMs)
		.map(({ language, segment }, index) => ({
			seq: index + 1,
			speakerId: speakerOf(segment),
			startMs: segment.startMs,
			endMs: segment.endMs,
			text: segment.text,
			language,
			confidence: segment.confidence,
			words: segment.words,
		}));
}

/** Returns the languages of windows, the one with most text first; without those that could not be determined. */
export function languagesOf(results: readonly WindowResult[]): readonly string[] {
	const lengths = new Map<string, number>();
	for (const { language, segments } of results) {
		const length = segments.reduce((sum, { text }) => sum + text.length, 0);
		if (language !== UNDETERMINED && length > 0) lengths.set(language, (lengths.get(language) ?? 0) + length);
	}
	return [...lengths].sort(([, a], [, b]) => b - a).map(([language]) => language);
}
