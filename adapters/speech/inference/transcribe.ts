import type { HeardSegment, HeardWindow, SpeechTask } from "#modules/engines/speech";
import { guarded, isGuess, isLoop, isSilence } from "../decode-guard.ts";
import { confidenceOf, type SaidSegments, segmentsOf } from "./segments.ts";
import { listen, type Said, type Whisper } from "./whisper.ts";

/** How often a window is listened to, each time from further on or to less of it. */
const MAX_PASSES = 12;
/** What is shorter than this is not heard again, and a pass that gets no further than this ends its piece, in ms. */
const MIN_PROGRESS_MS = 1_000;
/** Whisper sometimes stops early. A window ends with speech, so a rest that is longer than this is heard again, in ms. */
const MAX_REST_MS = 3_000;
/** What was not understood is heard again in halves: noise confuses a small model the more, the longer it listens. No shorter than this, in ms. */
const MIN_PIECE_MS = 6_000;

const SAMPLES_PER_MS = 16;

/**
 * Transcribes one window of up to 30 s.
 * @param language Whisper's code; null: the model finds out. The result has Whisper's code too.
 */
export async function transcribeWindow(
	model: Whisper,
	samples: Float32Array,
	language: string | null,
	task: SpeechTask,
): Promise<HeardWindow> {
	const durationMs = samples.length / SAMPLES_PER_MS;
	const segments: HeardSegment[] = [];
	let spoken = language;
	let pieceMs = durationMs;
	let atMs = 0;
	for (let pass = 0; pass < MAX_PASSES && (atMs === 0 || durationMs - atMs >= MIN_PROGRESS_MS); pass++) {
		const endMs = atMs + pieceMs < durationMs ? quietestMs(samples, atMs + pieceMs / 2, atMs + pieceMs) : durationMs;
		const piece = samples.subarray(atMs * SAMPLES_PER_MS, endMs * SAMPLES_PER_MS);
		const said = await listen(model, piece, spoken, task);
		const found = segmentsOf(said, model.tokens, piece.length);
		const outcome = outcomeOf(said, found);
		if (outcome === "confused" && pieceMs / 2 >= MIN_PIECE_MS) {
			pieceMs /= 2;
			continue;
		}
		if (outcome === "silence") {
			atMs = endMs;
			continue;
		}
		spoken ??= said.language;
		const { sentences, heardMs } = heardIn(said, found, endMs - atMs);
		const decoded = sentences.map((segment) => ({ segment, noSpeech: said.noSpeech }));
		segments.push(...guarded(decoded).map((segment) => moved(segment, atMs)));
		atMs += heardMs;
	}
	return { language: spoken ?? "und", segments };
}

function outcomeOf(said: Said, { segments }: SaidSegments): "silence" | "confused" | "heard" {
	const confidence = confidenceOf(said.tokens);
	if (isSilence(confidence, said.noSpeech)) return "silence";
	const isConfused =
		said.isLoop || isLoop(segments.map(({ text }) => text).join(" ")) || isGuess(confidence, said.noSpeech);
	return isConfused ? "confused" : "heard";
}

/** Returns the sentences of a piece, and from where on it is heard again; what was cut off is, from its beginning. */
function heardIn(said: Said, { segments, isOpen }: SaidSegments, pieceMs: number) {
	const ended = isOpen ? segments.slice(0, -1) : segments;
	const endMs = ended.at(-1)?.endMs ?? 0;
	const isCutOff = said.isComplete ? !isOpen && pieceMs - endMs > MAX_REST_MS : true;
	return isCutOff && endMs >= MIN_PROGRESS_MS
		? { sentences: ended, heardMs: endMs }
		: { sentences: segments, heardMs: pieceMs };
}

/** Half the length of the pause that is looked for, in ms, and how exactly. */
const HALF_PAUSE_MS = 150;
const STEP_MS = 50;

/** Returns where speech is quietest. */
function quietestMs(samples: Float32Array, fromMs: number, toMs: number): number {
	let best = toMs;
	let lowest = Number.POSITIVE_INFINITY;
	for (let ms = fromMs; ms <= toMs; ms += STEP_MS) {
		const around = samples.subarray((ms - HALF_PAUSE_MS) * SAMPLES_PER_MS, (ms + HALF_PAUSE_MS) * SAMPLES_PER_MS);
		const energy = around.reduce((sum, sample) => sum + sample * sample, 0) / around.length;
		if (energy >= lowest) continue;
		lowest = energy;
		best = ms;
	}
	return best;
}

function moved(segment: HeardSegment, byMs: number): HeardSegment {
	if (byMs === 0) return segment;
	const shift = <T extends { readonly startMs: number; readonly endMs: number }>(span: T): T => ({
		...span,
		startMs: span.startMs + byMs,
		endMs: span.endMs + byMs,
	});
	return { ...shift(segment), words: segment.words?.map(shift) ?? null };
}
