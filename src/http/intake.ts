import { Elysia } from "elysia";
import { AppError } from "#kernel/errors";
import { exchangeOf } from "./exchange.ts";
import { writeRateHeaders } from "./rate-limit.ts";

/** Host names seen lately and whether they are ours; a flood of invented names must not fill the memory. */
const MAX_REMEMBERED_HOSTS = 256;

/** `example.com:8080` → `example.com`, `[::1]:3000` → `[::1]`, null when it is no host at all. */
function hostName(header: string): string | null {
	const name = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i.exec(header);
	return name?.[1]?.toLowerCase() ?? null;
}

/** The first hook of every request: the headers that belong on every response, whatever becomes of it. */
export const markings = new Elysia({ name: "http.markings" }).onRequest(({ request, set }) => {
	const exchange = exchangeOf(request);
	set.headers["x-request-id"] = exchange.requestId;
	if (exchange.rate) writeRateHeaders(set.headers as Record<string, string>, exchange.rate);
});

/**
 * Who is let in: the Host allow-list, the rate limit.
 * Elysia cuts the path out of the URL at a fixed offset, so a strange `Host` would shift every route (HARDENING fact 3): it is
 * refused here, before the router.
 *
 * @param allowedHosts names from `ALLOWED_HOSTS`, without port, IPv6 in brackets
 */
export function intake(allowedHosts: readonly string[]) {
	const allowed = new Set(allowedHosts.map((name) => name.toLowerCase()));
	const verdicts = new Map<string, boolean>();

	function isOurs(header: string): boolean {
		const known = verdicts.get(header);
		if (known !== undefined) return known;
		const name = hostName(header);
		const verdict = name !== null && allowed.has(name);
		if (verdicts.size >= MAX_REMEMBERED_HOSTS) verdicts.clear();
		verdicts.set(header, verdict);
		return verdict;
	}

	return new Elysia({ name: "http.intake" }).onRequest(({ request }) => {
		const { rate } = exchangeOf(request);
		if (!isOurs(request.headers.get("host") ?? ""))
			throw new AppError("invalid_request", "The Host header does not name this service (ALLOWED_HOSTS).");
		if (rate && !rate.allowed)
			throw new AppError("rate_limited", `Too many requests; come back in ${rate.resetSeconds} s.`, {
				meta: { policy: rate.policy.name, limit: rate.policy.quota, windowSeconds: rate.policy.windowSeconds },
				retryAfterSeconds: rate.resetSeconds,
			});
	});
}
