import type { HeardSegment, SpeechWindow } from "./ports.ts";

/**
 * Returns all that was heard in an utterance as one segment; null when nothing was.
 * @param fromMs what is to be added to its times
 */
export function joinedSegment(
	segments: readonly HeardSegment[],
	fromMs: number,
	{ startMs, endMs }: SpeechWindow,
): HeardSegment | null {
	const [first] = segments;
	const last = segments.at(-1);
	if (!first || !last) return null;
	const within = (ms: number) => Math.min(Math.max(Math.round(ms + fromMs), startMs), endMs);
	const known = segments.map(({ confidence }) => confidence).filter((confidence) => confidence !== null);
	const words = segments.flatMap((segment) => segment.words ?? []);
	return {
		startMs: within(first.startMs),
		endMs: within(last.endMs),
		text: segments.map(({ text }) => text).join(" "),
		confidence: known.length === 0 ? null : known.reduce((sum, confidence) => sum + confidence, 0) / known.length,
		speaker: first.speaker,
		words:
			words.length === 0
				? null
				: words.map((word) => ({ ...word, startMs: within(word.startMs), endMs: within(word.endMs) })),
	};
}
