import { once } from "#kernel/once";

/** A text in pieces that are translated one by one, and the white space around them: one gap more than pieces. */
export interface CutText {
	readonly pieces: readonly string[];
	readonly gaps: readonly string[];
}

/** Characters that engines take for commands or cannot carry: Apertium ends a text at NUL. */
const CONTROL = /[\p{Cc}--[\t\n]]/gv;
const BLANK_LINES = /(\s*\n[^\S\n]*\n\s*)/;

const sentences = once(() => new Intl.Segmenter("en", { granularity: "sentence" }));

/** Cuts a text where lines are blank, and longer parts between sentences. No piece is blank or longer than `maxChars`. */
export function cutText(text: string, maxChars: number): CutText {
	const pieces: string[] = [];
	const gaps: string[] = [""];
	const addGap = (gap: string) => gaps.push((gaps.pop() ?? "") + gap);
	const clean = text.toWellFormed().replace(/\r\n?/g, "\n").replace(CONTROL, "");
	for (const [at, part] of clean.split(BLANK_LINES).entries()) {
		if (at % 2 === 1) {
			addGap(part);
			continue;
		}
		for (const piece of part.length <= maxChars ? [part] : cutLong(part, maxChars)) {
			const inner = piece.trim();
			const start = piece.length - piece.trimStart().length;
			addGap(piece.slice(0, start));
			if (inner === "") continue;
			pieces.push(inner);
			gaps.push(piece.slice(start + inner.length));
		}
	}
	return { pieces, gaps };
}

/** Puts the text together again, of other pieces. */
export const joinText = ({ gaps }: CutText, pieces: readonly string[]): string =>
	gaps.map((gap, at) => gap + (pieces[at] ?? "")).join("");

/** Cuts between sentences; one that is too long, between words, or anywhere. */
function cutLong(text: string, maxChars: number): string[] {
	const parts: string[] = [];
	let part = "";
	for (const { segment } of sentences().segment(text)) {
		let rest = segment;
		if (part.length + rest.length > maxChars && part !== "") {
			parts.push(part);
			part = "";
		}
		while (rest.length > maxChars) {
			const length = endOfWord(rest, maxChars);
			parts.push(rest.slice(0, length));
			rest = rest.slice(length);
		}
		part += rest;
	}
	if (part !== "") parts.push(part);
	return parts;
}

function endOfWord(text: string, maxChars: number): number {
	const space = text.lastIndexOf(" ", maxChars - 1);
	if (space > maxChars / 2) return space + 1;
	const code = text.charCodeAt(maxChars - 1);
	// Not between the halves of a character.
	return code >= 0xd800 && code <= 0xdbff ? maxChars - 1 : maxChars;
}
