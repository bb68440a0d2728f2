/** The languages mails are written in; the first is the one for everybody else. */
export const MAIL_LOCALES = ["en", "es", "de"] as const;
/** A language mails are written in. */
export type MailLocale = (typeof MAIL_LOCALES)[number];

/** Tags looked at of one header. */
const MAX_TAGS = 20;

/** The languages of an `Accept-Language` header, most wanted first; `[]` without one. */
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

/** The first of the wanted languages that mails are written in, by its language alone: `de-AT` is `de`. Null wants nothing. */
export function chooseLocale(wanted: readonly (string | null | undefined)[]): MailLocale {
	for (const tag of wanted) {
		const language = tag?.split("-")[0]?.toLowerCase();
		const found = MAIL_LOCALES.find((locale) => locale === language);
		if (found) return found;
	}
	return MAIL_LOCALES[0];
}
