import type { RatePolicy, RateVerdict } from "#kernel/rate-limit";

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
export function setRateLimitHeaders(headers: Record<string, string | number>, verdict: RateVerdict): void {
	headers["ratelimit-policy"] = policyText(verdict.policy);
	headers.ratelimit = `"${verdict.policy.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`;
}
