import { spokenAddresses, writtenAddresses } from "./addresses.ts";
import { spokenDigits, withLatinDigits } from "./digits.ts";
import { bankAccounts, hasManyDigits, longNumbers, telephones, without } from "./numbers.ts";

/** What was found: the name that stands in its place. */
export type PersonalKind = "email" | "phone" | "card" | "iban" | "ssn" | "number";

/** Something in a text that identifies a person: start and end, exclusive, in UTF-16 code units. */
export interface Found {
	readonly kind: PersonalKind;
	readonly from: number;
	readonly to: number;
}

/** How a text is read. */
export interface ReadOptions {
	/** BCP 47; `und` where it is unknown. */
	readonly language: string;
	/** Countries whose national telephone numbers are found besides those of the language, ISO 3166-1 alpha-2. */
	readonly regions: readonly string[];
}

/** Texts without any of this have nothing that could be found: most of them. */
const SUSPICIOUS = /\d|@|arroba|arobase|chiocciola|\bat\b|ät|małpa|собака/iu;
/** Digits of a number that is spoken, fewer of which are just counted. */
const LEAST_SPOKEN = 7;

const regionCache = new Map<string, string>();

/** Returns the country where most speak a language, or the one it names; empty where it is unknown. */
function regionOf(language: string): string {
	let region = regionCache.get(language);
	if (region === undefined) {
		region = language === "und" ? "" : (new Intl.Locale(language).maximize().region ?? "");
		if (regionCache.size < 500) regionCache.set(language, region);
	}
	return region;
}

/**
 * Finds what identifies a person in a text: addresses of e-mail, telephone numbers, payment cards, bank accounts, social
 * security numbers, and numbers of twelve digits or more, or of seven that are spoken one by one.
 * @returns in order, without overlaps
 */
export function findPersonalData(original: string, { language, regions }: ReadOptions): Found[] {
	const text = withLatinDigits(original);
	const spoken = Array.from(spokenDigits(text, LEAST_SPOKEN), (range) => ({ kind: "number", ...range }) as const);
	if (spoken.length === 0 && !SUSPICIOUS.test(text)) return [];
	const found: Found[] = [...spoken, ...writtenAddresses(text), ...spokenAddresses(text)];
	if (hasManyDigits(text)) {
		found.push(...bankAccounts(without(text, found)));
		const long = [...longNumbers(without(text, found))];
		// A telephone number may be as long as any number: which of both it is, the one that begins earlier says.
		found.push(...long.filter(({ kind }) => kind !== "number"));
		found.push(...telephones(without(text, found), [regionOf(language), ...regions]));
		found.push(...long.filter(({ kind }) => kind === "number"));
	}
	return inOrder(found);
}

/** Puts what was found in order, and joins what overlaps. */
function inOrder(found: readonly Found[]): Found[] {
	const joined: Found[] = [];
	for (const next of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
		const last = joined.at(-1);
		if (last === undefined || next.from >= last.to) joined.push(next);
		else if (next.to > last.to) joined[joined.length - 1] = { ...last, to: next.to };
	}
	return joined;
}
