import type { HeardSegment, HeardWindow, SpeechTask } from "#modules/engines/speech";
import { confidenceOf, segmentsOf } from "./segments.ts";
import { listen, type Said, type Whisper } from "./whisper.ts";

/** Probability of silence from which, and confidence below which, nothing was said; as in Whisper's own code. */
const SILENCE = { noSpeech: 0.6, confidence: Math.exp(-1) };

/** How often the rest of a window is listened to again. */
const MAX_PASSES = 4;
/** A pass that gets no further than this is the last, in ms. */
const MIN_PROGRESS_MS = 1_000;
/** Whisper sometimes stops early. A window ends with speech, so a rest that is longer than this is heard again, in ms. */
const MAX_REST_MS = 3_000;

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
	let atMs = 0;
	for (let pass = 0; pass < MAX_PASSES; pass++) {
		const rest = samples.subarray(atMs * SAMPLES_PER_MS);
		const said = await listen(model, rest, spoken, task);
		spoken ??= said.language;
		if (isSilence(said)) break;
		const found = segmentsOf(said, model.tokens, rest.length);
		const ended = found.isOpen ? found.segments.slice(0, -1) : found.segments;
		const endMs = ended.at(-1)?.endMs ?? 0;
		// What was cut off is heard again from its beginning, if that is further on.
		const again =
			endMs >= MIN_PROGRESS_MS && (said.isComplete ? !found.isOpen && durationMs - atMs - endMs > MAX_REST_MS : true);
		segments.push(...(again ? ended : found.segments).map((segment) => moved(segment, atMs)));
		if (!again) break;
		atMs += endMs;
		// What is left may be too short to be speech.
		if (durationMs - atMs < MIN_PROGRESS_MS) break;
	}
	return { language: spoken ?? "und", segments };
}

const isSilence = ({ noSpeech, tokens }: Said): boolean =>
	noSpeech > SILENCE.noSpeech && confidenceOf(tokens) < SILENCE.confidence;

function moved(segment: HeardSegment, byMs: number): HeardSegment {
	if (byMs === 0) return segment;
	const shift = <T extends { readonly startMs: number; readonly endMs: number }>(span: T): T => ({
		...span,
		startMs: span.startMs + byMs,
		endMs: span.endMs + byMs,
	});
	return { ...shift(segment), words: segment.words?.map(shift) ?? null };
}
