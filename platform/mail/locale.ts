export {
	acceptedLanguages,
	chooseLocale,
	LOCALES as MAIL_LOCALES,
	type Locale as MailLocale,
} from "#kernel/languages";
