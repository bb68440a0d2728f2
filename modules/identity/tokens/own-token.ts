import { isScope, type Scope } from "#kernel/scopes";
import { invalidToken } from "./errors.ts";
import type { Claims } from "./signature.ts";
import {
	ACCESS_TOKEN_SECONDS,
	GUEST_TOKEN_SECONDS,
	type GuestSubject,
	type TokenContents,
	type TokenSubject,
} from "./tokens.ts";

/** `typ` of our tokens (RFC 9068). */
export const OWN_TYPE = "at+jwt";
/** Claims of all our tokens, in addition to those required of every token. */
export const OWN_CLAIMS = ["iat", "jti", "sid", "scope", "amr"] as const;

/** Claims of a token of ours, without `iat`, which the signer adds. */
export type OwnClaims = ReturnType<typeof toOwnClaims> | ReturnType<typeof toGuestClaims>;

/** Returns the claims of a new token. @param id the token's `jti` */
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

/**
 * Returns the claims of a new token for a guest, whose participation is what a session is for others. @param id the
 * token's `jti`
 */
export function toGuestClaims(guest: GuestSubject, id: string, issuer: string, audience: string, nowMs: number) {
	return {
		iss: issuer,
		sub: guest.participantId,
		aud: audience,
		exp: Math.floor(nowMs / 1000) + GUEST_TOKEN_SECONDS,
		jti: id,
		sid: guest.participantId,
		org_id: guest.orgId,
		meeting_id: guest.meetingId,
		role: "guest",
		scope: "",
		amr: [],
	};
}

/** Reads the verified claims of a token of ours. @throws `unauthenticated` for claims that we would not have issued */
export function readOwnClaims(claims: Claims, issuer: string): TokenContents {
	requireString(claims.jti, "jti");
	const isGuest = stringOrNull(claims.meeting_id, "meeting_id") !== null;
	return {
		kind: isGuest ? "guest" : "own",
		issuer,
		subject: claims.sub,
		rateLimitKey: requireString(claims.sid, "sid"),
		sessionId: isGuest ? null : requireString(claims.sid, "sid"),
		orgId: stringOrNull(claims.org_id, "org_id"),
		role: stringOrNull(claims.role, "role"),
		scopes: knownScopes(requireString(claims.scope, "scope").split(" ")),
		system: claims.sys === true,
		authMethods: stringsOf(claims.amr),
		name: null,
		expiresAtMs: claims.exp * 1000,
	};
}

/** Returns the strings in an array; empty for any other value. */
export const stringsOf = (value: unknown): string[] =>
	Array.isArray(value) ? value.filter((member) => typeof member === "string") : [];

/** Returns the known scopes among these names, without duplicates. */
export const knownScopes = (names: readonly string[]): Scope[] => [...new Set(names.filter(isScope))];

function requireString(value: unknown, claim: string): string {
	if (typeof value !== "string") throw invalidToken(`${claim} is no text`);
	return value;
}

const stringOrNull = (value: unknown, claim: string): string | null =>
	value === undefined ? null : requireString(value, claim);
