/** Returns the expression that finds one of these alternatives as whole words, in any case; the first group is what it captures. */
export const phrases = (alternatives: string): RegExp =>
	new RegExp(`(?<![\\p{L}\\p{N}'])(?:${alternatives})(?![\\p{L}\\p{N}])`, "iu");

/** Like {@link phrases}, but only at the beginning of a sentence. */
export const opening = (alternatives: string): RegExp => new RegExp(`^(?:${alternatives})(?![\\p{L}\\p{N}])`, "iu");

/** Finds nothing. */
export const NEVER = /(?!)/;

/** Returns the words of a list that are separated by spaces. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Returns a text as phrases are looked for in it: composed, with one kind of apostrophe and single spaces. */
export const normalize = (text: string): string =>
	text.normalize("NFC").replace(/[’ʼ]/g, "'").replace(/\s+/g, " ").trim();
