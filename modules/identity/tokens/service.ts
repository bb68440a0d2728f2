import type { KeyObject } from "node:crypto";
import { MINUTE_MS, systemClock } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { MAX_TOKEN_CHARS } from "#kernel/secrets";
import type { Core } from "#platform/module";
import { type CompactToken, parseCompact } from "./compact.ts";
import { invalidToken, tokenExpired } from "./errors.ts";
import { assertAccessToken, readExternalClaims } from "./external-token.ts";
import { KeyRing } from "./key-ring.ts";
import { OWN_CLAIMS, OWN_TYPE, type OwnClaims, readOwnClaims, toGuestClaims, toOwnClaims } from "./own-token.ts";
import type { ExternalIssuer, TokensLog } from "./ports.ts";
import { assertIssuedBefore, verifyOwnSignature, verifySignature } from "./signature.ts";
import { OWN_ALGORITHM, type PublicJwk } from "./signing-keys.ts";
import { cacheKeyOf, openTokenCache } from "./token-cache.ts";
import {
	ACCESS_TOKEN_SECONDS,
	CLOCK_SKEW_SECONDS,
	GUEST_TOKEN_SECONDS,
	type GuestSubject,
	MAX_KID_CHARS,
	type TokenContents,
	type TokenSubject,
} from "./tokens.ts";
import { VerifiedToken } from "./verified-token.ts";

/** Time for which a verification is cached: a key withdrawn by its issuer stops working within it. */
const CACHE_LIFETIME_MS = 10 * MINUTE_MS;

export interface TokensDeps extends Pick<Core, "store" | "clock" | "vault" | "caches"> {
	/** `iss` of our tokens: `PUBLIC_URL`. */
	readonly issuer: string;
	/** `aud` of our tokens. */
	readonly audience: string;
	/** Provider whose tokens are accepted too; null: only our own are. */
	readonly externalIssuer: ExternalIssuer | null;
	readonly log: TokensLog;
}

/** Issues and verifies access tokens: our own, and those of an external OIDC issuer. */
export interface TokensService {
	/**
	 * Loads the signing keys; the first start of an installation creates them. Until then no token is issued or accepted.
	 * @throws Error when they were sealed with another encryption key
	 */
	ready(): Promise<void>;
	/** Issues a token that is valid for {@link ACCESS_TOKEN_SECONDS}, and known from then on. */
	issue(subject: TokenSubject): Promise<{ token: string; expiresInSeconds: number }>;
	/** Issues a token for one meeting, valid for {@link GUEST_TOKEN_SECONDS} unless the meeting or the guest goes first. */
	issueToGuest(subject: GuestSubject): Promise<{ token: string; expiresInSeconds: number }>;
	/** Returns the contents of a token that was issued or verified recently; null for any other. @throws `token_expired` */
	recall(token: string): VerifiedToken | null;
	/**
	 * Returns the contents of a token that passes all checks on the token itself: as a promise only when a key has to be
	 * fetched first, or for a token of the provider that {@link TokensService.recall} does not know.
	 * @throws `unauthenticated`, `token_expired`; `unavailable` when the provider's keys cannot be fetched
	 */
	verify(token: string): VerifiedToken | Promise<VerifiedToken>;
	/**
	 * Returns the contents of an authentic token of ours, however long ago it expired: only to be used to end its session.
	 * Null for any other token, including those of another issuer.
	 */
	verifyExpired(token: string): Promise<TokenContents | null>;
	/** Returns the keys that verify our tokens (RFC 7517). */
	jwks(): { keys: PublicJwk[] };
	/**
	 * Replaces a key that has signed for 90 days. Called hourly by each process, which also loads the keys of the others.
	 */
	rotateIfDue(): Promise<void>;
	/** Replaces the signing key now; tokens signed with it stay valid. */
	rotate(): Promise<void>;
}

