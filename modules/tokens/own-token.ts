import { isScope, type Scope } from "#kernel/scopes";
import { invalidToken } from "./errors.ts";
import type { Claims } from "./signature.ts";
import { ACCESS_TOKEN_SECONDS, type TokenSubject, type VerifiedToken } from "./tokens.ts";

/** `typ` of our tokens (RFC 9068). */
export const OWN_TYPE = "at+jwt";
/** Claims each of our tokens has beside those of every token. */
export const OWN_CLAIMS = ["iat", "jti", "sid", "scope", "amr"] as const;

/** Claims of a token of ours, without `iat`: the signer adds it. */
export type OwnClaims = ReturnType<typeof toOwnClaims>;

/** @param id the token's own id: `jti` */
export function toOwnClaims(subject: TokenSubject, id: string, issuer: string, audience: string, nowMs: number) {
	return {
		iss: issuer,
		sub: subject.userId,
		aud: audience,
		exp: Math.floor(nowMs / 1000) + ACCESS_TOKEN_SECONDS,
		jti: id,
		sid: subject.sessionId,
		...(subject.orgId !== null && { org_id: subject.orgId }),
		...(subject.role !== null && { role: subject.role }),
		scope: subject.scopes.join(" "),
		amr: [...subject.authMethods],
		...(subject.system && { sys: true }),
	};
}

/** Reads the verified claims of a token of ours. @throws `unauthenticated` when they are none we would have written */
export function readOwnClaims(claims: Claims, issuer: string): VerifiedToken {
	return {
		kind: "own",
		issuer,
		subject: claims.sub,
		tokenId: text(claims.jti, "jti"),
		rateLimitKey: text(claims.sid, "sid"),
		sessionId: text(claims.sid, "sid"),
		orgId: textOrNull(claims.org_id, "org_id"),
		role: textOrNull(claims.role, "role"),
		scopes: knownScopes(text(claims.scope, "scope").split(" ")),
		system: claims.sys === true,
		authMethods: textsOf(claims.amr),
		expiresAtMs: claims.exp * 1000,
	};
}

/** The members of an array that are text; empty for anything else. */
export const textsOf = (value: unknown): string[] =>
	Array.isArray(value) ? value.filter((member) => typeof member === "string") : [];

/** The scopes we know, each once. */
export const knownScopes = (names: readonly string[]): Scope[] => [...new Set(names.filter(isScope))];

function text(value: unknown, claim: string): string {
	if (typeof value !== "string") throw invalidToken(`${claim} is no text`);
	return value;
}

const textOrNull = (value: unknown, claim: string): string | null => (value === undefined ? null : text(value, claim));
