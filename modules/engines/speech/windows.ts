import { MAX_WINDOW_MS, type SpeechWindow } from "./ports.ts";

/** Duration of the frames whose probability of speech is known, in ms. */
export const FRAME_MS = 32;

/** Speech begins with a frame above the first, and ends when all are below the second for a while. */
export const BEGINS_AT = 0.5;
/** See {@link BEGINS_AT}. */
export const ENDS_AT = 0.35;

/** A pause ends an utterance only when it is this long, in frames. */
const MIN_PAUSE = Math.ceil(300 / FRAME_MS);
/** What is shorter is a cough or a click, in frames. */
const MIN_SPEECH = Math.ceil(200 / FRAME_MS);
/** Room around an utterance, where consonants are soft. */
const PADDING_MS = 128;

/**
 * Longest silence inside a window. Whisper takes as long for one word as for 28 s, but invents words where nobody speaks for
 * long.
 */
const MAX_GAP_MS = 3_000;

/** The part of the longest window in which it is cut when nobody pauses. */
const CUT_FROM = 0.7;

/** Speech from a frame up to, but not including, another one. */
interface Utterance {
	readonly from: number;
	readonly to: number;
}

/** Returns the windows of speech in order, at most {@link MAX_WINDOW_MS} long, by the probabilities of all frames. */
export function packWindows(probabilities: Float32Array, durationMs: number): readonly SpeechWindow[] {
	const windows: { startMs: number; endMs: number }[] = [];
	for (const utterance of findUtterances(probabilities)) {
		for (const { from, to } of cutLong(utterance, probabilities)) {
			const last = windows.at(-1);
			const startMs = Math.max(last?.endMs ?? 0, from * FRAME_MS - PADDING_MS, 0);
			const endMs = Math.min(to * FRAME_MS + PADDING_MS, durationMs);
			if (last && startMs - last.endMs <= MAX_GAP_MS && endMs - last.startMs <= MAX_WINDOW_MS) last.endMs = endMs;
			else windows.push({ startMs, endMs });
		}
	}
	return windows.filter(({ startMs, endMs }) => endMs > startMs);
}

function findUtterances(probabilities: Float32Array): Utterance[] {
	const found: Utterance[] = [];
	let from = -1;
	let lastLoud = -1;
	const close = () => {
		if (from >= 0 && lastLoud + 1 - from >= MIN_SPEECH) found.push({ from, to: lastLoud + 1 });
		from = -1;
	};
	for (const [frame, probability] of probabilities.entries()) {
		if (from < 0 && probability >= BEGINS_AT) from = frame;
		if (from < 0) continue;
		if (probability >= ENDS_AT) lastLoud = frame;
		else if (frame - lastLoud >= MIN_PAUSE) close();
	}
	close();
	return found;
}

/** Cuts an utterance that is longer than a window where it is quietest. */
function cutLong({ from, to }: Utterance, probabilities: Float32Array): Utterance[] {
	const most = Math.floor((MAX_WINDOW_MS - 2 * PADDING_MS) / FRAME_MS);
	const parts: Utterance[] = [];
	let start = from;
	while (to - start > most) {
		const end = quietest(probabilities, start + Math.floor(most * CUT_FROM), start + most);
		parts.push({ from: start, to: end });
		start = end;
	}
	return [...parts, { from: start, to }];
}

function quietest(probabilities: Float32Array, from: number, to: number): number {
	let best = to;
	for (let frame = from; frame <= to; frame++)
		if ((probabilities[frame] ?? 1) < (probabilities[best] ?? 1)) best = frame;
	return best;
}
