import type { StoredWord } from "#db/schema";
import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import { MAX_STEP_CHARS, type SlicedJson, StepTooLongError, sliceJson } from "#kernel/sliced-json";
import { Slices } from "#kernel/slices";
import { type Cue, MAX_CUES, normalizeCueText, SubtitleError } from "#kernel/subtitles/cue";
import { readSrt } from "#kernel/subtitles/srt";
import { readVtt } from "#kernel/subtitles/vtt";
import { normalizeName } from "#kernel/text";
import { text } from "#kernel/texts";
import { checkImport, checkImportSegment, type ImportSegment } from "./import-schemas.ts";
import { LabelCount, splitLabel } from "./labels.ts";
import type { NewSegment, NewSpeaker } from "./ports.ts";
import { MAX_SPEAKERS } from "./repository/transcripts.ts";

/** A segment of a file, whose speaker has no id yet. */
export interface ParsedSegment extends Omit<NewSegment, "seq" | "speakerId" | "language"> {
	/** Index in {@link ParsedTranscript.speakers}; null where it is unknown who spoke. */
	readonly speaker: number | null;
	/** BCP 47; null: as the transcript. */
	readonly language: string | null;
}

/** A transcript as a file has it. */
export interface ParsedTranscript {
	/** BCP 47; null where the file does not say. */
	readonly language: string | null;
	readonly speakers: readonly NewSpeaker[];
	/** In the order in which they are spoken. */
	readonly segments: readonly ParsedSegment[];
}

/** A file to be imported. */
export interface ImportedFile {
	readonly mediaType: string;
	readonly text: string;
}

/**
 * Parses a file of WebVTT, of SubRip or of JSON as it was exported, with pauses for others.
 * @param people names of people in the meeting, as {@link nameKey} returns them: before a text, each is a speaker
 * @param orgId whose slots it takes
 * @throws `validation_failed` `invalid_json`
 */
export async function parseTranscript(
	orgId: string,
	{ mediaType, text }: ImportedFile,
	people: ReadonlySet<string>,
): Promise<ParsedTranscript> {
	const slices = new Slices(orgId);
	if (mediaType === "application/json") return parseExport(text, slices);
	try {
		const { language, cues } = mediaType === "text/vtt" ? readVtt(text) : { language: null, cues: readSrt(text) };
		return await fromCues(canonicalLanguage(language), cues, people, slices);
	} catch (error) {
		throw error instanceof SubtitleError ? unreadable(error) : error;
	}
}

/** Returns the canonical form of a language tag, BCP 47; null for none, and for anything that is not a language tag. */
export function canonicalLanguage(tag: string | null): string | null {
	if (tag === null || tag.length > 35) return null;
	try {
		return Intl.getCanonicalLocales(tag)[0] ?? null;
	} catch {
		return null;
	}
}

const unreadable = ({ line, problem }: SubtitleError): AppError =>
	new AppError("validation_failed", text("{problem}.", { problem }), {
		fieldErrors: [{ path: "", code: "invalid_format", message: problem }],
		meta: { line },
	});

const inOrder = (segments: readonly ParsedSegment[], slices: Slices): Promise<ParsedSegment[]> =>
	slices.sort(segments, ({ startMs }) => startMs);

async function fromCues(
	language: string | null,
	read: Iterable<Cue>,
	people: ReadonlySet<string>,
	slices: Slices,
): Promise<ParsedTranscript> {
	const cues: Cue[] = [];
	const labels = new LabelCount();
	await slices.visit(read, (cue) => {
		cues.push(cue);
		if (cue.speaker === null) labels.add(cue.text);
	});
	const named = await labels.speakers(people, slices);
	const speakers = new SpeakerList();
	const segments: ParsedSegment[] = [];
	await slices.visit(cues, ({ startMs, endMs, ...said }) => {
		const { speaker, text } = said.speaker === null ? withoutLabel(said.text, named) : said;
		const index = speaker === null ? null : speakers.indexOf(speaker, { label: speaker, participantId: null });
		segments.push({ startMs, endMs, text, speaker: index, language: null, confidence: null, words: null });
	});
	return { language, speakers: speakers.all, segments: await inOrder(segments, slices) };
}

