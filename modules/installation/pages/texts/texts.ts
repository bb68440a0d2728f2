import { MAIL_LOCALES, type MailLocale } from "#platform/mail";
import type { Page, Pages } from "#platform/pages";
import { english, type PageTexts } from "./english.ts";
import { german } from "./german.ts";
import { spanish } from "./spanish.ts";

const TEXTS: Readonly<Record<MailLocale, PageTexts>> = { en: english, es: spanish, de: german };

/** Returns a page in every language. */
export const inEveryLanguage = (create: (texts: PageTexts) => Page): Pages =>
	Object.fromEntries(MAIL_LOCALES.map((language) => [language, create(TEXTS[language])])) as Record<MailLocale, Page>;
