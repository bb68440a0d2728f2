import { Elysia } from "elysia";
import { AppError } from "#kernel/errors";
import { exchangeOf } from "./exchange.ts";
import { writeRateHeaders } from "./rate-headers.ts";

/** The first hook of every request: the headers that belong on every response, whatever becomes of it. */
export const markings = new Elysia({ name: "http.markings" }).onRequest(({ request, set }) => {
	const exchange = exchangeOf(request);
	set.headers["x-request-id"] = exchange.requestId;
	if (exchange.rate) writeRateHeaders(set.headers as Record<string, string>, exchange.rate);
});

/**
 * Who is let in: requests for a host that is ours, within the rate limit. The front has found out both.
 * Elysia cuts the path out of the URL at a fixed offset, so a strange `Host` would shift every route: it is
 * refused here, before the router.
 */
export const intake = new Elysia({ name: "http.intake" }).onRequest(({ request }) => {
	const { rate, isForOtherHost } = exchangeOf(request);
	if (isForOtherHost)
		throw new AppError("invalid_request", "The Host header does not name this service (ALLOWED_HOSTS).");
	if (rate && !rate.allowed)
		throw new AppError("rate_limited", `Too many requests; come back in ${rate.resetSeconds} s.`, {
			meta: { policy: rate.policy.name, limit: rate.policy.quota, windowSeconds: rate.policy.windowSeconds },
			retryAfterSeconds: rate.resetSeconds,
		});
});
