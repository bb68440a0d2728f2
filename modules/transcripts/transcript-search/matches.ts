import { type LocatedWord, locateWords, spokenWords } from "#kernel/spoken-words";
import type { SearchQuery, Term } from "./query.ts";

/** A part of a text: start and end, exclusive, in UTF-16 code units. */
export type TextRange = readonly [from: number, to: number];

/** What was said, and by whom. */
export interface Spoken {
	readonly text: string;
	/** Name of the speaker; null while unknown. */
	readonly speaker: string | null;
}

/** Returns where in a list of words a term begins. */
function* occurrences({ words, isPrefix }: Term, said: readonly string[]): Generator<number> {
	const last = words.length - 1;
	for (let at = 0; at + last < said.length; at++) {
		const isHere = words.every((word, index) => {
			const other = said[at + index] ?? "";
			return isPrefix && index === last ? other.startsWith(word) : other === word;
		});
		if (isHere) yield at;
	}
}

/**
 * Returns where a text has what a search asks for, in order, without overlaps; null when it does not match. Empty where
 * only the speaker is asked for. It decides about every hit: the index may be a moment behind.
 */
export function matchesOf({ all, none }: SearchQuery, { text, speaker }: Spoken): TextRange[] | null {
	const located = locateWords(text);
	const said = located.map(({ word }) => word);
	const name = speaker === null ? [] : spokenWords(speaker);
	const findIn = (term: Term) => [...occurrences(term, term.kind === "word" ? said : name)];
	if (none.some((term) => findIn(term).length > 0)) return null;
	const ranges: TextRange[] = [];
	for (const term of all) {
		const found = findIn(term);
		if (found.length === 0) return null;
		if (term.kind === "word") for (const at of found) ranges.push(rangeOf(located, at, at + term.words.length - 1));
	}
	return merged(ranges);
}

const rangeOf = (words: readonly LocatedWord[], first: number, last: number): TextRange => [
	words[first]?.from ?? 0,
	words[last]?.to ?? 0,
];

/** Puts ranges in order, and joins those that overlap. */
function merged(ranges: readonly TextRange[]): TextRange[] {
	const joined: [number, number][] = [];
	for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
		const last = joined.at(-1);
		if (last !== undefined && from < last[1]) last[1] = Math.max(last[1], to);
		else joined.push([from, to]);
	}
	return joined;
}

/** Length of a snippet, in UTF-16 code units, without its marks; a word more or less. */
const SNIPPET_LENGTH = 200;
/** How much of it comes before the first match. */
const LEAD = 60;

const ESCAPES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** Returns the part of a text around its first match as HTML: matches within `<mark>`, everything else escaped. */
export function snippetOf(text: string, matches: readonly TextRange[]): string {
	const [first] = matches;
	const start = first === undefined ? 0 : boundary(text, first[0] - LEAD, first[0]);
	const end = start + SNIPPET_LENGTH >= text.length ? text.length : boundary(text, start + SNIPPET_LENGTH, text.length);
	let html = start > 0 ? "…" : "";
	let at = start;
	for (const [from, to] of matches) {
		if (from >= end) break;
		html += `${escaped(text.slice(at, from))}<mark>${escaped(text.slice(from, Math.min(to, end)))}</mark>`;
		at = Math.min(to, end);
	}
	return html + escaped(text.slice(at, end)) + (end < text.length ? "…" : "");
}

/** Returns the first place from `at` on, at most `limit`, where a character begins, after a space if one is near. */
function boundary(text: string, at: number, limit: number): number {
	if (at <= 0) return 0;
	const space = text.slice(at, Math.min(at + 20, limit)).search(/\s/);
	const place = space < 0 ? at : at + space + 1;
	const splits = /[\udc00-\udfff]/.test(text.charAt(place)) && /[\ud800-\udbff]/.test(text.charAt(place - 1));
	return Math.min(splits ? place + 1 : place, limit);
}
