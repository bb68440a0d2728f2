import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type HeardWindow, type HeardWord, SpeechError } from "#modules/engines/speech";
import { type Decoded, guarded } from "./decode-guard.ts";
import { languageTag } from "./languages.ts";

const Word = Type.Object({
	word: Type.String(),
	start: Type.Number(),
	end: Type.Number(),
	probability: Type.Optional(Type.Number()),
});
type Word = typeof Word.static;

const Nullable = <T extends ReturnType<typeof Type.Number> | ReturnType<typeof Type.String>>(schema: T) =>
	Type.Optional(Type.Union([schema, Type.Null()]));

const Segment = Type.Object({
	start: Type.Number(),
	end: Type.Number(),
	text: Type.String(),
	avg_logprob: Nullable(Type.Number()),
	no_speech_prob: Nullable(Type.Number()),
	speaker: Nullable(Type.String()),
	words: Type.Optional(Type.Union([Type.Array(Word), Type.Null()])),
});
type Segment = typeof Segment.static;

const Transcription = Type.Object({
	text: Type.String(),
	language: Nullable(Type.String()),
	segments: Type.Optional(Type.Union([Type.Array(Segment), Type.Null()])),
	words: Type.Optional(Type.Union([Type.Array(Word), Type.Null()])),
});

const misbehaved = (text: string, cause?: unknown) => new SpeechError("engine_misbehaved", text, { cause });

/** Parses an answer as JSON. @param who names the server in the error; @throws SpeechError `engine_misbehaved` */
export function parseAnswer(bytes: Uint8Array, who: string): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch (cause) {
		throw misbehaved(`${who} returned something other than JSON.`, cause);
	}
}

/**
 * Returns what a server heard, from its `verbose_json`, `json` or `diarized_json`. Times beyond the window are moved to its
 * end.
 * @param asked the language that was asked for, for servers that do not repeat it
 * @throws SpeechError `engine_misbehaved` when it is no transcript
 */
export function readTranscription(body: unknown, durationMs: number, asked: string | null): HeardWindow {
	if (!Value.Check(Transcription, body)) throw misbehaved("The speech server's response is not a transcript.");
	const whole: Segment = { start: 0, end: durationMs / 1000, text: body.text };
	const decoded = (body.segments ?? [whole])
		.map((segment) => readSegment(segment, body.words ?? null, durationMs))
		.filter(({ segment }) => segment.startMs < durationMs)
		.sort((a, b) => a.segment.startMs - b.segment.startMs);
	const language = languageTag(body.language);
	return { language: language === "und" ? (asked ?? "und") : language, segments: guarded(decoded) };
}

function readSegment(segment: Segment, allWords: readonly Word[] | null, durationMs: number): Decoded {
	const span = spanOf(segment, { startMs: 0, endMs: durationMs });
	const { avg_logprob: logProbability, no_speech_prob: noSpeech = null, words: own } = segment;
	const words = own ?? allWords?.filter(({ start, end }) => isWithin((start + end) / 2, segment)) ?? null;
	return {
		noSpeech,
		segment: {
			...span,
			text: plain(segment.text),
			confidence: typeof logProbability === "number" ? Math.min(1, Math.exp(logProbability)) : null,
			speaker: segment.speaker ?? null,
			words: words && words.length > 0 ? joined(words).map((word) => readWord(word, span)) : null,
		},
	};
}

const isWithin = (seconds: number, { start, end }: Segment): boolean => seconds >= start && seconds < end;

/**
 * Joins the tokens that whisper.cpp gives for words: those that begin a word begin with a space. Words of other servers have
 * no space, and neither have tokens of languages that are written without: they stay as they are.
 */
function joined(words: readonly Word[]): Word[] {
	if (!words.some(({ word }) => word.startsWith(" "))) return [...words];
	const groups: Word[][] = [];
	for (const word of words) {
		const last = groups.at(-1);
		if (last && !word.word.startsWith(" ")) last.push(word);
		else groups.push([word]);
	}
	return groups.map((group) => {
		const probabilities = group.map(({ probability }) => probability).filter((value) => value !== undefined);
		return {
			word: group.map(({ word }) => word).join(""),
			start: group[0]?.start ?? 0,
			end: group.at(-1)?.end ?? 0,
			...(probabilities.length > 0 && { probability: Math.min(...probabilities) }),
		};
	});
}

function readWord(word: Word, within: { readonly startMs: number; readonly endMs: number }): HeardWord {
	return { text: plain(word.word), ...spanOf(word, within), confidence: word.probability ?? null };
}

function spanOf(
	{ start, end }: { readonly start: number; readonly end: number },
	within: { readonly startMs: number; readonly endMs: number },
): { readonly startMs: number; readonly endMs: number } {
	const clamp = (ms: number) => Math.min(Math.max(ms, within.startMs), within.endMs);
	const startMs = clamp(Math.round(start * 1000));
	return { startMs, endMs: Math.max(startMs, clamp(Math.round(end * 1000))) };
}

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();
