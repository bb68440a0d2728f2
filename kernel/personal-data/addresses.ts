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
const AT = "(?:at|ät|arroba|arobase|chiocciola|małpa|собака|@)";
const DOT = "(?:dot|punkt|punto|point|ponto|kropka|точка|\\.)";
const JOINED = `(?:dot|punkt|punto|point|ponto|underscore|unterstrich|dash|minus|bindestrich|guion|tiret|[._\\-])`;
/** An address as it is spoken: `anna dot meyer at example dot com`. */
const SPOKEN = new RegExp(
	`(?<![\\p{L}\\p{N}])${WORD}(?:\\s?${JOINED}\\s?${WORD}){0,4}\\s${AT}\\s${WORD}(?:\\s?${JOINED}\\s?${WORD}){0,4}\\s?${DOT}\\s?\\p{L}{2,12}(?![\\p{L}\\p{N}])`,
	"giu",
);

/** Finds e-mail addresses as they are spoken. */
export function* spokenAddresses(text: string): Generator<Found> {
	for (const { index, 0: found } of text.matchAll(SPOKEN))
		yield { kind: "email", from: index, to: index + found.length };
}