/** Splits a text into who speaks and what they say, where it begins with the name of a speaker. */
function withoutLabel(text: string, speakers: ReadonlySet<string>): Pick<Cue, "speaker" | "text"> {
	const labelled = speakers.size === 0 ? null : splitLabel(text);
	return labelled && speakers.has(labelled.name)
		? { speaker: labelled.name, text: labelled.text }
		: { speaker: null, text };
}

/** Parses a transcript as it was exported, with or without the envelope around it. */
async function parseExport(json: string, slices: Slices): Promise<ParsedTranscript> {
	const { rest, items } = await sliced(json, slices);
	const document = checkImport(withoutEnvelope(parseJson(rest)), "");
	const { segments: few, language = null } = document;
	// Where the name of the member was escaped, they were not taken out.
	const parts = few.length > 0 ? few : items;
	if (parts.length > MAX_CUES)
		throw invalidMember("/segments", "too_many", text("must have at most {most} items", { most: MAX_CUES }));
	const speakers = new SpeakerList();
	for (const { id, label, participantId = null } of document.speakers ?? [])
		speakers.indexOf(id ?? label, { label, participantId });
	const segments: ParsedSegment[] = [];
	await slices.visit(parts, (part, index) => {
		const segment = checkImportSegment(parts === items ? parseJson(items[index] ?? "") : part, `/segments/${index}`);
		if (segment.endMs < segment.startMs)
			throw invalidMember(`/segments/${index}/endMs`, "invalid", "must not be before startMs");
		segments.push(toSegment(segment, speakers));
	});
	return { language: canonicalLanguage(language), speakers: speakers.all, segments: await inOrder(segments, slices) };
}

function toSegment(segment: ImportSegment, speakers: SpeakerList): ParsedSegment {
	const { startMs, endMs, speaker = null, confidence = null, words = null, language = null } = segment;
	return {
		startMs,
		endMs,
		text: normalizeCueText(segment.text),
		speaker: speaker && speakers.indexOf(speaker.id, speaker),
		language: canonicalLanguage(language),
		confidence,
		words: words?.map((word): StoredWord => [plain(word.text), word.startMs, word.endMs, word.confidence]) ?? null,
	};
}

/** Takes the segments out of a file. @throws `validation_failed` */
async function sliced(json: string, slices: Slices): Promise<SlicedJson> {
	try {
		return await sliceJson(json, "segments", slices);
	} catch (error) {
		if (!(error instanceof StepTooLongError)) throw error;
		throw invalidMember(
			"",
			"too_long",
			text("must have at most {most} characters in a segment, or beside all segments", { most: MAX_STEP_CHARS }),
		);
	}
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw notJson(cause);
	}
}

const notJson = (cause: unknown): AppError => new AppError("invalid_json", "The body is not JSON.", { cause });

const withoutEnvelope = (document: unknown): unknown =>
	typeof document === "object" && document !== null && "data" in document ? document.data : document;

const plain = (text: string): string => text.toWellFormed().replace(/\p{Cc}/gu, "");

/** Characters that a name must not have, as of `parseName`. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const MAX_LABEL_CHARS = 128;

/** The speakers of a file, each once. */
class SpeakerList {
	readonly all: NewSpeaker[] = [];
	readonly #indexes = new Map<string, number | null>();

	/**
	 * Returns the index of the speaker with this key, who is added when new; null for one without a visible name.
	 * @throws `validation_failed` beyond the number of speakers a transcript may have
	 */
	indexOf(key: string, { label, participantId }: NewSpeaker): number | null {
		const known = this.#indexes.get(key);
		if (known !== undefined) return known;
		const name = normalizeName(label.toWellFormed().replace(UNPRINTABLE, " "));
		const shown = [...name].slice(0, MAX_LABEL_CHARS).join("").trim();
		const index = shown === "" ? null : this.all.push({ label: shown, participantId }) - 1;
		if (this.all.length > MAX_SPEAKERS)
			throw invalidMember("", "too_many", text("must have at most {most} speakers", { most: MAX_SPEAKERS }));
		this.#indexes.set(key, index);
		return index;
	}
}
