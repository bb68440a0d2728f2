/** A language with its region, which the API asks for: that of the browser, else where most people speak it. */
export const regional = (language: string): string =>
	navigator.languages.find((tag) => new RegExp(`^${language}-[A-Z]{2}$`).test(tag)) ??
	`${language}-${new Intl.Locale(language).maximize().region}`;

/** The time zone of the browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
