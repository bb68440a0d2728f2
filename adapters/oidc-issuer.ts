import type { Clock } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { readKeySet } from "#kernel/jwk-set";
import { createKeySource, PAUSE_WITHOUT_KEYS_MS } from "#kernel/key-source";
import type { ClaimNames, ExternalIssuer, TokensLog } from "#modules/identity/tokens";
import { fetchJson } from "./fetch-json.ts";

/** Timeout of one attempt, discovery and keys together. */
const ATTEMPT_MS = 5_000;

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

/** Creates the source of the provider's keys, found by OpenID Connect Discovery; see {@link createKeySource}. */
export function createOidcIssuer(options: OidcIssuerOptions): ExternalIssuer {
	const { issuer, audience, claimNames, clock, log, attemptMs = ATTEMPT_MS } = options;
	const keys = createKeySource({
		clock,
		async load() {
			const signal = AbortSignal.timeout(attemptMs);
			return readKeySet(await fetchJson(await discover(issuer, signal), signal));
		},
		onFailure: (error) => log.warn("the keys of the OIDC provider could not be fetched", { error }),
	});

	return {
		issuer,
		audience,
		claimNames,
		async findKey(kid, algorithm) {
			const key = await keys.find(kid, algorithm);
			if (key !== undefined) return key;
			throw new AppError("unavailable", "The identity provider cannot be reached, so its tokens cannot be checked.", {
				retryAfterSeconds: PAUSE_WITHOUT_KEYS_MS / 1000,
			});
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
