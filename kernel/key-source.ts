import { type Clock, MINUTE_MS } from "./clock.ts";
import type { PublishedKey, SignatureAlgorithm } from "./jwk-set.ts";

/** Time for which keys are used before they are fetched again. */
const KEYS_FRESH_MS = 10 * MINUTE_MS;
/** Minimum interval between two attempts, so that invented `kid`s cannot make us fetch more often. */
const PAUSE_MS = 30_000;
/** The same while there are no keys at all, when nothing of the issuer can be verified, in ms. */
export const PAUSE_WITHOUT_KEYS_MS = 5_000;

/** Options of {@link createKeySource}. */
export interface KeySourceOptions {
	readonly clock: Clock;
	/** Fetches the keys. Rejects rather than return none: the last good ones stay in use. */
	readonly load: () => Promise<readonly PublishedKey[]>;
	/** Told why the keys could not be fetched. */
	readonly onFailure: (error: unknown) => void;
}

/** Source of the keys that an issuer publishes. */
export interface KeySource {
	/**
	 * Returns the public key for a signature; null when the issuer publishes no suitable one; undefined when its keys could
	 * never be fetched.
	 * @param kid null when the token has none: a key is then found only if exactly one is suitable
	 */
	find(kid: string | null, algorithm: SignatureAlgorithm): Promise<CryptoKey | null | undefined>;
}

/**
 * Creates a source of keys. They are fetched when the first is needed, and refreshed after 10 minutes and for an unknown
 * `kid`, by a single attempt that all callers share, at most once in 30 seconds. The last good keys stay in use while the
 * issuer is down or its response is invalid.
 */
export function createKeySource({ clock, load, onFailure }: KeySourceOptions): KeySource {
	let keys: readonly PublishedKey[] | null = null;
	let fetchedAtMs = 0;
	let attemptedAtMs = Number.NEGATIVE_INFINITY;
	let attempt: Promise<void> | null = null;

	/**
	 * Whether less than `spanMs` has passed. False also when the clock was set back: better one fetch too many than none
	 * for an hour.
	 */
	const isWithin = (spanMs: number, sinceMs: number): boolean => {
		const elapsedMs = clock.nowMs() - sinceMs;
		return elapsedMs >= 0 && elapsedMs < spanMs;
	};

	async function fetchKeys(): Promise<void> {
		try {
			keys = await load();
			fetchedAtMs = clock.nowMs();
		} catch (error) {
			onFailure(error);
		}
	}

	/** Fetches the keys unless that was tried a moment ago. Never rejects: only the presence of keys matters. */
	async function refresh(): Promise<void> {
		if (attempt === null) {
			if (isWithin(keys === null ? PAUSE_WITHOUT_KEYS_MS : PAUSE_MS, attemptedAtMs)) return;
			attemptedAtMs = clock.nowMs();
			attempt = fetchKeys().finally(() => {
				attempt = null;
			});
		}
		await attempt;
	}

	function pick(kid: string | null, algorithm: SignatureAlgorithm): CryptoKey | null {
		const fitting = keys?.filter((key) => key.algorithm === algorithm && (kid === null || key.kid === kid)) ?? [];
		return fitting.length === 1 ? (fitting[0]?.key ?? null) : null;
	}

	return {
		async find(kid, algorithm) {
			if (keys === null || !isWithin(KEYS_FRESH_MS, fetchedAtMs)) await refresh();
			const known = pick(kid, algorithm);
			if (known !== null) return known;
			await refresh();
			return keys === null ? undefined : pick(kid, algorithm);
		},
	};
}
