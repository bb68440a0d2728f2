import { foldForSearch } from "./text.ts";

/** Maximum length of a word, in code points; the rest of a longer one is ignored. */
const MAX_WORD_LENGTH = 64;
/** Maximum number of words of one text; further ones are not found. */
const MAX_WORDS_OF_TEXT = 32;

const ASCII_WORD = /[a-z0-9]+/g;
/** Letters, digits, and the marks that are left after folding, such as vowel signs. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts written without spaces between words. */
const UNSPACED = ["Han", "Hira", "Kana", "Bopo", "Thai", "Laoo", "Khmr", "Mymr"]
	.map((name) => `\\p{scx=${name}}`)
	.join("");
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, "u");
/** Places in a run of letters where a word may begin: at each character of such a script, and after the last of them. */
const INNER_START = new RegExp(`(?!^|$|\\p{M})(?:(?=[${UNSPACED}])|(?<=[${UNSPACED}]\\p{M}*))`, "gu");

/**
 * Returns the distinct words by which a row with these texts is found: folded by {@link foldForSearch}, cut at everything
 * that is no letter or digit. In scripts without spaces a word begins at every character and lasts to the end of the run,
 * so that `東京大学` is found by `大学`. A UUID is one word, with or without its hyphens. At most 32 words of each text, each of at most 64 code points.
 */
export const wordsOf = (texts: readonly string[]): string[] => [...new Set(texts.flatMap(wordsOfText))];

/**
 * Returns the word by which a row is found that has exactly this value, such as a domain. No search for text finds it, nor
 * does it find the beginning of another value.
 * @param value without spaces
 */
export const exactWord = (value: string): string => `=${value}=`;

function wordsOfText(text: string): readonly string[] {
	const runs = runsOf(folded(text));
	const words = HAS_UNSPACED.test(text) ? [...runs, ...runs.flatMap(innerWordsOf)] : runs;
	return words.length <= MAX_WORDS_OF_TEXT ? words : [...new Set(words)].slice(0, MAX_WORDS_OF_TEXT);
}

/** A UUID: one word rather than five, each of which would be a row of its own somewhere in the index. */
const UUID = /(?<![a-z0-9])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![a-z0-9])/g;
/** The first groups of a UUID that is being typed. The first has digits of both kinds: no date has letters. */
const BEGINNING_OF_UUID =
	/(?<![a-z0-9])(?=[a-f]*[0-9])(?=[0-9]*[a-f])([0-9a-f]{8})(?:(?:-[0-9a-f]{4}){0,2}-[0-9a-f]{0,4}|(?:-[0-9a-f]{4}){3}-[0-9a-f]{0,11})(?![a-z0-9])/g;

/** Folds a text, and joins the groups of each UUID in it. */
const folded = (text: string): string => foldForSearch(text).replace(UUID, (uuid) => uuid.replaceAll("-", ""));

/** Returns the words between spaces and punctuation of a folded text, not too long. */
function runsOf(text: string): readonly string[] {
	const runs = text.match(/^[\0-\x7f]*$/.test(text) ? ASCII_WORD : WORD) ?? [];
	return text.length <= MAX_WORD_LENGTH ? runs : runs.map(shortened);
}

const shortened = (word: string): string =>
	word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH).join("");

const innerWordsOf = (run: string): string[] => [...run.matchAll(INNER_START)].map(({ index }) => run.slice(index));

/**
 * Returns what a search asks for: the beginnings of words, all of which a row must have; none for text without a letter
 * or digit, which finds nothing. What begins another one is left out: a row with a word in `anna` has one in `a`. Of a UUID
 * that is not whole, only the first group is searched: it is seldom another's, and the text may be no UUID after all.
 */
export function searchedWords(text: string): string[] {
	const words = [...new Set(runsOf(folded(text).replace(BEGINNING_OF_UUID, "$1")))];
	return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word))).sort();
}
