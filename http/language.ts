import { acceptedLanguages, chooseLocale, type Locale } from "#kernel/languages";
import type { Principal } from "#kernel/principal";

/** The request whose response is written in a language. */
interface Asked {
	readonly request: Request;
	readonly principal: Pick<Principal, "locale">;
}

interface ResponseSettings {
	readonly headers: Record<string, string | number | undefined>;
}

/** Returns the language of what a caller reads: the first of `Accept-Language` that there is, otherwise their own. */
export const localeFor = ({ request, principal }: Asked): Locale =>
	chooseLocale([...acceptedLanguages(request.headers.get("accept-language") ?? undefined), principal.locale]);

/** Names the language of a response, and the headers it was chosen by (RFC 9110 §8.5, §12.5.5). */
export function setLanguage({ headers }: ResponseSettings, locale: Locale, chosenBy = "Accept-Language"): void {
	headers["content-language"] = locale;
	headers.vary = headers.vary === undefined ? chosenBy : `${headers.vary}, ${chosenBy}`;
}
