import { domainToASCII, domainToUnicode } from "node:url";
import { invalidMember } from "./collect-faults.ts";

const MAX_DOMAIN_LENGTH = 253;
const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** One label of letters, digits and inner hyphens (LDH); hyphens in third and fourth place are reserved (RFC 5891). */
const LDH_LABEL = /^(?!..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const A_LABEL = /^xn--[a-z0-9](?:[a-z0-9-]{0,57}[a-z0-9])?$/;
/** What a label in Unicode is made of: letters, their marks, digits, inner hyphens. No joiners, no soft hyphens. */
const U_LABEL = /^(?!..--)(?!-)[\p{L}\p{M}\p{Nd}-]{1,63}(?<!-)$/u;

/** Writing systems in modern use (UAX #31, table 5), and the mixtures in which some languages are written. */
const SCRIPTS = [
	..."Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hebr Khmr Knda Laoo Latn Mlym Mymr Orya Sinh".split(" "),
	..."Taml Telu Thaa Thai Tibt".split(" "),
	..."Hani,Hira,Kana Hani,Bopo Hani,Hang".split(" "),
];
const SCRIPT_TESTS = SCRIPTS.map((mixture) => {
	const classes = mixture.split(",").map((script) => `\\p{Script_Extensions=${script}}`);
	return new RegExp(`^[${classes.join("")}\\p{Script=Inherited}0-9-]+$`, "u");
});

/** Dot-atom of RFC 5321, ASCII only. */
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
	throw invalidMember(path, "invalid_domain", "must be a domain name such as example.edu, without scheme, path or final dot");
}

/**
 * One e-mail address as it is kept: the part before the `@` as written, the domain as {@link parseDomain} gives it. No
 * display name, no quotes, no white space or line breaks, no comments; at most 254 characters.
 * @throws `validation_failed` naming `path`
 */
export function parseEmail(raw: string, path: string): string {
	const at = raw.lastIndexOf("@");
	const local = raw.slice(0, Math.max(at, 0));
	const domain = asciiDomain(raw.slice(at + 1));
	const email = `${local}@${domain}`;
	if (domain !== undefined && local.length <= MAX_LOCAL_LENGTH && LOCAL_PART.test(local) && email.length <= MAX_EMAIL_LENGTH) {
		return email;
	}
	throw invalidMember(path, "invalid_email", "must be one e-mail address such as ada@example.edu");
}

/** What two addresses share when they are the same to us: lower case throughout. Takes what {@link parseEmail} gave. */
export const emailKey = (email: string): string => email.toLowerCase();

/** The domain in ASCII, undefined when it is none. */
function asciiDomain(raw: string): string | undefined {
	if (raw.length > MAX_DOMAIN_LENGTH) return undefined;
	const labels = raw.split(".").map(asciiLabel);
	const domain = labels.join(".");
	const isName = labels.length >= 2 && !labels.includes(undefined) && !/^\d+$/.test(labels.at(-1) ?? "");
	return isName && domain.length <= MAX_DOMAIN_LENGTH ? domain : undefined;
}

function asciiLabel(raw: string): string | undefined {
	const label = raw.toLowerCase();
	if (LDH_LABEL.test(label)) return label;
	const unicode = A_LABEL.test(label) ? domainToUnicode(label) : label.normalize("NFC");
	if (!U_LABEL.test(unicode) || !isOneScript(unicode)) return undefined;
	// What compatibility mapping would change (full-width, ligatures) is another name in disguise.
	if (unicode.normalize("NFKC") !== unicode) return undefined;
	const ascii = domainToASCII(unicode);
	return A_LABEL.test(ascii) && ascii.length <= 63 && (label === ascii || !A_LABEL.test(label)) ? ascii : undefined;
}

const isOneScript = (label: string): boolean => SCRIPT_TESTS.some((test) => test.test(label));
