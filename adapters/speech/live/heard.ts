import type { HeardSegment, HeardWord } from "#modules/engines/speech";
import type { VoskResult } from "./vosk-library.ts";

/** Bounds of what was heard, in ms of the stream. */
export interface Span {
	readonly startMs: number;
	readonly endMs: number;
}

/** English words that are written with a capital letter wherever they stand. */
const PRONOUN = /^i(?='|$)/;

/** Returns a text as it begins: Vosk writes only small letters. It knows no full stops, and none are invented. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a text of several words with the pronoun as it is written. */
export const withPronoun = (text: string): string =>
	text
		.split(" ")
		.map((word) => word.replace(PRONOUN, "I"))
		.join(" ");

/**
 * Returns what Vosk heard in an utterance; null when that is nothing.
 * @param fromMs what is to be added to its times
 */
export function segmentOf({ result = [] }: VoskResult, fromMs: number, within: Span): HeardSegment | null {
	const words: HeardWord[] = [];
	let atMs = within.startMs;
	for (const { word, start, end, conf } of result) {
		const startMs = clamp(fromMs + start * 1000, { startMs: atMs, endMs: within.endMs });
		const endMs = clamp(fromMs + end * 1000, { startMs, endMs: within.endMs });
		const text = words.length === 0 ? capitalized(withPronoun(word)) : withPronoun(word);
		words.push({ text, startMs, endMs, confidence: Math.min(1, Math.max(0, conf)) });
		atMs = endMs;
	}
	const [first] = words;
	if (!first) return null;
	return {
		startMs: first.startMs,
		endMs: atMs,
		text: words.map(({ text }) => text).join(" "),
		confidence: words.reduce((sum, { confidence }) => sum + (confidence ?? 0), 0) / words.length,
		speaker: null,
		words,
	};
}

/** A pause that ends a sentence, in s. */
const PAUSE_S = 0.5;

/** Returns what Vosk heard in a window of a recording, cut where its speaker paused. */
export function segmentsOf({ result = [] }: VoskResult, within: Span): HeardSegment[] {
	const groups: (typeof result)[] = [];
	for (const word of result) {
		const last = groups.at(-1);
		const before = last?.at(-1);
		if (last && before && word.start - before.end < PAUSE_S) last.push(word);
		else groups.push([word]);
	}
	const segments: HeardSegment[] = [];
	for (const group of groups) {
		const startMs = segments.at(-1)?.endMs ?? within.startMs;
		const segment = segmentOf({ text: "", result: group }, within.startMs, { startMs, endMs: within.endMs });
		if (segment) segments.push(segment);
	}
	return segments;
}

const clamp = (ms: number, { startMs, endMs }: Span): number =>
	Math.min(Math.max(Math.round(ms), startMs), Math.max(startMs, endMs));
