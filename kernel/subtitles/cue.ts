import { asValue, type Message, render, type Text, text } from "../texts.ts";

/** A cue: a text shown for a while. Times are in ms from the start of the media. */
export interface Cue {
	readonly startMs: number;
	/** Not before the start. */
	readonly endMs: number;
	/** Plain text of one line or several, as {@link normalizeCueText} leaves it. */
	readonly text: string;
	/** Name of the voice; null where the file names none. */
	readonly speaker: string | null;
}

/** Most cues a file may have. */
export const MAX_CUES = 200_000;
/** Most lines before a cue that belong to none: blank ones, comments, styles, cues without text. */
export const MAX_LINES_BETWEEN = 20_000;
/** Most characters the text of a cue may have, in UTF-16 units. */
export const MAX_CUE_CHARS = 20_000;

/** Control characters but those that separate lines and words. */
const CONTROL = /[\p{Cc}--[\t\n]]/gv;

/**
 * Returns a text in the form that subtitles can hold: no control characters, no half surrogate pairs, no white space
 * around its lines, and no blank ones, which would end the cue. Idempotent.
 */
export function normalizeCueText(text: string): string {
	const clean = text.toWellFormed().replace(/\r\n?/g, "\n").replace(CONTROL, "");
	if (!clean.includes("\n")) return clean.trim();
	const lines = clean.split("\n").map((line) => line.trim());
	return lines.filter((line) => line !== "").join("\n");
}

/** Thrown when a file of subtitles cannot be read. */
export class SubtitleError extends Error {
	/** Number of the line, from 1. */
	readonly line: number;
	/** What is wrong, with the line. */
	readonly problem: Text;

	/** @param fault what is wrong with the line: "has no …" */
	constructor(line: number, fault: Message) {
		const problem = text("Line {line} {fault}", { line, fault: asValue(fault) });
		super(`${render(problem, "en")}.`);
		this.line = line;
		this.problem = problem;
	}
}
