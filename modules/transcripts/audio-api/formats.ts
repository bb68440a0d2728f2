import { deflateSync } from "node:zlib";
import { once } from "#kernel/once";
import { type Cue, normalizeCueText } from "#kernel/subtitles/cue";
import { writeSrtCue } from "#kernel/subtitles/srt";
import { vttHeader, writeVttCue } from "#kernel/subtitles/vtt";
import type { Granularity, VerboseTranscription } from "./schemas.ts";
import type { Spoken, SpokenSegment } from "./speech.ts";

/** Languages that are written without spaces between sentences. */
const WITHOUT_SPACES = /^(zh|ja|th|lo|km|my|yue)\b/;

const languageNames = once(() => new Intl.DisplayNames("en", { type: "language" }));

/** Returns the text of all segments. */
export const toText = ({ segments, language }: Spoken): string =>
	segments.map(({ text }) => text).join(WITHOUT_SPACES.test(language) ? "" : " ");

/** Returns the segments as a file of SRT. */
export const toSrt = (spoken: Spoken): string =>
	cuesOf(spoken)
		.map((cue, index) => writeSrtCue(index + 1, cue))
		.join("");

/** Returns the segments as a file of WebVTT. */
export const toVtt = (spoken: Spoken): string =>
	vttHeader(spoken.language) +
	cuesOf(spoken)
		.map((cue, index) => writeVttCue(String(index + 1), cue))
		.join("");

const cuesOf = ({ segments }: Spoken): Cue[] =>
	segments
		.map(({ text, startMs, endMs }) => ({ startMs, endMs, text: normalizeCueText(text), speaker: null }))
		.filter(({ text }) => text !== "");

/** Returns the segments, words or both as OpenAI's `verbose_json`. */
export function toVerboseJson(
	spoken: Spoken,
	task: "transcribe" | "translate",
	granularities: ReadonlySet<Granularity>,
): VerboseTranscription {
	const { language, durationMs, segments } = spoken;
	return {
		task,
		language: (languageNames().of(language.split("-")[0] ?? language) ?? language).toLowerCase(),
		duration: inSeconds(durationMs),
		text: toText(spoken),
		...(granularities.has("segment") && { segments: segments.map(toSegment) }),
		...(granularities.has("word") && {
			words: segments.flatMap(({ words }) =>
				(words ?? []).map(({ text, startMs, endMs }) => ({
					word: text,
					start: inSeconds(startMs),
					end: inSeconds(endMs),
				})),
			),
		}),
	};
}

const inSeconds = (ms: number): number => Math.round(ms) / 1000;

function toSegment({ text, startMs, endMs, confidence, windowStartMs }: SpokenSegment, id: number) {
	return {
		id,
		seek: Math.round(windowStartMs / 10),
		start: inSeconds(startMs),
		end: inSeconds(endMs),
		text,
		tokens: [],
		temperature: 0,
		avg_logprob: confidence === null ? 0 : Math.log(Math.max(confidence, 1e-6)),
		compression_ratio: compressionRatio(text),
		no_speech_prob: 0,
	};
}

function compressionRatio(text: string): number {
	const bytes = Buffer.from(text);
	return bytes.length === 0 ? 0 : bytes.length / deflateSync(bytes).length;
}
