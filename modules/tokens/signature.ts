import { errors, jwtVerify } from "jose";
import { invalidToken, tokenExpired } from "./errors.ts";
import { CLOCK_SKEW_SECONDS } from "./tokens.ts";

/** What a token has to be. */
export interface TokenRequirements {
	/** The one algorithm its key is for. */
	readonly algorithm: string;
	readonly key: CryptoKey;
	readonly issuer: string;
	readonly audience: string;
	/** Claims it must have beside `iss`, `aud`, `sub` and `exp`. */
	readonly claims: readonly string[];
	readonly nowMs: number;
}

/** Claims every accepted token has; the rest, by name, is anybody's guess. */
export interface Claims {
	readonly sub: string;
	/** Seconds since 1970. */
	readonly exp: number;
	/** Seconds since 1970; undefined when the issuer gives none. */
	readonly iat: number | undefined;
	readonly [name: string]: unknown;
}

/** Longest `sub` (OpenID Connect Core §2). */
const MAX_SUBJECT_CHARS = 255;
/** Largest instant a `Date` can hold, in seconds. */
const MAX_SECONDS = 8.64e12;

/**
 * The claims of a token whose signature, issuer, audience and times are as expected.
 * @throws `unauthenticated`; `token_expired` when its time is all that is wrong with it
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
 * jose looks at `iat` only together with a longest age, which we do not set.
 * @throws `unauthenticated` for a token from the future
 */
export function assertIssuedBefore(nowMs: number, iat: number | undefined): void {
	if (iat !== undefined && iat * 1000 > nowMs + CLOCK_SKEW_SECONDS * 1000) throw invalidToken("iat is ahead");
}
