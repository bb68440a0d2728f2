import { domainToASCII, domainToUnicode } from "node:url";
import { AppError } from "./errors.ts";
import { invalidMember } from "./field-errors.ts";
import { text } from "./texts.ts";

/** Maximum length of a name, in code points. */
export const MAX_NAME_LENGTH = 128;
/** UTF-16 units of an input worth normalizing, for each code point that is accepted. */
const RAW_UNITS = 8;

/**
 * Control characters, line and paragraph separators, and characters that reorder text: they make one name look like
 * another.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** Printable ASCII without surrounding spaces: the form of most names, which needs no normalization. */
const PLAIN_LINE = /^[!-~](?:[ -~]*[!-~])?$/;
/** Invisible characters: white space, marks without a base, default-ignorable characters, blank braille. */
const INVISIBLE = /[\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Accents and other marks that belong to no particular script. Vowel signs of Indic scripts count as letters. */
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

/** Normalizes a name for storage: NFC, without surrounding white space. */
export const normalizeName = (raw: string): string => raw.normalize("NFC").trim();

/** Parses a name: a line ({@link parseLine}) of 1…128 code points. @throws `validation_failed` naming `path` */
export const parseName = (raw: string, path: string): string => parseLine(raw, path, MAX_NAME_LENGTH);

/**
 * Parses a text of one line into its stored form ({@link normalizeName}): 1…`most` code points, at least one visible, no control
 * characters and none that change the direction of text.
 * @throws `validation_failed` naming `path`
 */
export function parseLine(raw: string, path: string, most: number): string {
	if (raw.length > most * RAW_UNITS) throw tooLong(path, most);
	if (PLAIN_LINE.test(raw) && raw.length <= most) return raw;
	if (!raw.isWellFormed()) throw invalidMember(path, "invalid_format", "must not contain an unpaired surrogate");
	const line = normalizeName(raw);
	if (line.replace(INVISIBLE, "") === "")
		throw invalidMember(path, "too_short", "must contain at least one visible character");
	if ([...line].length > most) throw tooLong(path, most);
	if (UNPRINTABLE.test(line)) {
		throw invalidMember(
			path,
			"invalid_format",
			"must not contain control characters or marks that change the text direction",
		);
	}
	return line;
}

/**
 * Returns a name that another system gives in the form of {@link parseName}: control characters become spaces, and what is too
 * long is cut. Null when no name is left.
 */
export function fitName(raw: string): string | null {
	const printable = raw
		.slice(0, MAX_NAME_LENGTH * RAW_UNITS)
		.toWellFormed()
		.normalize("NFC")
		.replace(/\p{Cc}/gu, " ");
	try {
		return parseName([...printable.trim()].slice(0, MAX_NAME_LENGTH).join(""), "/name");
	} catch (error) {
		if (error instanceof AppError) return null;
		throw error;
	}
}

const tooLong = (path: string, most: number): AppError =>
	invalidMember(path, "too_long", text("must have at most {most} characters", { most }));

/**
 * Parses an address that browsers load or open: https, without credentials, of a host with a dot, so not of their own machine.
 * @throws `validation_failed` naming `path`
 */
export function parseHttpsUrl(raw: string, path: string): string {
	const url = URL.parse(raw);
	// Credentials would stand before the host.
	if (url?.protocol === "https:" && url.href.startsWith(`${url.origin}/`) && url.hostname.includes("."))
		return url.href;
	throw invalidMember(
		path,
		"invalid_format",
		"must be an https URL such as https://files.example.com/a, without credentials",
	);
}

/**
 * Folds text for search: compatibility forms unified, accents removed, lower case. `Élodie` and `elodie` are the same.
 * Idempotent.
 */
export const foldForSearch = (text: string): string =>
	isAscii(text) ? text.toLowerCase() : stripped(stripped(text).toLowerCase()).replaceAll("ς", "σ");

/** Whether text is ASCII, as most names are: it needs no normalization then. */
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Well-formed before all else: two lone surrogates would become a letter once the accents between them are gone. */
const stripped = (text: string): string => text.toWellFormed().normalize("NFKD").replace(DIACRITICS, "");

/** Returns the folded start of a name, 64 code points: the sort key of lists, short enough for any cursor. */
export function sortKey(name: string): string {
	const folded = foldForSearch(name);
	return folded.length <= 64 ? folded : [...folded].slice(0, 64).join("");
}

/**
 * Creates a URL segment from a name: `[a-z0-9-]`, at most 63 characters. `""` when the name has no Latin letter or
 * digit.
 */
export function slugify(name: string): string {
	const latin = foldForSearch(name).replace(/[æðđıłøœþß]/g, (letter) => LATIN[letter] ?? "");
	const slug = latin.replace(/['’]/g, "").replace(/[^a-z0-9]+/g, "-");
	return slug.slice(0, 64).replace(/^-/, "").slice(0, 63).replace(/-$/, "");
}

const MAX_DOMAIN_LENGTH = 253;
const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;

/** A label of letters, digits and inner hyphens (LDH); hyphens in third and fourth position are reserved (RFC 5891). */
const LDH_LABEL = /^(?!..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** A label in punycode, internationalized once decoded. */
const A_LABEL = /^xn--[a-z0-9](?:[a-z0-9-]{0,57}[a-z0-9])?$/;
/** An internationalized label in Unicode: letters, their marks, digits, inner hyphens. No joiners, no soft hyphens. */
const U_LABEL = /^(?!..--)(?!-)[\p{L}\p{M}\p{Nd}-]{1,63}(?<!-)$/u;

/** Scripts in which a letter and its accent form one character: a lone accent there only imitates another letter. */
const COMPOSED_SCRIPTS = ["Latn", "Grek", "Cyrl"];
/** Other scripts in modern use (UAX #31, table 5), and the combinations in which some languages are written. */
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

/** The local part before the `@`: dot-atom of RFC 5321, ASCII only. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/**
 * Parses a domain into the form used for comparison: lower-case ASCII, internationalized labels as punycode. At least
 * two labels, no final dot, no IP address. The check precedes the conversion, which would turn `example.com/path`,
 * `%65xample.com` and full-width letters into a clean name; labels that mix scripts are rejected in either spelling.
 * @throws `validation_failed` naming `path`
 */
export function parseDomain(raw: string, path: string): string {
	const domain = asciiDomain(raw);
	if (domain !== undefined) return domain;
	throw invalidMember(
		path,
		"invalid_domain",
		"must be a domain name such as example.edu, without scheme, path or final dot",
	);
}

/**
 * Parses one e-mail address into its stored form: the local part as written, the domain as returned by
 * {@link parseDomain}. No display name, quotes, comments, white space or line breaks; at most 254 characters.
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
 * Returns the key shared by all spellings of one address: lower case, the domain in punycode. Text that is not an
 * address gives a key that no address has, so a lookup by it finds nobody.
 */
export function emailKey(email: string): string {
	const [local, domain] = splitEmail(email);
	return lowerAscii(domain === undefined ? email : `${local}@${domain}`);
}

/** Lowers ASCII letters only: `toLowerCase` would turn the Kelvin sign into a `k` and so make two addresses equal. */
const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

function splitEmail(email: string): [local: string, domain: string | undefined] {
	const at = email.lastIndexOf("@");
	return [email.slice(0, Math.max(at, 0)), asciiDomain(email.slice(at + 1))];
}

/**
 * Converts a domain to ASCII; undefined when it is not one. A last label that starts with a digit would make it an IP
 * address.
 */
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
	// A label that compatibility mapping would change (full-width letters, ligatures) is another name in disguise.
	if (!U_LABEL.test(written) || label.normalize("NFKC") !== label) return undefined;
	if (!ONE_SCRIPT.some((script) => script.test(written))) return undefined;
	const ascii = domainToASCII(written);
	return A_LABEL.test(ascii) && (!isAscii || ascii === label) ? ascii : undefined;
}
