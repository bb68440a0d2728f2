import { AppError } from "#kernel/errors";
import { networkThrottleKeys, type ThrottleKey } from "#kernel/network-throttle";
import { type Limiter, type RatePolicy, type RateVerdict, rateLimited } from "#kernel/rate-limit";
import type { AttemptLimits } from "./ports.ts";

/** Whoever keeps guessing waits longer each time, up to this long. */
const MAX_WAIT_SECONDS = 900;

/** Attempts that may wait for the outcome of those before them, per count. */
const MAX_WAITING = 256;

/** What attempts are counted under. */
interface AttemptPolicies {
	readonly "auth-ip": RatePolicy;
	readonly "auth-account": RatePolicy;
}

/** Attempts of one count whose outcome nobody knows yet, and those that wait for it. */
interface Line {
	underWay: number;
	readonly waiting: (() => void)[];
}

/**
 * Counts wrong attempts by network and by what is guessed at. Each takes its place before its outcome is known, so that guesses
 * sent at once are all counted, and gives it back when it was right: only its own, so that who can sign in somewhere
 * washes out nobody's failures. While the quota is used by attempts under way the next one waits instead of being refused.
 * @param policies null: nothing is limited (`RATE_LIMITS=off`)
 */
export function createAttemptLimits(limiter: Limiter, policies: AttemptPolicies | null): AttemptLimits {
	if (policies === null)
		return { throttle: (_ip, _key, guess) => guess({ isLast: false }), forget: async () => undefined };
	const byNetwork = policies["auth-ip"];
	const byKey = { ...policies["auth-account"], maxWindowSeconds: MAX_WAIT_SECONDS };
	const lines = new Map<string, Line>();
	const nameOf = ({ policy, key }: ThrottleKey): string => `${policy.name} ${key}`;

	/** @throws `rate_limited` */
	async function reserve(place: ThrottleKey): Promise<RateVerdict> {
		const name = nameOf(place);
		for (;;) {
			const verdict = await limiter.take(place.policy, place.key);
			const line = lines.get(name);
			if (verdict.allowed) {
				if (line) line.underWay++;
				else lines.set(name, { underWay: 1, waiting: [] });
				return verdict;
			}
			if (!line || line.waiting.length >= MAX_WAITING) throw rateLimited("attempts", verdict);
			await new Promise<void>((go) => line.waiting.push(go));
		}
	}

	async function settle(place: ThrottleKey, { window }: RateVerdict, counts: boolean): Promise<void> {
		if (!counts) await limiter.refund(place.policy, place.key, window);
		const name = nameOf(place);
		const line = lines.get(name);
		if (!line) return;
		line.underWay--;
		if (line.underWay === 0) {
			lines.delete(name);
			for (const go of line.waiting) go();
		} else if (!counts) line.waiting.shift()?.();
	}

	return {
		async throttle(ip, key, guess) {
			// The network first: one that is refused must not lock accounts.
			const places = networkThrottleKeys(byNetwork, ip);
			if (key !== null) places.push({ policy: byKey, key });
			const held: { readonly place: ThrottleKey; readonly verdict: RateVerdict }[] = [];
			let counts = false;
			try {
				for (const place of places) held.push({ place, verdict: await reserve(place) });
				const isLast = key !== null && held.at(-1)?.verdict.remaining === 0;
				counts = true;
				const proved = await guess({ isLast });
				counts = false;
				return proved;
			} catch (error) {
				if (error instanceof AppError && error.kind === "unavailable") counts = false;
				throw error;
			} finally {
				for (const { place, verdict } of held) await settle(place, verdict, counts);
			}
		},
		async forget(key) {
			await limiter.reset(byKey, key);
		},
	};
}
