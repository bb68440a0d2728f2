import type { Slices } from "#kernel/slices";
import { languageOf } from "./languages.ts";
import { normalize } from "./phrases.ts";
import type { SpokenSegment } from "./ports.ts";
import { segmenterOf } from "./segmenters.ts";

/** A sentence that somebody said, in one segment or several. */
export interface Sentence {
	readonly text: string;
	/** The segments that it is in, in order. */
	readonly segmentIds: readonly string[];
	readonly startMs: number;
	readonly endMs: number;
	/** Null where it is unknown who spoke. */
	readonly speakerId: string | null;
	/** BCP 47. */
	readonly language: string;
}

/** The longest pause within a sentence, in ms. */
const MAX_PAUSE_MS = 2_500;
/** The most that is searched for sentences at once, in characters. */
const MAX_RUN = 2_000;
/** A sentence beyond this is cut where a segment ends, in characters. */
const MAX_SENTENCE = 320;
/** Beyond this, what has no end is cut anywhere. */
const MAX_PIECE = 2_000;

const ENDS = /[.!?…。！？؟।]/;

/** Segments that follow each other, spoken by one person. */
interface Run {
	readonly parts: { readonly segment: SpokenSegment; readonly from: number; readonly text: string }[];
	length: number;
}

/** Returns the sentences of a conversation, also those that go over the ends of segments. */
export async function sentencesOf(
	segments: readonly SpokenSegment[],
	mainLanguage: string,
	slices: Slices,
): Promise<readonly Sentence[]> {
	const sentences: Sentence[] = [];
	await slices.visit(runsOf(segments), (run) => {
		const [first] = run.parts;
		if (!first) return;
		const language = first.segment.language === "und" ? mainLanguage : first.segment.language;
		for (const [from, to] of cut(run, language).flatMap(pieces)) sentences.push(sentenceOf(run, from, to, language));
	});
	return sentences;
}

function* runsOf(segments: readonly SpokenSegment[]): Generator<Run> {
	let run: Run = { parts: [], length: 0 };
	for (const segment of segments) {
		const text = normalize(segment.text);
		if (text === "") continue;
		if (goesOn(run, segment, text)) {
			run.parts.push({ segment, from: run.length + 1, text });
			run.length += 1 + text.length;
		} else {
			yield run;
			run = { parts: [{ segment, from: 0, text }], length: text.length };
		}
	}
	yield run;
}

function goesOn({ parts, length }: Run, next: SpokenSegment, text: string): boolean {
	const last = parts.at(-1)?.segment;
	return (
		last !== undefined &&
		last.speakerId === next.speakerId &&
		last.language === next.language &&
		next.startMs - last.endMs <= MAX_PAUSE_MS &&
		length + text.length < MAX_RUN
	);
}

type Range = readonly [from: number, to: number];

/** Returns where the sentences of a run are. Without punctuation, each segment is one. */
function cut({ parts }: Run, language: string): readonly Range[] {
	const ofParts = parts.map(({ from, text }): Range => [from, from + text.length]);
	const text = parts.map((part) => part.text).join(" ");
	if (!ENDS.test(text)) return ofParts;
	const { abbreviations } = languageOf(language);
	const ranges: [number, number][] = [];
	for (const { segment, index } of segmenterOf(language, "sentence").segment(text)) {
		const last = ranges.at(-1);
		const to = index + segment.trimEnd().length;
		if (last && abbreviations.test(text.slice(last[0], last[1]))) last[1] = to;
		else if (to > index) ranges.push([index, to]);
	}
	return ranges.flatMap((range) => (range[1] - range[0] > MAX_SENTENCE ? cutLong(range, ofParts) : [range]));
}

/** Cuts what is too long for a sentence. */
const pieces = ([from, to]: Range): readonly Range[] =>
	Array.from({ length: Math.ceil((to - from) / MAX_PIECE) }, (_, n) => [
		from + n * MAX_PIECE,
		Math.min(to, from + (n + 1) * MAX_PIECE),
	]);

/** Cuts a sentence at the ends of its segments. */
function cutLong([from, to]: Range, ofParts: readonly Range[]): readonly Range[] {
	return ofParts
		.map(([start, end]): Range => [Math.max(start, from), Math.min(end, to)])
		.filter(([start, end]) => end > start);
}

function sentenceOf({ parts }: Run, from: number, to: number, language: string): Sentence {
	const within = parts.filter((part) => part.from < to && part.from + part.text.length > from);
	const pieces = within.map((part) => part.text.slice(Math.max(0, from - part.from), to - part.from));
	const [first] = within;
	return {
		text: pieces.join(" ").trim(),
		segmentIds: within.map(({ segment }) => segment.id),
		startMs: first?.segment.startMs ?? 0,
		endMs: within.at(-1)?.segment.endMs ?? 0,
		speakerId: first?.segment.speakerId ?? null,
		language,
	};
}

/** Joins sentences to a text; one without a mark at its end, as some engines write what they hear, gets a full stop. */
export const joinSentences = (sentences: readonly string[]): string =>
	sentences.map((each) => (/\p{P}$/u.test(each) ? each : `${each}.`)).join(" ");
