import { serveFile } from "#http/files";
import { pagePolicy } from "#http/headers";
import { setLanguage } from "#http/language";
import { acceptedLanguages, chooseLocale, MAIL_LOCALES, type MailLocale } from "#platform/mail";
import { type Page, type Pages, renderPage } from "./page.ts";

/**
 * Policy of a page whose script sends its forms, and shows the logo of the organization that its link is of. Without the
 * script they go nowhere: no password ends up in an address.
 */
const SCRIPT_POLICY = pagePolicy("'self' data:");

/** Policy of a page without a script: it may send its form to where it came from. */
const FORM_POLICY = [
	"default-src 'none'",
	"style-src 'self'",
	"img-src data:",
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join("; ");

const policyOf = ({ script }: Page): string => (script === null ? FORM_POLICY : SCRIPT_POLICY);

/** What a page needs of the response. */
interface ResponseSettings {
	readonly headers: Record<string, string | number | undefined>;
}

const languageFor = (request: Request): MailLocale =>
	chooseLocale(acceptedLanguages(request.headers.get("accept-language") ?? undefined));

/** Returns the handler of a GET for a page: the same for everybody, in the language the browser prefers. */
export function servePage(pages: Pages, prefix: string) {
	const handlers = Object.fromEntries(
		MAIL_LOCALES.map((language) => [
			language,
			serveFile({
				contentType: "text/html; charset=utf-8",
				cacheControl: "no-store",
				contentSecurityPolicy: policyOf(pages[language]),
				read: () => renderPage(pages[language], language, prefix),
			}),
		]),
	) as Record<MailLocale, ReturnType<typeof serveFile>>;

	// Elysia reads this source to find what it has to pass: hence the parameter list.
	return async ({ request, set }: { readonly request: Request; readonly set: ResponseSettings }): Promise<Response> => {
		const language = languageFor(request);
		setLanguage(set, language);
		return handlers[language]({ request, set });
	};
}

/** Answers the form of a page without a script with a page. @param prefix path prefix of `PUBLIC_URL` */
export function answerWithPage(
	pages: Pages,
	prefix: string,
	{ request, set, status }: { readonly request: Request; readonly set: ResponseSettings; readonly status: number },
): Response {
	const language = languageFor(request);
	setLanguage(set, language);
	set.headers["content-type"] = "text/html; charset=utf-8";
	set.headers["content-security-policy"] = policyOf(pages[language]);
	return new Response(renderPage(pages[language], language, prefix), { status });
}
