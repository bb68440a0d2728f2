import type { Principal } from "#kernel/principal";
import { type RatePolicy, rateLimited } from "#kernel/rate-limit";
import type { Core } from "#platform/module";

export interface ThrottleDeps extends Pick<Core, "limiter"> {
	readonly policies: { readonly "live-connect": RatePolicy } | null;
}

/** Counts a connection of a caller, or a track that is begun again on one. @throws `rate_limited` */
export type Throttle = (caller: Principal) => Promise<void>;

/** Creates the limit of how often callers connect. */
export const createThrottle =
	({ limiter, policies }: ThrottleDeps): Throttle =>
	async ({ kind, id, orgId }) => {
		if (policies === null) return;
		const verdict = await limiter.take(policies["live-connect"], `${kind} ${id} ${orgId ?? ""}`);
		if (!verdict.allowed) throw rateLimited("Too many connections", verdict);
	};
