import { serveFile } from "#http/files";
import { setLanguage } from "#http/language";
import { acceptedLanguages, chooseLocale, MAIL_LOCALES, type MailLocale } from "#platform/mail";
import { type Pages, renderPage } from "./page.ts";

/** Policy of a page: it may send its form to where it came from. */
const PAGE_POLICY = [
	"default-src 'none'",
	"style-src 'self'",
	"img-src data:",
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join("; ");

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
				contentSecurityPolicy: PAGE_POLICY,
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

/** Answers the form of a page with a page. @param prefix path prefix of `PUBLIC_URL` */
export function answerWithPage(
	pages: Pages,
	prefix: string,
	{ request, set, status }: { readonly request: Request; readonly set: ResponseSettings; readonly status: number },
): Response {
	const language = languageFor(request);
	setLanguage(set, language);
	set.headers["content-type"] = "text/html; charset=utf-8";
	set.headers["content-security-policy"] = PAGE_POLICY;
	return new Response(renderPage(pages[language], language, prefix), { status });
}
