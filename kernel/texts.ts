import type { Locale } from "./languages.ts";
import { once } from "./once.ts";
import type { CATALOGUE } from "./texts/catalogue.ts";
import type { Translations } from "./texts/translations.ts";

/** A text that is translated, by its English form. `{name}` is a value. */
export type TextKey = keyof typeof CATALOGUE;

type Placeholders<K extends string> = K extends `${string}{${infer Name}}${infer Rest}`
	? Name | Placeholders<Rest>
	: never;

/** A translated text without values: the English form stands for itself. */
export type PlainText = { [K in TextKey]: K extends `${string}{${string}` ? never : K }[TextKey];

/**
 * A value of a text: as it is, itself a text, several, which become "a, b, c", or alternatives, which become "a, b, or c" in the
 * language of the reader.
 */
type TextValue = string | number | Text | readonly TextValue[] | { readonly anyOf: readonly TextValue[] };

/** A translated text with its values: plain data, so that it can be stored and rendered later. */
export interface Text {
	readonly key: string;
	readonly values: Readonly<Record<string, TextValue>>;
}

/** What a person reads: rendered at the edge, in the language they read. */
export type Message = PlainText | Text;

/** Creates a text with values, or a text that is a value of another one. */
export const text = <K extends TextKey>(
	key: K,
	...[values]: K extends PlainText ? [] : [values: Readonly<Record<Placeholders<K>, TextValue>>]
): Text => ({ key, values: values ?? {} });

/** Returns a text that only operators read, at the command line and in the log, which are in English. */
export const inEnglish = (sentence: string): Text => ({ key: sentence, values: {} });

/** Returns a message as a value of another one. A string would be a value that is the same in every language. */
export const asValue = (message: Message): Text =>
	typeof message === "string" ? { key: message, values: {} } : message;

/** Every text with its translations, loaded by the first reader of another language than English. */
export const translations = once((): ReadonlyMap<string, Translations[string]> => {
	const { CATALOGUE } = require("./texts/catalogue.ts") as typeof import("./texts/catalogue.ts");
	return new Map(Object.entries(CATALOGUE));
});

const alternativesIn = (locale: Locale) => once(() => new Intl.ListFormat(locale, { type: "disjunction" }));
const ALTERNATIVES = { en: alternativesIn("en"), es: alternativesIn("es"), de: alternativesIn("de") };

/** Returns a text in a language. One that is unknown, because an earlier version stored it, stays English. */
export function render(message: Message | string, locale: Locale): string {
	if (typeof message === "string") return translate(message, locale);
	const { key, values } = message;
	return translate(key, locale).replace(/\{(\w+)\}/g, (whole, name: string) => {
		const value = values[name];
		return value === undefined ? whole : renderValue(value, locale);
	});
}

const translate = (key: string, locale: Locale): string =>
	locale === "en" ? key : (translations().get(key)?.[locale] ?? key);

function renderValue(value: TextValue, locale: Locale): string {
	if (typeof value !== "object") return String(value);
	if ("key" in value) return render(value, locale);
	const items = "anyOf" in value ? value.anyOf : value;
	const rendered = items.map((each) => renderValue(each, locale));
	return "anyOf" in value ? ALTERNATIVES[locale]().format(rendered) : rendered.join(", ");
}
