import { text } from "../texts.ts";
import { type Cue, MAX_CUE_CHARS, MAX_CUES, MAX_LINES_BETWEEN, normalizeCueText, SubtitleError } from "./cue.ts";
import type { LineReader } from "./lines.ts";
import type { Voice } from "./markup.ts";
import { parseTiming, type TimeFormat } from "./times.ts";

/** What differs between formats whose cues are blocks: a line of times, possibly after one that names the cue, and text. */
export interface BlockFormat {
	readonly times: TimeFormat;
	/** Whether a block that begins with this line is no cue. */
	readonly isSkipped: (line: string) => boolean;
	/** Returns what each voice says in the text of a cue. */
	readonly readVoices: (payload: string) => readonly Voice[];
}

/**
 * Reads the cues of a file, one for each voice where a cue has several. Where a player would skip what it cannot read,
 * this throws, so that nothing is lost unnoticed; cues without text are skipped.
 * @throws SubtitleError
 */
export function* readCues(lines: LineReader, { times, isSkipped, readVoices }: BlockFormat): Generator<Cue> {
	let count = 0;
	let lastAt = lines.number;
	for (let line = lines.next(); line !== null; line = lines.next()) {
		assertNear(lines, lastAt);
		if (line.trim() === "") continue;
		if (isSkipped(line)) {
			skipBlock(lines, lastAt);
			continue;
		}
		const timing = parseTiming(timesAfter(line, lines, times), lines.number, times);
		const at = lines.number;
		for (const { speaker, text: spoken } of readVoices(readBlock(lines))) {
			const shown = normalizeCueText(spoken);
			if (shown === "") continue;
			if (++count > MAX_CUES)
				throw new SubtitleError(at, text("is beyond the {most} cues of a file", { most: MAX_CUES }));
			yield { ...timing, text: shown, speaker };
			lastAt = lines.number;
		}
	}
}

/** Returns the line of times of a cue: its first line, or the one after its name. */
function timesAfter(line: string, lines: LineReader, { example }: TimeFormat): string {
	if (line.includes("-->")) return line;
	const following = lines.peek();
	if (!following?.includes("-->"))
		throw new SubtitleError(lines.number, text("is not followed by times of the form {example}", { example }));
	lines.next();
	return following;
}

/** Whether a line belongs to a block that has begun: it ends at a blank line, or at times where that is missing. */
const isInside = (line: string | null): line is string => line !== null && line !== "" && !line.includes("-->");

function skipBlock(lines: LineReader, lastAt: number): void {
	for (; isInside(lines.peek()); lines.next()) assertNear(lines, lastAt);
}

/** Asserts that the last cue is not too far back: whoever reads the cues can pause after each, and not before. */
export function assertNear({ number }: Pick<LineReader, "number">, lastAt: number): void {
	if (number - lastAt > MAX_LINES_BETWEEN)
		throw new SubtitleError(
			number,
			text("is beyond the {most} lines that may come before a cue", { most: MAX_LINES_BETWEEN }),
		);
}

function readBlock(lines: LineReader): string {
	const block: string[] = [];
	let chars = 0;
	for (let line = lines.peek(); isInside(line); line = lines.peek()) {
		lines.next();
		chars += line.length;
		if (chars > MAX_CUE_CHARS)
			throw new SubtitleError(lines.number, text("is beyond the {most} characters of a cue", { most: MAX_CUE_CHARS }));
		block.push(line);
	}
	return block.join("\n");
}
