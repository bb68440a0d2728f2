/** Somebody who may be mentioned. */
export interface Mentionable {
	readonly id: string;
	readonly name: string;
}

/** Number of mentions of a message that are looked at. */
const MAX_MENTIONS = 50;
/** A name begins after an at sign that no letter precedes: that would be a mail address. */
const MENTION = /(?<![\p{L}\p{N}_.+-])@(?=[\p{L}\p{N}])/gu;

const wordsOf = (text: string): string[] =>
	text
		.normalize("NFKC")
		.toLowerCase()
		.match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? [];

/** Whether a text mentions anybody at all. */
export const hasMentions = (text: string): boolean => text.search(MENTION) >= 0;

/**
 * Returns who is mentioned in a message: `@` and the beginning of their name, in whole words and any case. Of several
 * whom it fits, those with the most words of their name (`@Ada King` is not Ada Lovelace); all of them, if they are equal.
 */
export function mentioned(text: string, people: readonly Mentionable[]): readonly string[] {
	const named = people.map(({ id, name }) => ({ id, words: wordsOf(name) }));
	const found = new Set<string>();
	for (const { index } of [...text.matchAll(MENTION)].slice(0, MAX_MENTIONS)) {
		const said = wordsOf(text.slice(index + 1, index + 300));
		const fits = named.map(({ id, words }) => ({ id, length: commonStart(words, said) }));
		const longest = Math.max(1, ...fits.map(({ length }) => length));
		for (const { id, length } of fits) if (length === longest) found.add(id);
	}
	return [...found];
}

/** Returns the number of words that both begin with. */
function commonStart(words: readonly string[], said: readonly string[]): number {
	const different = words.findIndex((word, at) => said[at] !== word);
	return different === -1 ? words.length : different;
}
