/** Where cookies live, from `PUBLIC_URL`. */
export interface CookieSite {
	/** Scheme, host and port. */
	readonly origin: string;
	/** Path every route lives under, `""` for none. */
	readonly prefix: string;
}

/** One cookie that scripts cannot read and that other sites' forms do not send. */
export interface Cookie {
	readonly name: string;
	/** The `Set-Cookie` that keeps `value`, a token without special characters, for that long. */
	set(value: string, maxAgeSeconds: number): string;
	/** The `Set-Cookie` that removes it. */
	clear(): string;
	/** What the request carries; null without the cookie, and when it came twice: one of them is not ours. */
	read(request: Request): string | null;
}

/**
 * A cookie with the strongest attributes the site allows: `__Host-<name>` behind https without a path prefix, which no other host can
 * write; else `<name>`, restricted to the prefix and `path`.
 * @param path where it is sent, such as `/auth`; `/` for everywhere
 */
export function createCookie({ origin, prefix }: CookieSite, name: string, path: string): Cookie {
	const isSecure = origin.startsWith("https:");
	const isHostBound = isSecure && prefix === "";
	const fullName = isHostBound ? `__Host-${name}` : name;
	const scope = isHostBound ? "/" : prefix + path;
	const attributes = `Path=${scope}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
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

/** Adds a `Set-Cookie` to the response beside those that are there. */
export function addCookie(set: ResponseSettings, cookie: string): void {
	const present = set.headers["set-cookie"] ?? [];
	set.headers["set-cookie"] = [...(Array.isArray(present) ? present : [present]), cookie];
}
