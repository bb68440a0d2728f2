import { errors, jwtVerify } from "jose";
import { invalidToken, tokenExpired } from "./errors.ts";
import { CLOCK_SKEW_SECONDS } from "./tokens.ts";

/** Requirements on a token. */
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
	const { sub, exp, iat } = payload;
	if (typeof sub !== "string" || sub === "" || sub.length > MAX_SUBJECT_CHARS) throw invalidToken("sub");
	if (typeof exp !== "number" || exp > MAX_SECONDS) throw invalidToken("exp");
	return { ...payload, sub, exp, iat };
}

/**
 * Asserts that a token was not issued in the future: jose checks `iat` only together with a maximum age, which we do not set.
 * @throws `unauthenticated` for a token from the future
 */
export function assertIssuedBefore(nowMs: number, iat: number | undefined): void {
	if (iat !== undefined && iat * 1000 > nowMs + CLOCK_SKEW_SECONDS * 1000) throw invalidToken("iat is ahead");
}
