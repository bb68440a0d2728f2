import { AppError } from "#kernel/errors";

/** Maximum length of the URL of a return page. */
const MAX_CHARS = 2048;

/**
 * Parses the URL of the page to return to after the sign-in, as a browser would: an absolute URL of an allowed origin, or
 * a path of the first one. Returns the parsed URL that was checked, never the text that was sent.
 * @param origins allowed origins, our own first
 * @throws `invalid_request`
 */
export function parseReturnPage(text: string, origins: readonly string[]): string {
	const url = text.length <= MAX_CHARS ? URL.parse(text, origins[0]) : null;
	// `javascript:` and its like have the origin "null", `//host` and `/\host` that of the host, `blob:` that of its maker.
	const isPage = url?.protocol === "https:" || url?.protocol === "http:";
	if (!isPage || !origins.includes(url.origin) || url.username !== "" || url.password !== "")
		throw new AppError("invalid_request", "redirect must be a page on an allowed origin (PUBLIC_URL, CORS_ORIGINS).", {
			fieldErrors: [{ path: "/redirect", code: "not_allowed", message: "must be a page on an allowed origin" }],
		});
	return url.href;
}

/** Adds the reason of a failed sign-in to the URL of a page: `?error=<code>`. */
export function withError(page: string, code: string): string {
	const url = new URL(page);
	url.searchParams.set("error", code);
	return url.href;
}
