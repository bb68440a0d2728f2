import type { Scope } from "#kernel/scopes";
import { ROLES } from "#modules/permissions";
import type { CompactToken } from "./compact.ts";
import { invalidToken } from "./errors.ts";
import { knownScopes, stringsOf } from "./own-token.ts";
import { type ClaimNames, EXTERNAL_ALGORITHMS, type ExternalAlgorithm, type ExternalIssuer } from "./ports.ts";
import type { Claims } from "./signature.ts";
import type { VerifiedToken } from "./tokens.ts";

/** Claims that belong to ID tokens (OpenID Connect Core §3), logout tokens and security events, never to access. */
const NON_ACCESS_CLAIMS = ["nonce", "at_hash", "c_hash", "s_hash", "events"];
/** How some providers mark in the claims what is no access token. */
const NON_ACCESS_KINDS = new Set(["id", "refresh", "offline", "logout"]);

/**
 * Refuses what cannot be an access token of the provider before anybody is asked for its key.
 * @returns the algorithm it claims to be signed with, one of those we accept
 * @throws `unauthenticated`
 */
export function assertAccessToken({ header, claims }: CompactToken): ExternalAlgorithm {
	const type = typeof header.typ === "string" ? header.typ.toLowerCase().replace(/^application\//, "") : "";
	if (type !== "at+jwt" && type !== "jwt") throw invalidToken("typ is neither at+jwt nor JWT");
	for (const name of NON_ACCESS_CLAIMS)
		if (Object.hasOwn(claims, name)) throw invalidToken(`${name}: not an access token`);
	for (const kind of [claims.typ, claims.token_use])
		if (typeof kind === "string" && NON_ACCESS_KINDS.has(kind.toLowerCase()))
			throw invalidToken(`${kind}: not an access token`);
	const algorithm = EXTERNAL_ALGORITHMS.find((known) => known === header.alg);
	if (algorithm === undefined) throw invalidToken("alg is not accepted");
	return algorithm;
}

/** What an outside provider says a person may do. */
export interface ExternalGrant {
	/** null: in no organization. */
	readonly orgId: string | null;
	/** One of ours or `system_admin`; null: none we know. */
	readonly role: string | null;
	readonly scopes: Scope[];
}

/** Reads the verified claims of a provider's token, which is the authority on organization, role and scope. */
export function readExternalClaims(claims: Claims, { issuer, claimNames }: ExternalIssuer): VerifiedToken {
	const { orgId, role, scopes } = readGrant(claims, claimNames);
	return {
		kind: "external",
		issuer,
		subject: claims.sub,
		tokenId: typeof claims.jti === "string" ? claims.jti : null,
		rateLimitKey: `${issuer}|${claims.sub}`,
		sessionId: null,
		orgId,
		role,
		scopes,
		system: role === "system_admin",
		authMethods: stringsOf(claims.amr),
		expiresAtMs: claims.exp * 1000,
	};
}

/** What a provider grants, by the claims the operator named: an organization, the strongest role we know, scopes we know. */
export function readGrant(claims: Readonly<Record<string, unknown>>, names: ClaimNames): ExternalGrant {
	const orgId = claimAt(claims, names.orgId);
	const scope = claimAt(claims, names.scope);
	return {
		orgId: typeof orgId === "string" && orgId !== "" ? orgId : null,
		role: strongestRole(claimAt(claims, names.role)),
		scopes: knownScopes(typeof scope === "string" ? scope.split(" ") : stringsOf(scope)),
	};
}

/** The strongest role we know of one or several; a provider's own roles beside them mean nothing to us. */
function strongestRole(value: unknown): string | null {
	const given = typeof value === "string" ? [value] : stringsOf(value);
	return ["system_admin", ...ROLES].find((role) => given.includes(role)) ?? null;
}

/**
 * The claim of that name, or at that path. Names may hold dots themselves (`https://example.com/role`,
 * `resource_access.my.app.roles`): the longest name that exists is taken at each level.
 */
function claimAt(value: unknown, name: string): unknown {
	if (typeof value !== "object" || value === null) return undefined;
	const members = value as Readonly<Record<string, unknown>>;
	if (Object.hasOwn(members, name)) return members[name];
	for (let dot = name.lastIndexOf("."); dot > 0; dot = name.lastIndexOf(".", dot - 1)) {
		const head = name.slice(0, dot);
		if (!Object.hasOwn(members, head)) continue;
		const found = claimAt(members[head], name.slice(dot + 1));
		if (found !== undefined) return found;
	}
	return undefined;
}
