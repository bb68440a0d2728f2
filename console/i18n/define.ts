export type Language = "en" | "es" | "de";

/** Texts in all languages. */
export type Localized<T> = Readonly<Record<Language, T>>;

/**
 * The texts of one screen, in `texts.ts` beside it: they are loaded with it, while `i18n/` has those of several. The other
 * languages have the shape of English.
 */
export const defineTexts = <T extends object>(texts: {
	readonly en: T;
	readonly es: NoInfer<T>;
	readonly de: NoInfer<T>;
}): Localized<T> => texts;
