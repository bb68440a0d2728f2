import type { Language } from "./language.ts";
import { languageOf } from "./languages.ts";
import { segmenterOf } from "./segmenters.ts";

/** A word of a sentence. */
export interface Word {
	/** As it was said. */
	readonly text: string;
	/** Lower case, without the article that French ties to it. */
	readonly plain: string;
	/** What it has in common with its other forms; null for one that says nothing by itself. */
	readonly stem: string | null;
	/** Whether nothing but a space is before it. */
	readonly isTied: boolean;
}

const ELISION = /^(?:[ldjnsmct]|qu|jusqu|lorsqu|puisqu)'(?=\p{L})/u;
/** Scripts that write words with few letters mean nothing by one or two of them. */
const ALPHABETIC = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;
const NUMERIC = /^[\p{N}.,:%-]+$/u;

const SHORTEST = 3;
/** What is left of a word when its ending is cut off. */
const SHORTEST_STEM = 3;

/** Reads the words of the texts of a conversation. One that is said again is the same object: most are. */
export class WordReader {
	readonly #ofLanguage = new Map<string, { readonly tied: Map<string, Word>; readonly loose: Map<string, Word> }>();

	/** Returns the words of a text, in order. */
	read(text: string, language: string): readonly Word[] {
		const known = this.#ofLanguage.get(language) ?? { tied: new Map<string, Word>(), loose: new Map<string, Word>() };
		this.#ofLanguage.set(language, known);
		const words: Word[] = [];
		let isTied = false;
		for (const { segment, isWordLike } of segmenterOf(language, "word").segment(text)) {
			if (isWordLike) {
				const alike = isTied ? known.tied : known.loose;
				const word = alike.get(segment) ?? wordOf(segment, language, isTied);
				alike.set(word.text, word);
				words.push(word);
				isTied = true;
			} else isTied &&= segment === " ";
		}
		return words;
	}
}

function wordOf(text: string, language: string, isTied: boolean): Word {
	const plain = text.toLowerCase().replace(ELISION, "");
	return { text, plain, stem: stemOf(plain, languageOf(language)), isTied };
}

function stemOf(plain: string, { stopWords, endings }: Language): string | null {
	if (stopWords.has(plain) || NUMERIC.test(plain)) return null;
	if (plain.length < SHORTEST && ALPHABETIC.test(plain)) return null;
	if (endings === null) return plain;
	const stem = plain.replace(/'s$/, "").replace(endings, "");
	return stem.length >= SHORTEST_STEM ? stem.replace(/(\p{L})\1$/u, "$1") : plain;
}
