import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from "#kernel/jwk-set";
import type { Scope } from "#kernel/scopes";
import { fitName } from "#kernel/text";
import { ROLES } from "#modules/tenancy/permissions";
import type { CompactToken } from "./compact.ts";
import { invalidToken } from "./errors.ts";
import { knownScopes, stringsOf } from "./own-token.ts";
import type { ClaimNames, ExternalIssuer } from "./ports.ts";
import type { Claims } from "./signature.ts";
import type { TokenContents } from "./tokens.ts";

/** Claims of ID tokens (OpenID Connect Core §3), logout tokens and security events, never of access tokens. */
const NON_ACCESS_CLAIMS = ["nonce", "at_hash", "c_hash", "s_hash", "events"];
/** Values by which some providers mark other kinds of tokens in their claims. */
const NON_ACCESS_KINDS = new Set(["id", "refresh", "offline", "logout"]);

/**
 * Rejects tokens that cannot be access tokens of the provider, before their key is looked up.
 * @returns the algorithm stated in the header, one of those we accept
 * @throws `unauthenticated`
 */
export function assertAccessToken({ header, claims }: CompactToken): SignatureAlgorithm {
	const type = typeof header.typ === "string" ? header.typ.toLowerCase().replace(/^application\//, "") : "";
	if (type !== "at+jwt" && type !== "jwt") throw invalidToken("typ is neither at+jwt nor JWT");
	for (const name of NON_ACCESS_CLAIMS)
		if (Object.hasOwn(claims, name)) throw invalidToken(`${name}: not an access token`);
	for (const kind of [claims.typ, claims.token_use])
		if (typeof kind === "string" && NON_ACCESS_KINDS.has(kind.toLowerCase()))
			throw invalidToken(`${kind}: not an access token`);
	const algorithm = SIGNATURE_ALGORITHMS.find((known) => known === header.alg);
	if (algorithm === undefined) throw invalidToken("alg is not accepted");
	return algorithm;
}

/** The rights that an external provider grants a person. */
export interface ExternalGrant {
	/** null: no organization. */
	readonly orgId: string | null;
	/** A role of ours or `system_admin`; null: none known to us. */
	readonly role: string | null;
	readonly scopes: Scope[];
}

/** Reads the verified claims of a provider's token, which determine organization, role and scopes. */
export function readExternalClaims(claims: Claims, { issuer, claimNames }: ExternalIssuer): TokenContents {
	const { orgId, role, scopes } = readGrant(claims, claimNames);
	return {
		kind: "external",
		issuer,
		subject: claims.sub,
		rateLimitKey: `${issuer}|${claims.sub}`,
		sessionId: null,
		orgId,
		role,
		scopes,
		system: role === "system_admin",
		authMethods: stringsOf(claims.amr),
		name: nameIn(claims),
		expiresAtMs: claims.exp * 1000,
	};
}

/**
 * Reads the rights granted by a provider from the configured claims: an organization, the highest known role, known
 * scopes.
 */
export function readGrant(claims: Readonly<Record<string, unknown>>, names: ClaimNames): ExternalGrant {
	const orgId = claimAt(claims, names.orgId);
	const scope = claimAt(claims, names.scope);
	return {
		orgId: typeof orgId === "string" && orgId !== "" ? orgId : null,
		role: highestRole(claimAt(claims, names.role)),
		scopes: knownScopes(typeof scope === "string" ? scope.split(" ") : stringsOf(scope)),
	};
}

/** Returns the name of a person, by the standard claims of OpenID Connect Core §5.1; null: none that can be shown. */
function nameIn(claims: Readonly<Record<string, unknown>>): string | null {
	for (const stated of [claims.name, claims.preferred_username]) {
		const name = typeof stated === "string" ? fitName(stated) : null;
		if (name !== null) return name;
	}
	return null;
}

/** Returns the highest of one or more roles that we know; the provider's other roles are ignored. */
function highestRole(value: unknown): string | null {
	const given = typeof value === "string" ? [value] : stringsOf(value);
	return ["system_admin", ...ROLES].find((role) => given.includes(role)) ?? null;
}

/**
 * Returns the claim with this name or path. Names may contain dots (`https://example.com/role`,
 * `resource_access.my.app.roles`): the longest existing name is used at each level.
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
