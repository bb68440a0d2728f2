import { Elysia } from "elysia";
import { AppError } from "#kernel/errors";
import type { RatePolicy, RateVerdict } from "#kernel/rate-limit";
import { text } from "#kernel/texts";
import { exchangeOf } from "./exchange.ts";

/** Headers that {@link responseHeaders} sets for each response, the limits only where there are any. */
export const SET_ON_EVERY_RESPONSE: ReadonlySet<string> = new Set(["x-request-id", "ratelimit-policy", "ratelimit"]);

/** The first hook of every request: headers that belong on every response, including errors. */
export const responseHeaders = new Elysia({ name: "http.response-headers" }).onRequest(({ request, set }) => {
	const exchange = exchangeOf(request);
	set.headers["x-request-id"] = exchange.requestId;
	if (exchange.rate) setRateLimitHeaders(set.headers as Record<string, string>, exchange.rate);
});

/**
 * Rejects requests for a host that is not ours, and requests over the rate limit; the request handler has determined
 * both. Elysia cuts the path out of the URL at a fixed offset, so an unexpected `Host` would shift every route: it is
 * rejected here, before routing.
 */
export const requestChecks = new Elysia({ name: "http.request-checks" }).onRequest(({ request }) => {
	const { rate, isForOtherHost } = exchangeOf(request);
	if (isForOtherHost)
		throw new AppError("invalid_request", "The Host header is not one of this service's names (ALLOWED_HOSTS).");
	if (rate && !rate.allowed)
		throw new AppError(
			"rate_limited",
			text("{problem}; retry in {seconds} s.", { problem: text("Too many requests"), seconds: rate.resetSeconds }),
			{
				meta: { policy: rate.policy.name, limit: rate.policy.quota, windowSeconds: rate.policy.windowSeconds },
				retryAfterSeconds: rate.resetSeconds,
			},
		);
});

/** Header texts by policy: constant, yet part of every response. */
const policyTexts = new WeakMap<RatePolicy, string>();

function policyText(policy: RatePolicy): string {
	let text = policyTexts.get(policy);
	if (text === undefined) {
		text = `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`;
		policyTexts.set(policy, text);
	}
	return text;
}

/** Sets `RateLimit-Policy` and `RateLimit` (IETF draft-ietf-httpapi-ratelimit-headers). */
function setRateLimitHeaders(headers: Record<string, string | number>, verdict: RateVerdict): void {
	headers["ratelimit-policy"] = policyText(verdict.policy);
	headers.ratelimit = `"${verdict.policy.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`;
}