/** Creates the service for access tokens; call {@link TokensService.ready} first. */
export function createTokensService(deps: TokensDeps): TokensService {
	const { clock, issuer, audience, externalIssuer } = deps;
	if (externalIssuer?.issuer === issuer) throw new Error("the external issuer must not be this service");
	const keys = new KeyRing(deps);
	const cache = openTokenCache(deps.caches);

	/** Returns a kept token, if its verification is recent enough. @throws `token_expired` */
	function usable(known: VerifiedToken | undefined): VerifiedToken | null {
		const nowMs = clock.nowMs();
		if (known === undefined || Math.abs(nowMs - known.verifiedAtMs) >= CACHE_LIFETIME_MS) return null;
		if (nowMs >= known.expiresAtMs + CLOCK_SKEW_SECONDS * 1000) throw tokenExpired();
		return known;
	}

	function verify(token: string): VerifiedToken | Promise<VerifiedToken> {
		if (token.length > MAX_TOKEN_CHARS) throw invalidToken("too long");
		// Not counted as a use: whoever asks has tried to recall it.
		const known = usable(cache.peek(cacheKeyOf(token)));
		if (known !== null) return known;
		const nowMs = clock.nowMs();
		const contents = verifyUncached(token, nowMs);
		if (contents instanceof Promise) return contents.then((later) => keep(token, later, nowMs));
		return keep(token, contents, nowMs);
	}

	function keep(token: string, contents: TokenContents, nowMs: number): VerifiedToken {
		const verified = new VerifiedToken(contents, nowMs);
		cache.set(cacheKeyOf(token), verified);
		return verified;
	}

	/** Verifies a token by the rules of the issuer it states; no other issuer is ever consulted. */
	function verifyUncached(token: string, nowMs: number): TokenContents | Promise<TokenContents> {
		const compact = parseCompact(token);
		const { iss } = compact.claims;
		if (iss === issuer) return verifyOwn(token, compact, nowMs);
		if (externalIssuer !== null && iss === externalIssuer.issuer)
			return verifyExternal(externalIssuer, token, compact, nowMs);
		throw invalidToken("iss is not a known issuer");
	}

	function verifyOwn(token: string, compact: CompactToken, nowMs: number): TokenContents | Promise<TokenContents> {
		if (compact.header.typ !== OWN_TYPE) throw invalidToken("typ");
		const kid = kidOf(compact.header.kid);
		const verifyBy = (key: KeyObject | null): TokenContents => {
			if (key === null) throw invalidToken("kid is unknown");
			const expected = { key, algorithm: OWN_ALGORITHM, audience, claims: OWN_CLAIMS, nowMs };
			const claims = verifyOwnSignature(token, compact, expected);
			// The signing plugin sets `iat` by the system clock, so that is the clock to compare it with.
			assertIssuedBefore(systemClock.nowMs(), claims.iat);
			return readOwnClaims(claims, issuer);
		};
		const key = kid === null ? null : keys.find(kid);
		return key instanceof Promise ? key.then(verifyBy) : verifyBy(key);
	}

	async function verifyExternal(
		provider: ExternalIssuer,
		token: string,
		compact: CompactToken,
		nowMs: number,
	): Promise<TokenContents> {
		const algorithm = assertAccessToken(compact);
		const key = await provider.findKey(kidOf(compact.header.kid), algorithm);
		if (key === null) throw invalidToken("the provider has no such key");
		const expected = { ...provider, key, algorithm, claims: [], nowMs };
		const claims = await verifySignature(token, expected);
		assertIssuedBefore(nowMs, claims.iat);
		return readExternalClaims(claims, provider);
	}

	async function sign(claims: OwnClaims, nowMs: number): Promise<string> {
		const token = await keys.sign(claims);
		// Its first request is likely to be the next: it spares that the signature.
		keep(token, readOwnClaims({ ...claims, iat: undefined }, issuer), nowMs);
		return token;
	}

	return {
		ready: () => keys.rotateIfDue(),
		async issue(subject) {
			const nowMs = clock.nowMs();
			const token = await sign(toOwnClaims(subject, crypto.randomUUID(), issuer, audience, nowMs), nowMs);
			return { token, expiresInSeconds: ACCESS_TOKEN_SECONDS };
		},
		async issueToGuest(subject) {
			const nowMs = clock.nowMs();
			const token = await sign(toGuestClaims(subject, crypto.randomUUID(), issuer, audience, nowMs), nowMs);
			return { token, expiresInSeconds: GUEST_TOKEN_SECONDS };
		},
		recall: (token) => usable(cache.get(cacheKeyOf(token))),
		verify,
		async verifyExpired(token) {
			if (token.length > MAX_TOKEN_CHARS) return null;
			try {
				const compact = parseCompact(token);
				// At time 0 no token has expired.
				return compact.claims.iss === issuer ? await verifyOwn(token, compact, 0) : null;
			} catch (error) {
				if (error instanceof AppError) return null;
				throw error;
			}
		},
		jwks: () => ({ keys: keys.published() }),
		rotateIfDue: () => keys.rotateIfDue(),
		rotate: () => keys.rotate(),
	};
}

/** Returns the `kid` of a header, null when absent. @throws `unauthenticated` for one that is not to be looked up */
function kidOf(kid: unknown): string | null {
	if (kid === undefined) return null;
	if (typeof kid !== "string" || kid.length > MAX_KID_CHARS) throw invalidToken("kid");
	return kid;
}
