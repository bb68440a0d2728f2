import type { HeardSegment, HeardWord, SpeechWindow } from "#modules/engines/speech";
import { alignTokens } from "./alignment.ts";
import { TIMESTAMP_STEP_MS, type Tokens, textOf } from "./tokens.ts";
import type { Said, SaidToken } from "./whisper.ts";

/** Samples of a frame of the encoder. */
const FRAME_SAMPLES = 320;

/** A token with the time it begins at, in ms from the start of the audio; null when the model does not tell. */
interface TimedToken extends SaidToken {
	readonly startMs: number | null;
	readonly endMs: number | null;
}

/** Languages written without spaces: each token stands for itself. */
const WITHOUT_SPACES = new Set(["zh", "ja", "th", "lo", "my", "yue", "km", "bo"]);

const SPACE = 0x20;

/** The segments of what was said. */
export interface SaidSegments {
	/** Their times are within the audio and never go back. */
	readonly segments: readonly HeardSegment[];
	/** Whether the last one was cut off: its end is that of the audio. */
	readonly isOpen: boolean;
}

/** Returns the segments of what was said in so many samples. */
export function segmentsOf(said: Said, tokens: Tokens, sampleCount: number): SaidSegments {
	const durationMs = Math.floor((sampleCount / FRAME_SAMPLES) * TIMESTAMP_STEP_MS);
	const segments: HeardSegment[] = [];
	let startMs = 0;
	let spoken: TimedToken[] = [];
	const close = (endMs: number): boolean => {
		const group = spoken;
		spoken = [];
		const text = idsToText(tokens, group).trim();
		if (text === "") return false;
		segments.push(segmentOf(group, tokens, text, { startMs, endMs: Math.max(endMs, startMs) }, said.language));
		return true;
	};
	for (const token of timed(said.tokens, sampleCount)) {
		if (token.id < tokens.firstTimestamp) {
			if (token.id !== tokens.endOfText) spoken.push(token);
			continue;
		}
		const atMs = Math.min((token.id - tokens.firstTimestamp) * TIMESTAMP_STEP_MS, durationMs);
		close(atMs);
		startMs = atMs;
	}
	return { isOpen: close(durationMs), segments };
}

function timed(said: readonly SaidToken[], sampleCount: number): TimedToken[] {
	const frames = Math.ceil(sampleCount / FRAME_SAMPLES);
	const hasAttention = said.length > 0 && said.every(({ attention }) => attention.length > 0);
	if (!hasAttention) return said.map((token) => ({ ...token, startMs: null, endMs: null }));
	const first = alignTokens(
		said.map(({ attention }) => attention),
		frames,
	);
	return said.map((token, index) => ({
		...token,
		startMs: (first[index] ?? 0) * TIMESTAMP_STEP_MS,
		endMs: (first[index + 1] ?? frames) * TIMESTAMP_STEP_MS,
	}));
}

function segmentOf(
	spoken: readonly TimedToken[],
	tokens: Tokens,
	text: string,
	span: SpeechWindow,
	language: string,
): HeardSegment {
	const groups = groupWords(spoken, tokens, WITHOUT_SPACES.has(language));
	const words = groups.map((group) => wordOf(group, tokens, span)).filter((word) => word !== null);
	const isTimed = words.length === groups.length;
	return {
		...span,
		text,
		confidence: confidenceOf(spoken),
		speaker: null,
		words: isTimed ? words.filter((word) => word.text !== "") : null,
	};
}

/** Groups tokens to words: a token that begins with a space begins a word. A character may need several tokens. */
function groupWords(spoken: readonly TimedToken[], tokens: Tokens, withoutSpaces: boolean): TimedToken[][] {
	const groups: TimedToken[][] = [];
	for (const token of spoken) {
		const last = groups.at(-1);
		const begins = withoutSpaces
			? !last || !idsToText(tokens, last).endsWith("\uFFFD")
			: tokens.bytesOf(token.id)[0] === SPACE;
		if (last && !begins) last.push(token);
		else groups.push([token]);
	}
	return groups;
}

function wordOf(group: readonly TimedToken[], tokens: Tokens, span: SpeechWindow): HeardWord | null {
	const startMs = group[0]?.startMs ?? null;
	const endMs = group.at(-1)?.endMs ?? null;
	if (startMs === null || endMs === null) return null;
	const within = (ms: number) => Math.min(Math.max(ms, span.startMs), span.endMs);
	const text = idsToText(tokens, group).trim();
	return { text, startMs: within(startMs), endMs: within(endMs), confidence: confidenceOf(group) };
}

const idsToText = (tokens: Tokens, said: readonly SaidToken[]): string =>
	textOf(
		tokens,
		said.map(({ id }) => id),
	);

/** Returns the geometric mean of the probabilities of what was said, 0…1. */
export const confidenceOf = (said: readonly SaidToken[]): number =>
	Math.exp(said.reduce((sum, { logProbability }) => sum + logProbability, 0) / Math.max(said.length, 1));
