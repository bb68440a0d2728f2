/** The languages mails are written in; the first is the one for everybody else. */
export const MAIL_LOCALES = ["en", "es", "de"] as const;
/** A language mails are written in. */
export type MailLocale = (typeof MAIL_LOCALES)[number];

/** The first of the wanted languages that mails are written in, by its language alone: `de-AT` is `de`. Null wants nothing. */
export function chooseLocale(wanted: readonly (string | null | undefined)[]): MailLocale {
	for (const tag of wanted) {
		const language = tag?.split("-")[0]?.toLowerCase();
		const found = MAIL_LOCALES.find((locale) => locale === language);
		if (found) return found;
	}
	return MAIL_LOCALES[0];
}
