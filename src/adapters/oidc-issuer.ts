import { importJWK, type JWK } from "jose";
import { type Clock, MINUTE_MS } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import {
	type ClaimNames,
	EXTERNAL_ALGORITHMS,
	type ExternalAlgorithm,
	type ExternalIssuer,
	type TokensLog,
} from "#modules/tokens";
import { fetchJson } from "./fetch-json.ts";

/** Time for which the provider's keys are used before they are fetched again. */
const KEYS_FRESH_MS = 10 * MINUTE_MS;
/** Minimum interval between two attempts, so that invented `kid`s cannot make us fetch more often. */
const PAUSE_MS = 30_000;
/** The same while there are no keys at all, when every token of the provider gets a 503. */
const PAUSE_WITHOUT_KEYS_MS = 5_000;
/** Timeout of one attempt, discovery and keys together. */
const ATTEMPT_MS = 5_000;
/** Maximum number of keys read from one set. */
const MAX_KEYS = 100;

/** Options of {@link createOidcIssuer}. */
export interface OidcIssuerOptions {
	/** https, or http on loopback; exactly as in `iss`. */
	readonly issuer: string;
	readonly audience: string;
	readonly claimNames: ClaimNames;
	readonly clock: Clock;
	readonly log: TokensLog;
	/** For tests; default 5,000. */
	readonly attemptMs?: number;
}

interface ProviderKey {
	/** Null when the provider names none. */
	readonly kid: string | null;
	readonly algorithm: ExternalAlgorithm;
	readonly key: CryptoKey;
}

/**
 * Creates the source of the provider's keys, found by OpenID Connect Discovery. They are fetched on the first token and
 * refreshed after 10 minutes and for an unknown `kid`, by a single attempt that all callers share, at most once in 30
 * seconds. The last good keys stay in use while the provider is down or its response is invalid.
 */
export function createOidcIssuer(options: OidcIssuerOptions): ExternalIssuer {
	const { issuer, audience, claimNames, clock, log, attemptMs = ATTEMPT_MS } = options;
	let keys: readonly ProviderKey[] | null = null;
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

	/** Fetches the keys unless that was tried a moment ago. Never rejects: only the presence of keys matters. */
	async function refresh(): Promise<void> {
		if (attempt === null) {
			if (isWithin(keys === null ? PAUSE_WITHOUT_KEYS_MS : PAUSE_MS, attemptedAtMs)) return;
			attemptedAtMs = clock.nowMs();
			attempt = load().finally(() => {
				attempt = null;
			});
		}
		await attempt;
	}

	async function load(): Promise<void> {
		try {
			const signal = AbortSignal.timeout(attemptMs);
			const jwksUri = await discover(issuer, signal);
			keys = await readKeys(await fetchJson(jwksUri, signal));
			fetchedAtMs = clock.nowMs();
		} catch (error) {
			log.warn("the keys of the OIDC provider could not be fetched", { error });
		}
	}

	function pick(kid: string | null, algorithm: ExternalAlgorithm): CryptoKey | null {
		const fitting = keys?.filter((key) => key.algorithm === algorithm && (kid === null || key.kid === kid)) ?? [];
		return fitting.length === 1 ? (fitting[0]?.key ?? null) : null;
	}

	return {
		issuer,
		audience,
		claimNames,
		async findKey(kid, algorithm) {
			if (keys === null || !isWithin(KEYS_FRESH_MS, fetchedAtMs)) await refresh();
			const known = pick(kid, algorithm);
			if (known !== null) return known;
			await refresh();
			if (keys === null)
				throw new AppError("unavailable", "The identity provider cannot be reached, so its tokens cannot be checked.", {
					retryAfterSeconds: PAUSE_WITHOUT_KEYS_MS / 1000,
				});
			return pick(kid, algorithm);
		},
	};
}

/** Returns the URL of the provider's keys. @throws Error when the document is not that of the issuer */
async function discover(issuer: string, signal: AbortSignal): Promise<string> {
	const document = await fetchJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, signal);
	if (document.issuer !== issuer) throw new Error("the discovery document names a different issuer");
	const jwksUri = document.jwks_uri;
	if (typeof jwksUri !== "string") throw new Error("the discovery document has no jwks_uri");
	const isSecure = jwksUri.startsWith("https://");
	if (!isSecure && !(jwksUri.startsWith("http://") && issuer.startsWith("http://")))
		throw new Error("jwks_uri must be https");
	return jwksUri;
}

/**
 * Returns the keys of a set that are usable for verification. @throws Error when there are none, so that the last good
 * ones stay
 */
async function readKeys(document: Readonly<Record<string, unknown>>): Promise<ProviderKey[]> {
	const { keys } = document;
	if (!Array.isArray(keys)) throw new Error("the key set has no keys");
	const usable: ProviderKey[] = [];
	for (const jwk of keys.slice(0, MAX_KEYS) as unknown[])
		for (const algorithm of algorithmsOf(jwk)) {
			const key = await importKey(jwk as JWK, algorithm);
			const kid = (jwk as JWK).kid ?? null;
			if (key !== null) usable.push({ kid, algorithm, key });
		}
	if (usable.length === 0) throw new Error("the key set contains no usable key");
	return usable;
}

/** Key type required by each algorithm. */
const KEY_TYPES: Readonly<Record<ExternalAlgorithm, { readonly kty: string; readonly crv?: string }>> = {
	RS256: { kty: "RSA" },
	PS256: { kty: "RSA" },
	ES256: { kty: "EC", crv: "P-256" },
	EdDSA: { kty: "OKP", crv: "Ed25519" },
};

/** Returns the algorithms a key is for: those of its type and curve, narrowed by its `alg`. None for any other use. */
function algorithmsOf(value: unknown): readonly ExternalAlgorithm[] {
	if (typeof value !== "object" || value === null) return [];
	const jwk = value as Readonly<Record<string, unknown>>;
	if (jwk.use !== undefined && jwk.use !== "sig") return [];
	if (jwk.key_ops !== undefined && !(Array.isArray(jwk.key_ops) && jwk.key_ops.includes("verify"))) return [];
	if (jwk.kid !== undefined && typeof jwk.kid !== "string") return [];
	const able = EXTERNAL_ALGORITHMS.filter((algorithm) => {
		const { kty, crv } = KEY_TYPES[algorithm];
		return jwk.kty === kty && (crv === undefined || jwk.crv === crv);
	});
	return jwk.alg === undefined ? able : able.filter((algorithm) => algorithm === jwk.alg);
}

/** Imports a public key; null when it is malformed, so that one bad key does not invalidate the set. */
async function importKey(jwk: JWK, algorithm: ExternalAlgorithm): Promise<CryptoKey | null> {
	const { kty, crv, x, y, n, e } = jwk;
	const key = await importJWK({ kty, crv, x, y, n, e } as JWK, algorithm).catch(() => null);
	return key instanceof Uint8Array ? null : key;
}
