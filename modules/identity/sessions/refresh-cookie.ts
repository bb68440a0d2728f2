import { type Cookie, type CookieSite, createCookie } from "#http/cookie";
import { AppError } from "#kernel/errors";

/** Cookie with the refresh token of a browser that requested `tokenDelivery: "cookie"`. */
export interface RefreshCookie extends Cookie {
	/**
	 * Returns the refresh token of a request; null without the cookie. Prevents cross-site request forgery: the request must
	 * come from a page of a trusted origin, according to `Origin` or `Sec-Fetch-Site: same-origin`.
	 * @throws `forbidden`
	 */
	take(request: Request): string | null;
}

/**
 * Creates the refresh cookie: `__Host-parley_refresh` where `PUBLIC_URL` is https without a prefix, else `parley_refresh`
 * on `<prefix>/auth`.
 * @param allowedOrigins origins of pages of other sites that may refresh and sign out too (`CORS_ORIGINS`)
 */
export function createRefreshCookie(site: CookieSite, allowedOrigins: readonly string[]): RefreshCookie {
	const cookie = createCookie(site, "parley_refresh", "/auth");
	const trustedOrigins = new Set([site.origin, ...allowedOrigins]);

	function isFromTrustedOrigin({ headers }: Request): boolean {
		const origin = headers.get("origin");
		return origin === null ? headers.get("sec-fetch-site") === "same-origin" : trustedOrigins.has(origin);
	}

	return {
		...cookie,
		take(request) {
			const token = cookie.read(request);
			if (token !== null && !isFromTrustedOrigin(request))
				throw new AppError("forbidden", "The refresh cookie is accepted only from this service's own pages (Origin).");
			return token;
		},
	};
}
