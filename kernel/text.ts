import { domainToASCII, domainToUnicode } from "node:url";
import type { AppError } from "./errors.ts";
import { invalidMember } from "./field-errors.ts";

/** Code points of a name at most. */
export const MAX_NAME_LENGTH = 128;
/** Longest input worth normalising: even 128 code points rarely take more UTF-16 units than this. */
const MAX_RAW_NAME_LENGTH = 1024;

/** Control characters, line and paragraph separators, and what reorders text: they make one name look like another. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** Printable ASCII with no space around it: as most names are, and nothing in it has to be normalised. */
const PLAIN_NAME = /^[!-~](?:[ -~]*[!-~])?$/;
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
	if (PLAIN_NAME.test(raw) && raw.length <= MAX_NAME_LENGTH) return raw;
	if (!raw.isWellFormed()) throw invalidMember(path, "invalid_format", "must not have half a surrogate pair");
	const name = normalizeName(raw);
	if (name.replace(INVISIBLE, "") === "")
		throw invalidMember(path, "too_short", "must have at least one visible character");
	if ([...name].length > MAX_NAME_LENGTH) throw tooLong(path);
	if (UNPRINTABLE.test(name)) {
		throw invalidMember(
			path,
			"invalid_format",
			"must not have control characters or marks that change the text direction",
		);
	}
	return name;
}

const tooLong = (path: string): AppError =>
	invalidMember(path, "too_long", `must have at most ${MAX_NAME_LENGTH} characters`);

/**
 * The form in which names are searched: compatibility forms unified, accents gone, lower case. `Élodie` and `elodie`
 * are the same. Folding what is folded changes nothing.
 */
export const foldForSearch = (text: string): string =>
	isAscii(text) ? text.toLowerCase() : stripped(stripped(text).toLowerCase()).replaceAll("ς", "σ");

/** Most names are, and nothing in them has to be unified. */
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

const stripped = (text: string): string => text.normalize("NFKD").replace(DIACRITICS, "");

/** The folded start of a name, 64 code points: what lists are sorted by, short enough for any cursor. */
export function sortKey(name: string): string {
	const folded = foldForSearch(name);
	return folded.length <= 64 ? folded : [...folded].slice(0, 64).join("");
}

