import { addCookie, type Cookie, type CookieSite, createCookie } from "#http/cookie";
import { AppError } from "#kernel/errors";
import { randomToken } from "#kernel/secrets";
import type { TokenDelivery } from "./schemas.ts";

/** Cookie with the refresh token of a browser that requested `tokenDelivery: "cookie"`. */
interface RefreshCookie extends Cookie {
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
function createRefreshCookie(site: CookieSite, allowedOrigins: readonly string[]): RefreshCookie {
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

interface ResponseSettings {
	headers: { "set-cookie"?: string | string[] };
}

interface Tokens {
	readonly refresh_token?: string;
	readonly refresh_expires_in: number;
}

/** Lifetime of the device cookie: a year. */
const DEVICE_SECONDS = 365 * 86_400;

/** Cookies of a signed-in browser. */
export interface SessionCookies {
	readonly refresh: RefreshCookie;
	/** Identifies a device that has signed in before. */
	readonly device: Cookie;
	/**
	 * Returns the token of the device a sign-in comes from. A browser that wants cookies and has none is given a new one,
	 * which {@link deliver} sets. Null when the device cannot be identified.
	 * @param ownId id of the device according to the client
	 */
	deviceTokenOf(request: Request, ownId: string | undefined, delivery: TokenDelivery | undefined): string | null;
	/** Moves the refresh token into its cookie if the client requested that, and renews the device cookie. */
	deliver<T extends Tokens>(
		set: ResponseSettings,
		result: T,
		delivery: TokenDelivery | undefined,
		deviceToken: string | null,
	): T | Omit<T, "refresh_token">;
}

/**
 * Creates the cookies of a signed-in browser.
 * @param allowedOrigins origins of pages of other sites that may refresh and sign out by cookie (`CORS_ORIGINS`)
 */
export function createSessionCookies(site: CookieSite, allowedOrigins: readonly string[]): SessionCookies {
	const refresh = createRefreshCookie(site, allowedOrigins);
	const device = createCookie(site, "parley_device", "/auth");
	return {
		refresh,
		device,
		deviceTokenOf: (request, ownId, delivery) =>
			device.read(request) ?? ownId ?? (delivery === "cookie" ? randomToken(16) : null),
		deliver(set, result, delivery, deviceToken) {
			const { refresh_token: token, ...rest } = result;
			if (delivery !== "cookie" || token === undefined) return result;
			addCookie(set, refresh.set(token, result.refresh_expires_in));
			if (deviceToken !== null && /^[\w-]{1,128}$/.test(deviceToken))
				addCookie(set, device.set(deviceToken, DEVICE_SECONDS));
			return rest;
		},
	};
}
