import { invalidMember } from "./collect-faults.ts";

/** Code points of a name at most. */
export const MAX_NAME_LENGTH = 128;
/** Longest input worth normalising: even 128 code points rarely take more UTF-16 units than this. */
const MAX_RAW_NAME_LENGTH = 1024;

/** Control characters, line and paragraph separators, and what reorders text: they make one name look like another. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** What leaves no mark on the screen: white space, marks without a base, characters made to be ignored, blank braille. */
const INVISIBLE = /[\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Accents and the like, which belong to no script of their own. Vowel signs of Indic scripts are letters to us. */
const DIACRITICS = /[\p{Script=Inherited}&&\p{M}]/gv;
/** Letters that Unicode does not decompose into a Latin one. */
const LATIN: Readonly<Record<string, string>> = {
	æ: "ae",
	ð: "d",
	đ: "d",
	ı: "i",
	ł: "l",
	ø: "o",
	œ: "oe",
	þ: "th",
	ß: "ss",
};

/** The form a name is kept in: NFC, without white space around it. */
export const normalizeName = (raw: string): string => raw.normalize("NFC").trim();

/**
 * A name as it is kept ({@link normalizeName}): 1…128 code points, something to see, no control characters and nothing
 * that changes the direction of text.
 * @throws `validation_failed` naming `path`
 */
export function parseName(raw: string, path: string): string {
	if (raw.length > MAX_RAW_NAME_LENGTH) throw tooLong(path);
	if (!raw.isWellFormed()) throw invalidMember(path, "invalid_format", "must not have half a surrogate pair");
	const name = normalizeName(raw);
	if (name.replace(INVISIBLE, "") === "") throw invalidMember(path, "too_short", "must have at least one visible character");
	if ([...name].length > MAX_NAME_LENGTH) throw tooLong(path);
	if (UNPRINTABLE.test(name)) {
		throw invalidMember(path, "invalid_format", "must not have control characters or marks that change the text direction");
	}
	return name;
}

const tooLong = (path: string) => invalidMember(path, "too_long", `must have at most ${MAX_NAME_LENGTH} characters`);

/**
 * The form in which names are searched: compatibility forms unified, accents gone, lower case. `Élodie` and `elodie`
 * are the same. Folding what is folded changes nothing.
 */
export const foldForSearch = (text: string): string => stripped(stripped(text).toLowerCase()).replaceAll("ς", "σ");

const stripped = (text: string): string => text.normalize("NFKD").replace(DIACRITICS, "");

/** The folded start of a name, 64 code points: what lists are sorted by, short enough for any cursor. */
export const sortKey = (name: string): string => [...foldForSearch(name)].slice(0, 64).join("");

/** A piece of a URL from a name: `[a-z0-9-]`, at most 63 characters. `""` when the name has no Latin letter or digit. */
export function slugify(name: string): string {
	const latin = foldForSearch(name).replace(/[æðđıłøœþß]/g, (letter) => LATIN[letter] ?? "");
	const slug = latin.replace(/['’]/g, "").replace(/[^a-z0-9]+/g, "-");
	return slug.slice(0, 64).replace(/^-/, "").slice(0, 63).replace(/-$/, "");
}
