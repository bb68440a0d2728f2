import { type KeyObject, verify } from "node:crypto";
import { errors, jwtVerify } from "jose";
import type { CompactToken } from "./compact.ts";
import { invalidToken, tokenExpired } from "./errors.ts";
import { CLOCK_SKEW_SECONDS } from "./tokens.ts";

/** Requirements on a token of another issuer. */
export interface TokenRequirements {
	/** The only algorithm its key is intended for. */
	readonly algorithm: string;
	readonly key: CryptoKey;
	readonly issuer: string;
	readonly audience: string;
	/** Claims required in addition to `iss`, `aud`, `sub` and `exp`. */
	readonly claims: readonly string[];
	readonly nowMs: number;
}

/** Requirements on a token of ours. */
export interface OwnRequirements {
	/** An Ed25519 key. */
	readonly key: KeyObject;
	/** `alg` of its tokens. */
	readonly algorithm: string;
	readonly audience: string;
	/** Claims required in addition to `aud`, `sub` and `exp`. */
	readonly claims: readonly string[];
	readonly nowMs: number;
}

/** Claims of an accepted token; all others are untyped. */
export interface Claims {
	readonly sub: string;
	/** Seconds since 1970. */
	readonly exp: number;
	/** Seconds since 1970; undefined when absent. */
	readonly iat: number | undefined;
	readonly [name: string]: unknown;
}

/** Maximum length of `sub` (OpenID Connect Core §2). */
const MAX_SUBJECT_CHARS = 255;
/** Latest time that a `Date` can represent, in seconds. */
const MAX_SECONDS = 8.64e12;

/**
 * Verifies signature, issuer, audience and times of a token and returns its claims.
 * @throws `unauthenticated`; `token_expired` when it is valid except for its expiry
 */
export async function verifySignature(token: string, expected: TokenRequirements): Promise<Claims> {
	const { payload } = await jwtVerify(token, expected.key, {
		algorithms: [expected.algorithm],
		issuer: expected.issuer,
		audience: expected.audience,
		requiredClaims: ["iss", "aud", "sub", "exp", ...expected.claims],
		clockTolerance: CLOCK_SKEW_SECONDS,
		currentDate: new Date(expected.nowMs),
	}).catch((error: unknown) => {
		throw error instanceof errors.JWTExpired ? tokenExpired() : invalidToken(error);
	});
	return checkedClaims(payload);
}

/**
 * Verifies signature, audience and times of a token in our name and returns its claims; its issuer has been compared
 * already. Every new token passes here, and so does every forged one: `jwtVerify` takes 136 µs of CPU because of its way
 * through WebCrypto and promises, this 80, nearly all of it the signature.
 * @throws `unauthenticated`; `token_expired` when it is valid except for its expiry
 */
export function verifyOwnSignature(token: string, { header, claims }: CompactToken, expected: OwnRequirements): Claims {
	if (header.alg !== expected.algorithm) throw invalidToken("alg");
	const end = token.lastIndexOf(".");
	const signature = Buffer.from(token.slice(end + 1), "base64url");
	// The algorithm is that of the key, whatever the token says.
	if (!verify(null, Buffer.from(token.slice(0, end)), expected.key, signature)) throw invalidToken("signature");
	for (const name of expected.claims) if (!Object.hasOwn(claims, name)) throw invalidToken(`no ${name}`);
	if (claims.aud !== expected.audience) throw invalidToken("aud");
	// We issue none.
	if (claims.nbf !== undefined) throw invalidToken("nbf");
	const checked = checkedClaims(claims);
	if (checked.exp <= Math.floor(expected.nowMs / 1000) - CLOCK_SKEW_SECONDS) throw tokenExpired();
	return checked;
}

/** Returns claims whose types and sizes are right. @throws `unauthenticated` */
function checkedClaims(claims: Readonly<Record<string, unknown>>): Claims {
	const { sub, exp, iat } = claims;
	if (typeof sub !== "string" || sub === "" || sub.length > MAX_SUBJECT_CHARS) throw invalidToken("sub");
	if (typeof exp !== "number" || exp > MAX_SECONDS) throw invalidToken("exp");
	if (iat !== undefined && typeof iat !== "number") throw invalidToken("iat");
	return { ...claims, sub, exp, iat };
}

/**
 * Asserts that a token was not issued in the future: jose checks `iat` only together with a maximum age, which we do not set.
 * @throws `unauthenticated` for a token from the future
 */
export function assertIssuedBefore(nowMs: number, iat: number | undefined): void {
	if (iat !== undefined && iat * 1000 > nowMs + CLOCK_SKEW_SECONDS * 1000) throw invalidToken("iat is ahead");
}
