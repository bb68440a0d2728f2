import { createLruCache } from "#kernel/lru-cache";

/** Maximum number of `Host` values cached with their result; a flood of invented names must not exhaust memory. */
const MAX_CACHED_HOSTS = 256;

/** Whether a `Host` header names this service; null: the header is missing. */
export type HostGuard = (header: string | null) => boolean;

/** Parses a host name: `example.com:8080` → `example.com`, `[::1]:3000` → `[::1]`, null when it is not a host. */
function parseHostName(header: string): string | null {
	const name = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i.exec(header);
	return name?.[1]?.toLowerCase() ?? null;
}

/** Creates the host guard. @param allowedHosts names from `ALLOWED_HOSTS`, without port, IPv6 in brackets */
export function createHostGuard(allowedHosts: readonly string[]): HostGuard {
	const allowed = new Set(allowedHosts.map((name) => name.toLowerCase()));
	const cache = createLruCache<boolean>(MAX_CACHED_HOSTS);

	return (header) => {
		if (header === null) return false;
		const known = cache.get(header);
		if (known !== undefined) return known;
		const name = parseHostName(header);
		const isAllowed = name !== null && allowed.has(name);
		cache.set(header, isAllowed);
		return isAllowed;
	};
}
