import { type Cookie, type CookieSite, createCookie } from "#http/cookie";
import { AppError } from "#kernel/errors";

/** The cookie that holds the refresh token of a browser that asked for `tokenDelivery: "cookie"`. */
export interface RefreshCookie extends Cookie {
	/**
	 * What the request carries, for an operation that acts on it; null without the cookie. A page of another site must not make the
	 * browser act, so the request has to say that it comes from a page of ours: by `Origin`, or by `Sec-Fetch-Site: same-origin`.
	 * @throws `forbidden`
	 */
	take(request: Request): string | null;
}

/**
 * `__Host-parley_refresh` where `PUBLIC_URL` is https without a prefix, else `parley_refresh` on `<prefix>/auth`.
 * @param allowedOrigins origins of foreign web pages that may refresh and sign out too (`CORS_ORIGINS`)
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
				throw new AppError("forbidden", "The refresh cookie counts only in requests from our own pages (Origin).");
			return token;
		},
	};
}
