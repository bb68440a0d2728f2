import type { RatePolicy } from "#kernel/rate-limit";
import type { Parsed } from "./parse.ts";

/**
 * Default rate-limit policies. Shared are those of guesses and mails: they are few, and protect people rather than a
 * process.
 */
export const DEFAULT_RATE_LIMITS = {
	read: { name: "read", quota: 600, windowSeconds: 60 },
	write: { name: "write", quota: 120, windowSeconds: 60 },
	"auth-ip": { name: "auth-ip", quota: 20, windowSeconds: 60, isShared: true },
	"auth-account": { name: "auth-account", quota: 5, windowSeconds: 60, isShared: true },
	mail: { name: "mail", quota: 3, windowSeconds: 3600, isShared: true },
	"mail-caller-hour": { name: "mail-caller-hour", quota: 250, windowSeconds: 3600, isShared: true },
	"mail-caller-day": { name: "mail-caller-day", quota: 1_000, windowSeconds: 86_400, isShared: true },
	"mail-org-hour": { name: "mail-org-hour", quota: 500, windowSeconds: 3600, isShared: true },
	"mail-org-day": { name: "mail-org-day", quota: 2_000, windowSeconds: 86_400, isShared: true },
	"meeting-join": { name: "meeting-join", quota: 300, windowSeconds: 60 },
	"upload-init": { name: "upload-init", quota: 30, windowSeconds: 60 },
	"live-connect": { name: "live-connect", quota: 60, windowSeconds: 60 },
	export: { name: "export", quota: 5, windowSeconds: 3600 },
} as const satisfies Record<string, RatePolicy>;

/** Name of a rate-limit policy. */
export type RatePolicyName = keyof typeof DEFAULT_RATE_LIMITS;

/** All policies; `enabled: false` turns rate limiting off. */
export interface RateLimits {
	readonly enabled: boolean;
	readonly policies: Readonly<Record<RatePolicyName, RatePolicy>>;
}

const POLICY_NAMES = Object.keys(DEFAULT_RATE_LIMITS).join(", ");

const isPolicy = (name: string): name is RatePolicyName => Object.hasOwn(DEFAULT_RATE_LIMITS, name);

/**
 * Parses `RATE_LIMITS`: `on`, `off`, or overrides of single policies, `read=6000/60,write=1200/60` (requests/seconds).
 * Policies not named keep their default.
 */
export function parseRateLimits(text: string): Parsed<RateLimits> {
	if (text === "on" || text === "off") return { value: { enabled: text === "on", policies: DEFAULT_RATE_LIMITS } };
	const policies: Record<RatePolicyName, RatePolicy> = { ...DEFAULT_RATE_LIMITS };
	for (const part of text.split(",")) {
		const [, name = "", quota, window] = /^\s*([a-z-]+)=([1-9]\d{0,8})\/([1-9]\d{0,4})\s*$/.exec(part) ?? [];
		const windowSeconds = Number(window);
		if (!quota || windowSeconds > 86_400) {
			return { error: `"${part.trim()}" is neither "on", "off" nor <policy>=<requests>/<seconds>` };
		}
		if (!isPolicy(name)) return { error: `no policy is named "${name}"; the policies are ${POLICY_NAMES}` };
		policies[name] = { ...DEFAULT_RATE_LIMITS[name], quota: Number(quota), windowSeconds };
	}
	return { value: { enabled: true, policies } };
}
