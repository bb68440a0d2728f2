import type { Found } from "./find.ts";

/** Digits of scripts other than Latin, of which each block begins at a code point that ends in 0 or 6. */
const FOREIGN = /[[\p{Nd}&&[\u0080-\uffff]]＠．]/gv;
const PUNCTUATION: Readonly<Record<string, string>> = { "＠": "@", "．": "." };

function latin(character: string): string {
	const known = PUNCTUATION[character];
	if (known !== undefined) return known;
	const code = character.charCodeAt(0);
	const block = code & ~15;
	const zero = /\p{Nd}/u.test(String.fromCharCode(block)) ? block : block + 6;
	return String(code - zero);
}

/** Returns a text with Latin digits in place of those of other scripts, as long as before. */
export const withLatinDigits = (text: string): string => text.replace(FOREIGN, latin);

/** Names of the digits as speech engines write them, in the languages of the most used ones. */
const DIGIT_WORDS = new Set(
	[
		"zero oh one two three four five six seven eight nine double triple",
		"null eins zwei zwo drei vier fünf sechs sieben acht neun",
		"zéro un deux trois quatre cinq sept huit neuf",
		"cero uno dos tres cuatro cinco seis siete ocho nueve",
		"due tre quattro cinque sei sette otto nove",
		"um dois três quatro meia sete oito",
		"nul een twee vijf zes zeven negen",
		"jeden dwa trzy cztery pięć sześć siedem osiem dziewięć",
		"ноль один два три четыре пять шесть семь восемь девять",
	]
		.join(" ")
		.split(" "),
);
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const FIGURES = /^\d{1,4}$/;
const GAP = /^[\s,.-]{1,3}$/;

/**
 * Finds digits that are spoken one by one.
 * @param least number of them that are no mere counting
 */
export function* spokenDigits(text: string, least: number): Generator<Pick<Found, "from" | "to">> {
	let [from, to, count] = [0, 0, 0];
	for (const { index, 0: word } of text.matchAll(WORD)) {
		const isDigit = FIGURES.test(word) || DIGIT_WORDS.has(word.toLowerCase());
		if (!isDigit || count === 0 || !GAP.test(text.slice(to, index))) {
			if (count >= least) yield { from, to };
			[from, count] = [index, 0];
		}
		if (isDigit) [to, count] = [index + word.length, count + 1];
	}
	if (count >= least) yield { from, to };
}