/** A piece of a URL from a name: `[a-z0-9-]`, at most 63 characters. `""` when the name has no Latin letter or digit. */
export function slugify(name: string): string {
	const latin = foldForSearch(name).replace(/[æðđıłøœþß]/g, (letter) => LATIN[letter] ?? "");
	const slug = latin.replace(/['’]/g, "").replace(/[^a-z0-9]+/g, "-");
	return slug.slice(0, 64).replace(/^-/, "").slice(0, 63).replace(/-$/, "");
}

const MAX_DOMAIN_LENGTH = 253;
const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;

/** A label of letters, digits and inner hyphens (LDH); hyphens in third and fourth place are reserved (RFC 5891). */
const LDH_LABEL = /^(?!..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** A label in punycode, international once decoded. */
const A_LABEL = /^xn--[a-z0-9](?:[a-z0-9-]{0,57}[a-z0-9])?$/;
/** An international label as it is written: letters, their marks, digits, inner hyphens. No joiners, no soft hyphens. */
const U_LABEL = /^(?!..--)(?!-)[\p{L}\p{M}\p{Nd}-]{1,63}(?<!-)$/u;

/** Scripts whose letters and accents make one character: an accent left alone there only imitates another letter. */
const COMPOSED_SCRIPTS = ["Latn", "Grek", "Cyrl"];
/** Other writing systems in modern use (UAX #31, table 5), and the mixtures in which some languages are written. */
const MARKED_SCRIPTS = [
	..."Arab Armn Beng Deva Ethi Geor Gujr Guru Hebr Khmr Knda Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai".split(" "),
	..."Tibt Hani,Hira,Kana Hani,Bopo Hani,Hang".split(" "),
];
const letters = (script: string): string => `\\p{Script_Extensions=${script}}`;
const ONE_SCRIPT = [
	...COMPOSED_SCRIPTS.map((script) => new RegExp(`^[[${letters(script)}--\\p{M}]0-9\\-]+$`, "v")),
	...MARKED_SCRIPTS.map(
		(mix) => new RegExp(`^[${mix.split(",").map(letters).join("")}\\p{Script=Inherited}0-9\\-]+$`, "v"),
	),
];

/** The part before the `@`: dot-atom of RFC 5321, ASCII only. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/**
 * A domain in the form it is compared in: lower-case ASCII, international labels as punycode. At least two labels, no
 * final dot, no IP address. The check comes before the conversion, which would turn `example.com/path`, `%65xample.com`
 * and full-width letters into a clean name; labels that mix scripts are refused, however they are spelled.
 * @throws `validation_failed` naming `path`
 */
export function parseDomain(raw: string, path: string): string {
	const domain = asciiDomain(raw);
	if (domain !== undefined) return domain;
	const message = "must be a domain name such as example.edu, without scheme, path or final dot";
	throw invalidMember(path, "invalid_domain", message);
}

/**
 * One e-mail address as it is kept: the part before the `@` as written, the domain as {@link parseDomain} gives it. No
 * display name, quotes, comments, white space or line breaks; at most 254 characters.
 * @throws `validation_failed` naming `path`
 */
export function parseEmail(raw: string, path: string): string {
	const [local, domain] = splitEmail(raw);
	const isLocalPart = local.length <= MAX_LOCAL_PART_LENGTH && LOCAL_PART.test(local);
	const email = `${local}@${domain}`;
	if (isLocalPart && domain !== undefined && email.length <= MAX_EMAIL_LENGTH) return email;
	throw invalidMember(path, "invalid_email", "must be one e-mail address such as ada@example.edu");
}

/**
 * What spellings of one address share: lower case, the domain in punycode. Text that is no address gives a key too, one
 * that no address has: a look-up by it finds nobody.
 */
export function emailKey(email: string): string {
	const [local, domain] = splitEmail(email);
	return lowerAscii(domain === undefined ? email : `${local}@${domain}`);
}

/** Not `toLowerCase`, which makes a `k` of the Kelvin sign and so one address of two. */
const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

function splitEmail(email: string): [local: string, domain: string | undefined] {
	const at = email.lastIndexOf("@");
	return [email.slice(0, Math.max(at, 0)), asciiDomain(email.slice(at + 1))];
}

/** The domain in ASCII, undefined when it is none. A last label that starts with a digit would make it an IP address. */
function asciiDomain(raw: string): string | undefined {
	if (raw.length > MAX_DOMAIN_LENGTH) return undefined;
	const labels = raw.split(".").map(asciiLabel);
	if (labels.length < 2 || labels.includes(undefined)) return undefined;
	const domain = labels.join(".");
	return domain.length <= MAX_DOMAIN_LENGTH && /\.[a-z][^.]*$/.test(domain) ? domain : undefined;
}

function asciiLabel(raw: string): string | undefined {
	const isAscii = /^[a-z0-9-]+$/i.test(raw);
	const label = isAscii ? raw.toLowerCase() : raw.normalize("NFC");
	if (isAscii && LDH_LABEL.test(label)) return label;
	if (isAscii && !A_LABEL.test(label)) return undefined;
	const written = isAscii ? domainToUnicode(label) : label.toLowerCase();
	// What compatibility mapping would change (full-width letters, ligatures) is another name in disguise.
	if (!U_LABEL.test(written) || label.normalize("NFKC") !== label) return undefined;
	if (!ONE_SCRIPT.some((script) => script.test(written))) return undefined;
	const ascii = domainToASCII(written);
	return A_LABEL.test(ascii) && (!isAscii || ascii === label) ? ascii : undefined;
}
