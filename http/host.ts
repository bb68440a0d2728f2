import { LRUCache } from "lru-cache";

/** Host names seen lately and whether they are ours; a flood of invented names must not fill the memory. */
const MAX_REMEMBERED_HOSTS = 256;

/** Tells whether a `Host` header names this service; null: there was none. */
export type HostCheck = (header: string | null) => boolean;

/** `example.com:8080` → `example.com`, `[::1]:3000` → `[::1]`, null when it is no host at all. */
function hostName(header: string): string | null {
	const name = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i.exec(header);
	return name?.[1]?.toLowerCase() ?? null;
}

/** @param allowedHosts names from `ALLOWED_HOSTS`, without port, IPv6 in brackets */
export function createHostCheck(allowedHosts: readonly string[]): HostCheck {
	const allowed = new Set(allowedHosts.map((name) => name.toLowerCase()));
	const verdicts = new LRUCache<string, boolean>({ max: MAX_REMEMBERED_HOSTS });

	return (header) => {
		if (header === null) return false;
		const known = verdicts.get(header);
		if (known !== undefined) return known;
		const name = hostName(header);
		const verdict = name !== null && allowed.has(name);
		verdicts.set(header, verdict);
		return verdict;
	};
}
