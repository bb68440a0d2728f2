import type { Found } from "./find.ts";

/** Scripts that are written without spaces: what surrounds an address in them is no part of it. */
const UNSPACED = "\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}";
const LETTERS = "\\p{L}\\p{N}\\p{M}";
const localPart = (letters: string) => new RegExp(`[${letters}[._%+'\\-]]{1,64}$`, "v");
const domainPart = (letters: string) => new RegExp(`^[${letters}\\-]{1,63}(?:\\.[${letters}\\-]{1,63}){1,8}`, "v");
const SPACED = `[[${LETTERS}]--[${UNSPACED}]]`;
const LOCAL = [localPart(SPACED), localPart(`[${LETTERS}]`)];
const DOMAIN = [domainPart(SPACED), domainPart(`[${LETTERS}]`)];

const first = (expressions: readonly RegExp[], text: string): string | undefined => {
	for (const expression of expressions) {
		const found = expression.exec(text);
		if (found) return found[0];
	}
	return undefined;
};

/** Finds e-mail addresses as they are written. */
export function* writtenAddresses(text: string): Generator<Found> {
	for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
		const local = first(LOCAL, text.slice(Math.max(0, at - 64), at));
		const domain = first(DOMAIN, text.slice(at + 1, at + 600));
		if (local !== undefined && domain !== undefined)
			yield { kind: "email", from: at - local.length, to: at + 1 + domain.length };
	}
}

const WORD = "[\\p{L}\\p{N}]{1,30}";
const AT = /\s(?:at|ät|arroba|arobase|chiocciola|małpa|собака)\s/giu;
/** Words for the sign that mean something else, too: `at work.` is no address. */
const AMBIGUOUS = /^\s(?:at|ät)\s$/iu;
const DOT = "\\s(?:dot|punkt|punto|point|ponto|kropka|точка)\\s";
const JOINED = `(?:${DOT}|\\s(?:underscore|unterstrich|dash|minus|bindestrich|guion|tiret)\\s|[._\\-])${WORD}`;
const END = "(?![\\p{L}\\p{N}])";
/** The parts of an address as it is spoken: `anna dot meyer at example dot com`. */
const LOCAL_SAID = new RegExp(`(?<![\\p{L}\\p{N}])${WORD}(?:${JOINED}){0,4}$`, "iu");
const DOMAIN_SAID = new RegExp(`^${WORD}(?:${JOINED}){0,4}?(?:${DOT}\\p{L}{2,12}){1,2}${END}`, "iu");
const DOMAIN_MIXED = new RegExp(`^${WORD}(?:${JOINED}){1,5}${END}`, "iu");
/** Most characters of each part. */
const MAX_SAID = 200;

/** Finds e-mail addresses as they are spoken. */
export function* spokenAddresses(text: string): Generator<Found> {
	for (const { index, 0: at } of text.matchAll(AT)) {
		const after = index + at.length;
		const domain = (AMBIGUOUS.test(at) ? DOMAIN_SAID : DOMAIN_MIXED).exec(text.slice(after, after + MAX_SAID));
		const local = domain && LOCAL_SAID.exec(text.slice(Math.max(0, index - MAX_SAID), index));
		if (domain && local) yield { kind: "email", from: index - local[0].length, to: after + domain[0].length };
	}
}
