import type { ProcessingWindowRow, StoredWord } from "#db/schema";
import type { HeardSegment, HeardWindow } from "#modules/speech";
import type { NewSegment } from "#modules/transcripts";
import type { SpeechWindow } from "./findings.ts";

/** What was heard in one window, with times from the start of the recording, as kept until the transcript is stored. */
export interface WindowResult {
	/** BCP 47; null: undetermined. */
	readonly language: string | null;
	readonly segments: readonly WindowSegment[];
}

/** A segment heard in a window. */
export interface WindowSegment {
	readonly channel: number;
	/** The speaker as the engine tells them apart; null: it does not. */
	readonly speaker: string | null;
	readonly startMs: number;
	readonly endMs: number;
	readonly text: string;
	readonly confidence: number | null;
	readonly words: readonly StoredWord[] | null;
}

/** An engine that is this sure of hearing no speech, and this unsure of what it wrote, has made it up. */
const NO_SPEECH = 0.6;
const UNSURE = 0.37;

/** Returns what was heard with times from the start of the recording, within the window and in order. */
export function toWindowResult(heard: HeardWindow, { channel, startMs, endMs }: SpeechWindow): WindowResult {
	const within = (ms: number) => Math.min(endMs, Math.max(startMs, startMs + Math.round(ms)));
	const segments = heard.segments.filter(isSpeech).map((segment): WindowSegment => ({
		channel,
		speaker: segment.speaker ?? null,
		startMs: within(segment.startMs),
		endMs: Math.max(within(segment.startMs), within(segment.endMs)),
		text: segment.text.trim(),
		confidence: segment.confidence,
		words:
			segment.words?.map((word) => [word.text, within(word.startMs), within(word.endMs), word.confidence] as const) ??
			null,
	}));
	return { language: heard.language, segments: segments.sort(byStart) };
}

const isSpeech = ({ text, noSpeech, confidence }: HeardSegment): boolean =>
	/[\p{L}\p{N}]/u.test(text) && !((noSpeech ?? 0) > NO_SPEECH && (confidence ?? 1) < UNSURE);

const byStart = (a: WindowSegment, b: WindowSegment) => a.startMs - b.startMs || a.endMs - b.endMs;

/** Reads the result of a stored window; only {@link toWindowResult} makes them. */
export const storedResult = ({ result }: Pick<ProcessingWindowRow, "result">): WindowResult => result as WindowResult;

/**
 * Returns the key of the speaker of a segment: the engine's, otherwise the channel where there are several; null where
 * it is unknown who spoke. Nobody is guessed.
 */
export const speakerKey = ({ channel, speaker }: WindowSegment, channels: number): string | null => {
	if (speaker !== null) return `${channel}/${speaker}`;
	return channels > 1 ? String(channel) : null;
};

/** Returns the segments of a transcript in the order in which they are read. */
export function toSegments(
	results: readonly WindowResult[],
	speakerOf: (segment: WindowSegment) => string | null,
): NewSegment[] {
	return results
		.flatMap(({ language, segments }) => segments.map((segment) => ({ ...segment, language: language ?? "und" })))
		.sort(byStart)
		.map(({ channel: _channel, speaker: _speaker, ...segment }, index) => ({
			...segment,
			seq: index + 1,
			speakerId: speakerOf({ ...segment, channel: _channel, speaker: _speaker }),
		}));
}

/** Returns the languages of windows, the one with most speech first; without those that could not be determined. */
export function languagesOf(results: readonly WindowResult[]): readonly string[] {
	const lengths = new Map<string, number>();
	for (const { language, segments } of results) {
		if (language === null) continue;
		const length = segments.reduce((sum, { text }) => sum + text.length, 0);
		lengths.set(language, (lengths.get(language) ?? 0) + length);
	}
	return [...lengths].sort(([, a], [, b]) => b - a).map(([language]) => language);
}
