/** The languages of everything that people read: mails, pages and errors. The first is the default. */
export const LOCALES = ["en", "es", "de"] as const;
/** A language of what people read. */
export type Locale = (typeof LOCALES)[number];

/** Maximum number of tags read from one header. */
const MAX_TAGS = 20;

/** Parses the languages of an `Accept-Language` header, in order of preference; `[]` without one. */
export function acceptedLanguages(header: string | undefined): string[] {
	return (header ?? "")
		.split(",", MAX_TAGS)
		.map((part) => {
			const [tag = "", quality] = part.split(";").map((text) => text.trim());
			return { tag, quality: quality?.startsWith("q=") ? Number(quality.slice(2)) : 1 };
		})
		.filter(({ tag, quality }) => tag !== "" && quality > 0)
		.sort((a, b) => b.quality - a.quality)
		.map(({ tag }) => tag);
}

/**
 * Returns the first of the wanted languages that texts are available in, ignoring regions: `de-AT` is `de`. Null
 * entries are skipped.
 */
export function chooseLocale(wanted: readonly (string | null | undefined)[]): Locale {
	for (const tag of wanted) {
		const language = tag?.split("-")[0]?.toLowerCase();
		const found = LOCALES.find((locale) => locale === language);
		if (found) return found;
	}
	return LOCALES[0];
}
