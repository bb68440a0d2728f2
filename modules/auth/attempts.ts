import { AppError } from "#kernel/errors";
import { type Lane, networkLanes } from "#kernel/network-lanes";
import { type Limiter, type RatePolicy, type RateVerdict, tooMany } from "#kernel/rate-limit";
import type { AttemptLimits } from "./ports.ts";

/** Whoever keeps guessing waits longer each time, up to this long. */
const MAX_WAIT_SECONDS = 900;

/** Attempts that may wait for the outcome of those before them, per count. */
const MAX_WAITING = 256;

/** What attempts are counted under; null with `RATE_LIMITS=off`. */
export interface AttemptPolicies {
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
 */
export function createAttemptLimits(limiter: Limiter, policies: AttemptPolicies | null): AttemptLimits {
	if (policies === null)
		return { weigh: (_ip, _key, guess) => guess({ isLast: false }), forget: async () => undefined };
	const byNetwork = policies["auth-ip"];
	const byKey = { ...policies["auth-account"], maxWindowSeconds: MAX_WAIT_SECONDS };
	const lines = new Map<string, Line>();
	const nameOf = ({ policy, key }: Lane): string => `${policy.name} ${key}`;

	/** @throws `rate_limited` */
	async function reserve(lane: Lane): Promise<RateVerdict> {
		const name = nameOf(lane);
		for (;;) {
			const verdict = await limiter.take(lane.policy, lane.key);
			const line = lines.get(name);
			if (verdict.allowed) {
				if (line) line.underWay++;
				else lines.set(name, { underWay: 1, waiting: [] });
				return verdict;
			}
			if (!line || line.waiting.length >= MAX_WAITING) throw tooMany("attempts", verdict);
			await new Promise<void>((go) => line.waiting.push(go));
		}
	}

	async function settle(lane: Lane, { window }: RateVerdict, counts: boolean): Promise<void> {
		if (!counts) await limiter.giveBack(lane.policy, lane.key, window);
		const name = nameOf(lane);
		const line = lines.get(name);
		if (!line) return;
		line.underWay--;
		if (line.underWay === 0) {
			lines.delete(name);
			for (const go of line.waiting) go();
		} else if (!counts) line.waiting.shift()?.();
	}

	return {
		async weigh(ip, key, guess) {
			// The network first: one that is refused must not lock accounts.
			const lanes = networkLanes(byNetwork, ip);
			if (key !== null) lanes.push({ policy: byKey, key });
			const held: { readonly lane: Lane; readonly verdict: RateVerdict }[] = [];
			let counts = false;
			try {
				for (const lane of lanes) held.push({ lane, verdict: await reserve(lane) });
				const isLast = key !== null && held.at(-1)?.verdict.remaining === 0;
				counts = true;
				const proved = await guess({ isLast });
				counts = false;
				return proved;
			} catch (error) {
				if (error instanceof AppError && error.kind === "unavailable") counts = false;
				throw error;
			} finally {
				for (const { lane, verdict } of held) await settle(lane, verdict, counts);
			}
		},
		async forget(key) {
			await limiter.reset(byKey, key);
		},
	};
}
