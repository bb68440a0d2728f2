import { deflateSync } from "node:zlib";
import type { HeardSegment } from "#modules/engines/speech";

/**
 * Whisper was trained to write subtitles, and writes some where nobody speaks: polite ends of videos, the same sentence again
 * and again. Its decoder's own figures tell, by the thresholds of Whisper's code. What every Whisper engine has decoded goes
 * through here.
 */
export interface Decoded {
	/** Its confidence is `exp(avg_logprob)`. */
	readonly segment: HeardSegment;
	/** `no_speech_prob` of the audio it was heard in, 0…1; null where the engine gives none. */
	readonly noSpeech: number | null;
}

/** Text that compresses better only repeats itself (`compression_ratio_threshold`). */
const MAX_COMPRESSION_RATIO = 2.4;
/** Whisper decodes this much audio at once, in ms: a loop does not outlast it. */
const DECODED_MS = 30_000;
/** Probability from which nobody speaks (`no_speech_threshold`). */
const NO_SPEECH = 0.6;
/** Probability below which text is a guess (`logprob_threshold` of -1). */
const MIN_CONFIDENCE = Math.exp(-1);

/** Sounds as subtitles describe them: `[Music]`, `(applause)`, `*claps*`, `♪ la la ♪`. */
const SOUNDS = /\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|[♪♫][^♪♫]*/gu;

/** Whether text repeats itself as only a decoder in a loop does. */
export function isLoop(text: string): boolean {
	const bytes = new TextEncoder().encode(text);
	return bytes.length > MAX_COMPRESSION_RATIO * deflateSync(bytes).length;
}

/**
 * Whether what was heard is a guess. Whisper's own code compares both figures alone, and accepts what misses both narrowly; the
 * probability that somebody speaks, and says this, tells noise from speech.
 */
export const isGuess = (confidence: number | null, noSpeech: number | null): boolean =>
	(confidence ?? 1) * (1 - (noSpeech ?? 0)) < MIN_CONFIDENCE;

/** Whether a guess was made because nobody speaks. */
export const isSilence = (confidence: number, noSpeech: number): boolean =>
	noSpeech > NO_SPEECH && isGuess(confidence, noSpeech);

/** Whether a text has words that somebody may have said. */
export const isSpoken = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(SOUNDS, "")) && !isLoop(text);

/** Returns what was said of what one run of a decoder has written, in the order of time. */
export function guarded(decoded: readonly Decoded[]): HeardSegment[] {
	const kept: HeardSegment[] = [];
	for (const [index, { segment, noSpeech }] of decoded.entries()) {
		const previous = decoded[index - 1]?.segment;
		// The decoder is the more certain of a sentence the more often it has written it: what repeats the last one stands with it.
		const isEcho = previous?.text === segment.text && kept.at(-1) !== previous;
		const recent = kept.filter(({ startMs }) => segment.startMs - startMs < DECODED_MS);
		const text = [...recent, segment].map((each) => each.text).join(" ");
		if (isEcho || isGuess(segment.confidence, noSpeech) || !isSpoken(segment.text) || isLoop(text)) continue;
		kept.push(segment);
	}
	return kept;
}
