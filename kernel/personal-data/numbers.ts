import type { CountryCode } from "libphonenumber-js/min";
import type { Found } from "./find.ts";

/** Formats of account numbers, loaded by the first text that looks as if it had one. */
const accounts = () => require("ibantools") as typeof import("ibantools");

/** Numbering plans, loaded by the first text with a number. */
const plans = () => require("libphonenumber-js/min") as typeof import("libphonenumber-js/min");

/** Whether a text has as many digits close to each other as the shortest number. */
export const hasManyDigits = (text: string): boolean => /(?:\d\D{0,3}){6}/.test(text);

/** Returns a text without what was found in it: digits of a card are no telephone number. */
export const without = (text: string, found: readonly Found[]): string =>
	found.reduce((rest, { from, to }) => rest.slice(0, from) + " ".repeat(to - from) + rest.slice(to), text);

/** A country and check digits. */
const IBAN_START = /(?<![\p{sc=Latin}\d])[a-z][ ]?[a-z][ .-]?\d[ .-]?\d/giu;
/** Most characters of an IBAN with a separator after each. */
const MAX_IBAN = 70;

/** Finds international bank account numbers whose check digits are right. */
export function* bankAccounts(text: string): Generator<Found> {
	for (const { index: from } of text.matchAll(IBAN_START)) {
		const { countrySpecs, electronicFormatIBAN, isValidIBAN } = accounts();
		const rest = text.slice(from, from + MAX_IBAN);
		const length =
			countrySpecs[
				rest
					.replaceAll(/[^\p{L}]/gu, "")
					.slice(0, 2)
					.toUpperCase()
			]?.chars ?? 0;
		let to = 0;
		for (let count = 0; to < rest.length && count < length; to++) if (/[a-z\d]/i.test(rest.charAt(to))) count++;
		const iban = electronicFormatIBAN(rest.slice(0, to));
		if (iban !== null && isValidIBAN(iban)) yield { kind: "iban", from, to: from + to };
	}
}

/** A number in groups of three, such as an amount. */
const AMOUNT = /^\d{1,3}(?:[ .]\d{3})+$/;
const LONG_NUMBER = /(?<![\p{sc=Latin}\d])\d(?:[ .-]{0,2}\d){11,}(?![\p{sc=Latin}\d])/gu;
const SOCIAL_SECURITY = /(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/g;

/** Whether digits have the check digit of a payment card. */
function isCard(digits: string): boolean {
	if (digits.length < 13 || digits.length > 19) return false;
	const sum = [...digits].reverse().reduce((total, digit, at) => {
		const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
		return total + (value > 9 ? value - 9 : value);
	}, 0);
	return sum % 10 === 0;
}

/** Finds payment cards, social security numbers, and other numbers that are too long for an amount. */
export function* longNumbers(text: string): Generator<Found> {
	for (const { index: from, 0: found } of text.matchAll(SOCIAL_SECURITY))
		yield { kind: "ssn", from, to: from + found.length };
	for (const { index: from, 0: found } of text.matchAll(LONG_NUMBER))
		if (!AMOUNT.test(found))
			yield { kind: isCard(found.replaceAll(/\D/g, "")) ? "card" : "number", from, to: from + found.length };
}

/** Returns the countries that are known among some. */
const known = (regions: readonly string[]): CountryCode[] =>
	[...new Set(regions)].filter((region): region is CountryCode => plans().isSupportedCountry(region));

/** Finds telephone numbers as they are written internationally, or within one of some countries (ISO 3166-1 alpha-2). */
export function* telephones(text: string, regions: readonly string[]): Generator<Found> {
	const countries = known(regions);
	let rest = text;
	for (const defaultCountry of countries.length > 0 ? countries : [undefined]) {
		const found = plans()
			.findPhoneNumbersInText(rest, defaultCountry ? { defaultCountry } : {})
			.map(({ startsAt: from, endsAt: to }): Found => ({ kind: "phone", from, to }));
		yield* found;
		rest = without(rest, found);
		// Reading by the numbering plan of a country takes most of the time.
		if (!hasManyDigits(rest)) return;
	}
}
