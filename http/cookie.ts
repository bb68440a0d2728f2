/** The site cookies are set for, from `PUBLIC_URL`. */
export interface CookieSite {
	/** Scheme, host and port. */
	readonly origin: string;
	/** Path prefix of every route, `""` for none. */
	readonly prefix: string;
}

/** A cookie that scripts cannot read and that forms of other sites do not send unless it says so. */
export interface Cookie {
	readonly name: string;
	/** Returns the `Set-Cookie` that stores `value`, a token without special characters, for that long. */
	set(value: string, maxAgeSeconds: number): string;
	/** Returns the `Set-Cookie` that removes it. */
	clear(): string;
	/**
	 * Returns the value sent with a request; null without the cookie, and when it was sent twice, since one of them is
	 * not ours.
	 */
	read(request: Request): string | null;
}

/**
 * Creates a cookie with the strongest attributes the site allows: `__Host-<name>` behind https without a path prefix,
 * which no other host can write; otherwise `<name>`, restricted to the prefix and `path`.
 * @param path path it is sent to, such as `/auth`; `/` for everywhere
 * @param from what of other sites sends it: links, or forms as well, also within their frames. Browsers ask for https for
 * the latter: without it, as in development, only forms of the same host send it, whatever their port
 */
export function createCookie(
	{ origin, prefix }: CookieSite,
	name: string,
	path: string,
	from: "links" | "forms" = "links",
): Cookie {
	const isSecure = origin.startsWith("https:");
	const isHostBound = isSecure && prefix === "";
	const fullName = isHostBound ? `__Host-${name}` : name;
	const scope = isHostBound ? "/" : prefix + path;
	const sent = from === "forms" && isSecure ? "SameSite=None; Partitioned" : "SameSite=Lax";
	const attributes = `Path=${scope}; HttpOnly; ${sent}${isSecure ? "; Secure" : ""}`;
	return {
		name: fullName,
		set: (value, maxAgeSeconds) => `${fullName}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`,
		clear: () => `${fullName}=; Max-Age=0; ${attributes}`,
		read(request) {
			const found = (request.headers.get("cookie") ?? "")
				.split(";")
				.map((pair) => pair.trim())
				.filter((pair) => pair.startsWith(`${fullName}=`));
			const [only = ""] = found;
			const value = only.slice(fullName.length + 1);
			return found.length === 1 && value !== "" ? value : null;
		},
	};
}

interface ResponseSettings {
	headers: { "set-cookie"?: string | string[] };
}

/** Adds a `Set-Cookie` to the response, keeping existing ones. */
export function addCookie(set: ResponseSettings, cookie: string): void {
	const present = set.headers["set-cookie"] ?? [];
	set.headers["set-cookie"] = [...(Array.isArray(present) ? present : [present]), cookie];
}
