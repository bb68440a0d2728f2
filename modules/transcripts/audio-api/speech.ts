import type { DecodedAudio } from "#modules/engines/media";
import type { HeardSegment, SpeechEngines, SpeechToText } from "#modules/engines/speech";
import type { Redaction } from "#modules/governance/redaction";

/** A segment with times from the start of the audio, in ms. */
export interface SpokenSegment extends HeardSegment {
	/** Start of the window it was heard in, in ms. */
	readonly windowStartMs: number;
}

/** What was said in a file. */
export interface Spoken {
	/** BCP 47, `und` when unknown. */
	readonly language: string;
	readonly durationMs: number;
	/** In the order of time. */
	readonly segments: readonly SpokenSegment[];
}

/** What shall be heard. */
export interface SpeechRequest {
	readonly audio: DecodedAudio;
	readonly engine: SpeechToText;
	readonly language: string | null;
	readonly prompt: string | undefined;
	readonly task: "transcribe" | "translate";
	readonly signal: AbortSignal;
}

/**
 * Listens to every channel of a file, window by window. The language that is heard first is that of the rest.
 * @throws SpeechError, the reason of `signal`
 */
export async function listen(detectSpeech: SpeechEngines["detectSpeech"], request: SpeechRequest): Promise<Spoken> {
	const { audio, engine, prompt, task, signal } = request;
	const segments: SpokenSegment[] = [];
	let { language } = request;
	for (let channel = 0; channel < audio.channels; channel++)
		for (const { startMs, endMs } of await detectSpeech(audio, channel, { signal })) {
			const window = await audio.read(channel, startMs, endMs);
			const heard = await engine.transcribe(window, {
				language,
				task,
				signal,
				...(prompt !== undefined && { prompt }),
			});
			if (heard.language !== "und") language ??= heard.language;
			segments.push(
				...heard.segments.map((segment) => ({ ...moved(segment, startMs, audio.durationMs), windowStartMs: startMs })),
			);
		}
	segments.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
	return { language: language ?? "und", durationMs: audio.durationMs, segments };
}

function moved(segment: HeardSegment, byMs: number, durationMs: number): HeardSegment {
	const within = (ms: number) => Math.min(durationMs, Math.max(0, byMs + ms));
	const span = <T extends { readonly startMs: number; readonly endMs: number }>(part: T): T => {
		const startMs = within(part.startMs);
		return { ...part, startMs, endMs: Math.max(startMs, within(part.endMs)) };
	};
	return { ...span(segment), words: segment.words?.map(span) ?? null };
}

/** Returns what was said as it is shown. */
export const redactSpoken = (spoken: Spoken, redaction: Redaction): Spoken => ({
	...spoken,
	segments: spoken.segments.map((segment) => ({
		...segment,
		text: redaction.text(segment.text, spoken.language),
		words: segment.words && redaction.words(segment.words, spoken.language),
	})),
});
