import { foldForSearch } from "./text.ts";

/** Maximum length of a word, in code points; the rest of a longer one is ignored. */
const MAX_WORD_LENGTH = 64;

const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/g;
/** Scripts written without spaces between words: each character is a word, with the marks that belong to it. */
const UNSPACED = ["Han", "Hira", "Kana", "Bopo", "Thai", "Laoo", "Khmr", "Mymr"]
	.map((name) => `\\p{scx=${name}}`)
	.join("");
const LETTERS = "\\p{L}\\p{N}\\p{M}";
const WORD = new RegExp(`[[${UNSPACED}]&&[${LETTERS}]]\\p{M}*|[[${LETTERS}]--[${UNSPACED}]]+`, "gv");
/** A character with the marks that follow it: what is folded by itself. Halfwidth sound marks are letters, folded to marks. */
const CLUSTER = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gsu;

/** A word of a text, and where it is. */
export interface LocatedWord {
	/** Folded by {@link foldForSearch}, at most 64 code points. */
	readonly word: string;
	/** Its start in the text, in UTF-16 code units. */
	readonly from: number;
	/** Its end in the text, exclusive. */
	readonly to: number;
}

const wordsIn = (folded: string): RegExp => (ASCII.test(folded) ? ASCII_WORD : WORD);

const shortened = (word: string): string =>
	word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH).join("");

/**
 * Returns the words of a text in their order, each as often as it occurs: folded, cut at everything that is no letter or
 * digit. In scripts without spaces every character is a word, so that `大学` is found as a phrase within `東京大学`.
 */
export function spokenWords(text: string): readonly string[] {
	const folded = foldForSearch(text);
	const words = folded.match(wordsIn(folded)) ?? [];
	return folded.length <= MAX_WORD_LENGTH ? words : words.map(shortened);
}

/** Of each ASCII character the code it has within a word; 0: it cuts words. */
const CODE_IN_WORD = Uint8Array.from({ length: 128 }, (_, code) => {
	const folded = String.fromCharCode(code).toLowerCase();
	return /[a-z0-9]/.test(folded) ? folded.charCodeAt(0) : 0;
});
/** Where {@link joinSpokenWords} writes; grows with the longest text. */
let scratch = Buffer.allocUnsafe(16_384);

/**
 * Returns the words of {@link spokenWords}, each after a text of its own: for an index, whose words are many.
 * @param before precedes each word; ASCII
 */
export function joinSpokenWords(text: string, before: string): string {
	const most = text.length * (before.length + 1);
	if (scratch.length < most) scratch = Buffer.allocUnsafe(most);
	let [end, length] = [0, 0];
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code > 127) return spokenWords(text).reduce((joined, word) => joined + before + word, "");
		const folded = CODE_IN_WORD[code] ?? 0;
		if (folded === 0) {
			length = 0;
			continue;
		}
		if (length === 0) for (let of = 0; of < before.length; of++) scratch[end++] = before.charCodeAt(of);
		if (length++ < MAX_WORD_LENGTH) scratch[end++] = folded;
	}
	return scratch.toString("latin1", 0, end);
}

/** Returns the words of {@link spokenWords} and where each is in the text. */
export function locateWords(text: string): readonly LocatedWord[] {
	if (ASCII.test(text)) {
		const found = [...text.toLowerCase().matchAll(ASCII_WORD)];
		return found.map(({ 0: word, index }) => ({ word: shortened(word), from: index, to: index + word.length }));
	}
	const { folded, starts, ends } = foldWithPlaces(text);
	return [...folded.matchAll(wordsIn(folded))].map(({ 0: word, index }) => ({
		word: shortened(word),
		from: starts[index] ?? 0,
		to: ends[index + word.length - 1] ?? text.length,
	}));
}

/** Folds a text character by character. Of each code unit of the result, returns where that character begins and ends. */
function foldWithPlaces(text: string) {
	let folded = "";
	const starts: number[] = [];
	const ends: number[] = [];
	for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
		const part = foldForSearch(cluster);
		folded += part;
		for (let unit = 0; unit < part.length; unit++) {
			starts.push(index);
			ends.push(index + cluster.length);
		}
	}
	return { folded, starts, ends };
}
