import { createLruCache } from "./lru-cache.ts";

/** Maximum number of different lists kept. */
const MAX_LISTS = 1_000;
/** Longer lists are not worth comparing, nor keeping. */
const MAX_CHARS = 512;

/**
 * Creates a function that returns the same frozen list for equal lists of words: thousands of tokens have the same few
 * lists of scopes, and a frozen list takes more memory than the rest of the token.
 */
export function createInterner<Word extends string>(): (words: readonly Word[]) => readonly Word[] {
	const known = createLruCache<readonly Word[]>(MAX_LISTS);
	return (words) => {
		const text = JSON.stringify(words);
		if (text.length > MAX_CHARS) return Object.freeze([...words]);
		const same = known.get(text);
		if (same !== undefined) return same;
		const list = Object.freeze([...words]);
		known.set(text, list);
		return list;
	};
}

/**
 * Returns a copy of a well-formed text that is to be kept: one that was cut out of a larger text keeps all of that in
 * memory, such as the claims of a token for the sake of an id.
 */
export const detach = (text: string): string => Buffer.from(text).toString();
