import { assertNear, type BlockFormat, readCues } from "./blocks.ts";
import { type Cue, SubtitleError } from "./cue.ts";
import { readLines } from "./lines.ts";
import { encodeText, readVttVoices } from "./markup.ts";
import { formatTiming } from "./times.ts";

const TIME = /(?:(\d{2,}):)?(\d{2}):(\d{2})\.(\d{3})/.source;
const FORMAT: BlockFormat = {
	times: {
		line: new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?:\\s.*)?$`),
		example: "00:00:01.000 --> 00:00:02.500",
	},
	isSkipped: (line) => /^(?:NOTE(?:[ \t]|$)|(?:STYLE|REGION)[ \t]*$)/.test(line),
	readVoices: readVttVoices,
};
/** The language in a header, as some programs write it, or in the comment in which {@link vttHeader} does. */
const LANGUAGE = /^(?:NOTE\s+)?Language:\s*(\S+)\s*$/i;

/** A file of WebVTT whose header was read. */
export interface VttFile {
	/** `Language` of the header, or of a comment before the first cue, as written; null without one. */
	readonly language: string | null;
	/** The cues in the order of the file; one for each voice, where a cue has several. Reading them may throw. */
	readonly cues: Iterable<Cue>;
}

/**
 * First lines of a file of WebVTT. A comment names the language: the standard has no place for it, and a blank line must
 * follow the signature.
 * @param language BCP 47
 */
export const vttHeader = (language: string): string => `WEBVTT\n\nNOTE Language: ${language}\n\n`;

/**
 * Returns a cue in WebVTT.
 * @param id its identifier: no line break, no `-->`
 * @param cue text as `normalizeCueText` leaves it
 */
export function writeVttCue(id: string, { text, speaker, ...times }: Cue): string {
	const voice = speaker === null ? "" : `<v ${encodeText(speaker)}>`;
	return `${id}\n${formatTiming(times, ".")}\n${voice}${encodeText(text)}\n\n`;
}

/**
 * Reads a file of WebVTT (https://www.w3.org/TR/webvtt1/): comments, style sheets and regions are skipped, identifiers,
 * settings of cues and tags other than voices are left out.
 * @throws SubtitleError, at once or while the cues are read
 */
export function readVtt(text: string): VttFile {
	const lines = readLines(text);
	if (!/^WEBVTT(?:[ \t]|$)/.test(lines.next() ?? "")) throw new SubtitleError(1, "is not WEBVTT");
	let language: string | null = null;
	// The header ends with a blank line, or with the first cue where somebody forgot it.
	for (let line = lines.peek(); line !== null && line !== "" && !line.includes("-->"); line = lines.peek()) {
		language ??= LANGUAGE.exec(line)?.[1] ?? null;
		lines.next();
		assertNear(lines, 0);
	}
	for (; lines.peek() === ""; lines.next()) assertNear(lines, 0);
	language ??= LANGUAGE.exec(lines.peek() ?? "")?.[1] ?? null;
	return { language, cues: readCues(lines, FORMAT) };
}
