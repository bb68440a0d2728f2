import { createInterner } from "#kernel/intern";
import type { GuestOf, Principal } from "#kernel/principal";
import { type Scope, withImplied } from "#kernel/scopes";
import { fitName } from "#kernel/text";
import type { TokenContents } from "#modules/identity/tokens";
import { isRole, ROLE_SCOPES } from "#modules/tenancy/permissions";
import type { LiveState } from "./live-state.ts";

const internMethods = createInterner<string>();

/**
 * The principal of a token, which knows the token, so that its rights can be read again. There is one for every token
 * in use: all have the same fields in the same order, and share what they have alike.
 */
export class TokenPrincipal implements Principal {
	readonly kind: "user" | "external" | "guest";
	readonly id: string;
	readonly orgId: string | null;
	readonly orgState: string | null;
	readonly orgVersion: number | null;
	readonly configurationId: string | null;
	readonly role: string | null;
	readonly scopes: ReadonlySet<Scope>;
	readonly system: boolean;
	readonly sessionId: string | null;
	readonly authMethods: readonly string[];
	readonly statedName: string | null;
	readonly locale: string | null;
	readonly guestOf: GuestOf | null;
	readonly isProvisional: boolean;
	readonly #token: TokenContents;
	readonly #endsAtMs: number;

	constructor(token: TokenContents, state: LiveState) {
		const { role, scopes, system, authMethods } = grantOf(token, state);
		this.kind = token.kind === "own" ? "user" : token.kind;
		this.id = idOf(token, state);
		this.orgId = token.orgId;
		this.orgState = state.orgState;
		this.orgVersion = state.orgVersion;
		this.configurationId = state.configurationId;
		this.role = role;
		this.scopes = scopes;
		this.system = system;
		this.sessionId = token.sessionId;
		this.authMethods = internMethods(authMethods);
		this.statedName = token.kind === "external" && state.userId === null ? nameOf(token) : null;
		this.locale = state.locale;
		this.guestOf = state.guestOf;
		this.isProvisional = state.isProvisional;
		this.#token = token;
		this.#endsAtMs = state.endsAtMs;
	}

	/** End of the session, Unix ms. */
	get endsAtMs(): number {
		return this.#endsAtMs;
	}

	/** Returns the token of a principal; null when it has none. */
	static tokenOf(principal: Principal): TokenContents | null {
		return #token in principal ? principal.#token : null;
	}
}

/** Returns the id of the caller; the token's own text where it is the same, which takes no memory. */
function idOf({ issuer, subject, kind, rateLimitKey }: TokenContents, { userId }: LiveState): string {
	if (kind === "guest") return subject;
	if (userId === null) return kind === "external" ? rateLimitKey : `${issuer}|${subject}`;
	return userId === subject ? subject : userId;
}

/** Returns the name of somebody of the provider; that of the token's subject where it states none. */
const nameOf = ({ name, subject }: TokenContents): string | null => name ?? fitName(subject);

type Grant = Pick<Principal, "role" | "scopes" | "system" | "authMethods">;

function grantOf(token: TokenContents, state: LiveState): Grant {
	if (token.kind === "guest") return GUEST_GRANT;
	return token.kind === "external" ? providerGrant(token) : sessionGrant(token, state);
}

/** What a guest may do follows from the meeting they are in, not from scopes. */
const GUEST_GRANT: Grant = { role: "guest", scopes: withImplied([]), system: false, authMethods: [] };

/** Returns the rights stated in the provider's token itself. */
function providerGrant({ role, scopes, system, authMethods }: TokenContents): Grant {
	const known = role !== null && isRole(role) ? role : null;
	return { role: system ? "system_admin" : known, scopes: withImplied(scopes), system, authMethods };
}

/** Returns the rights a token of ours was issued with, as far as the current role still grants them. */
function sessionGrant(
	{ scopes, system: wasSystem }: TokenContents,
	{ role: now, systemAdmin, authMethods }: LiveState,
): Grant {
	const system = wasSystem && systemAdmin;
	const role = system ? "system_admin" : now;
	const granted = role === null ? new Set<Scope>() : withImplied(ROLE_SCOPES[role]);
	return { role, scopes: withImplied(scopes.filter((scope) => granted.has(scope))), system, authMethods };
}
