import { addCookie, type Cookie, type CookieSite, createCookie } from "#http/cookie";
import { randomToken } from "#kernel/secrets";
import { createRefreshCookie, type RefreshCookie } from "./refresh-cookie.ts";
import type { TokenDelivery } from "./schemas.ts";

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
