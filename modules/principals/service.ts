import type { Db, Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { type Cached, DependencyCache } from "#kernel/dependency-cache";
import { AppError } from "#kernel/errors";
import { ANONYMOUS, type Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { type Scope, withImplied } from "#kernel/scopes";
import { isRole, ROLE_SCOPES } from "#modules/permissions";
import type { TokensService, VerifiedToken } from "#modules/tokens";
import { type LiveState, MAX_STATES } from "./live-state.ts";
import type { PresentedKey, ServiceKeys } from "./ports.ts";
import {
	type AuthorityRow,
	type ExternalAuthorityRow,
	lockOrganization,
	lockSessionAuthority,
	readExternalAuthority,
	readSessionAuthority,
} from "./repository.ts";

/** A parsed bearer token, not yet checked against live state. */
export type Credential = VerifiedToken | PresentedKey;

/** Dependencies of {@link createPrincipals}. */
export interface PrincipalsDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly tokens: TokensService;
	readonly keys: ServiceKeys;
	/** Whether cached state can be trusted: this process is the only writer, or is notified of the writes of others. */
	readonly isCacheCoherent: boolean;
}

/** Service created by {@link createPrincipals}. */
export type Principals = ReturnType<typeof createPrincipals>;

/**
 * Creates the service that resolves tokens to principals: the token's signature identifies the caller, the database
 * determines the current rights. Nothing is awaited for a token whose verification and state are cached.
 */
export function createPrincipals({ store, clock, tokens, keys, isCacheCoherent }: PrincipalsDeps) {
	const cache = new DependencyCache<LiveState>(isCacheCoherent, MAX_STATES);
	/** Last principal of each verified token; verified tokens are cached objects. */
	const principals = new WeakMap<VerifiedToken, { state: Cached<LiveState>; principal: Principal }>();
	/** Token of each principal, so that its rights can be read again. */
	const tokensByPrincipal = new WeakMap<Principal, VerifiedToken>();

	/**
	 * Parses a bearer token without database access: its content is authentic, but not yet checked against live state.
	 * @throws `unauthenticated` `token_expired` `unavailable`
	 */
	function readCredential(token: string): Credential | Promise<Credential> {
		return keys.recognizes(token) ? keys.read(token) : tokens.verify(token);
	}

	/**
	 * Resolves a credential to a principal.
	 * @param from `ip` is used only for an API key that is restricted to addresses
	 * @throws `unauthenticated` `token_revoked` `session_revoked`
	 */
	function resolve(credential: Credential, from: { readonly ip: string | null }): Principal | Promise<Principal> {
		return credential.kind === "key" ? keys.resolve(credential, from) : resolveToken(credential);
	}

	function resolveToken(verified: VerifiedToken): Principal | Promise<Principal> {
		const known = principals.get(verified);
		if (known && !known.state.isStale && clock.nowMs() < known.state.value.endsAtMs) return known.principal;
		return load(verified);
	}

	async function load(verified: VerifiedToken): Promise<Principal> {
		const key = `${verified.sessionId ?? `${verified.issuer}|${verified.subject}`} ${verified.orgId ?? "-"}`;
		const dependsOn = ({ userId }: LiveState) => [verified.orgId, verified.sessionId, userId];
		const state = cache.get(key) ?? (await cache.load(key, () => read(verified), dependsOn));
		const principal = toValidPrincipal(verified, state.value);
		if (!state.isStale) principals.set(verified, { state, principal });
		return principal;
	}

	/** Returns the principal of a valid token. @throws `session_revoked` `token_revoked` */
	function toValidPrincipal(verified: VerifiedToken, state: LiveState): Principal {
		if (state.refusal) throw revoked(state.refusal);
		if (clock.nowMs() >= state.endsAtMs) throw revoked("session_revoked");
		const principal = toPrincipal(verified, state);
		tokensByPrincipal.set(principal, verified);
		return principal;
	}

	async function read(verified: VerifiedToken): Promise<LiveState> {
		const { kind, sessionId, orgId } = verified;
		if (kind === "external") return externalState(await readExternalAuthority(store.db, verified));
		if (sessionId === null) return { ...EMPTY_STATE, refusal: "token_revoked" };
		return sessionState(verified, await readSessionAuthority(store, sessionId, orgId));
	}

	/** Reads the caller's current rights within a transaction. @throws `unauthenticated` `token_revoked` `session_revoked` */
	async function revalidate(tx: Db, context: RequestContext): Promise<Principal> {
		const { principal } = context;
		if (principal.kind === "anonymous") return principal;
		if (principal.kind === "service") return keys.revalidate(tx, principal, context);
		const verified = tokensByPrincipal.get(principal);
		if (!verified) throw new Error(`nobody knows where the principal ${principal.id} comes from`);
		const { kind, sessionId, orgId } = verified;
		if (kind === "external")
			return toValidPrincipal(verified, externalState(await readExternalAuthority(tx, verified)));
		return toValidPrincipal(verified, sessionState(verified, await lockSessionAuthority(tx, sessionId ?? "", orgId)));
	}

	/**
	 * Implements `Authority.currentAuthority` of platform/unit-of-work. As on arrival, a caller whose token is no longer valid
	 * is anonymous, which suffices for open operations.
	 */
	async function currentAuthority(tx: Db, context: RequestContext): Promise<Principal> {
		const { principal, tenant } = context;
		// The organization first: after waiting for the lock, the current state is read.
		const orgId = tenant ?? principal.orgId;
		if (orgId !== null) await lockOrganization(tx, orgId, tenant !== null);
		let refusal: AppError | null = null;
		const now = await revalidate(tx, context).catch((error: unknown) => {
			if (!(error instanceof AppError)) throw error;
			refusal = error;
			return ANONYMOUS;
		});
		try {
			context.authorize?.(now);
		} catch (error) {
			throw refusal ?? error;
		}
		return now;
	}

	return {
		readCredential,
		resolve,
		currentAuthority,
		/** Drops cached state that depends on these organizations, users or sessions. */
		invalidate: (ids: readonly string[]) => cache.invalidate(ids),
		/** Drops all cached state, e.g. when messages of other instances may have been missed. */
		clear: () => cache.clear(),
	};
}

const EMPTY_STATE: LiveState = {
	refusal: null,
	endsAtMs: Number.POSITIVE_INFINITY,
	userId: null,
	systemAdmin: false,
	role: null,
	orgState: null,
	orgVersion: null,
	authMethods: [],
};

function sessionState(verified: VerifiedToken, row: AuthorityRow | undefined): LiveState {
	if (!row || row.revokedAtMs !== null) return { ...EMPTY_STATE, refusal: "session_revoked" };
	const isMember = verified.orgId === null || row.role !== null || row.systemAdmin;
	const isGone =
		row.userState !== "active" || !isMember || row.orgState === "deleted" || (verified.system && !row.systemAdmin);
	return {
		refusal: isGone ? "token_revoked" : null,
		endsAtMs: row.expiresAtMs,
		userId: row.userId,
		systemAdmin: row.systemAdmin,
		role: row.role,
		orgState: row.orgState,
		orgVersion: row.orgVersion,
		authMethods: row.authMethods,
	};
}

/** Returns the state of an external token: the provider is the authority; only organization and linked user are ours. */
function externalState(row: ExternalAuthorityRow): LiveState {
	const isGone = (row.userState !== null && row.userState !== "active") || row.orgState === "deleted";
	return {
		...EMPTY_STATE,
		refusal: isGone ? "token_revoked" : null,
		userId: row.userId,
		orgState: row.orgState,
		orgVersion: row.orgVersion,
	};
}

function toPrincipal(verified: VerifiedToken, state: LiveState): Principal {
	const { kind, orgId, sessionId } = verified;
	const where = {
		id: state.userId ?? `${verified.issuer}|${verified.subject}`,
		orgId,
		orgState: state.orgState,
		orgVersion: state.orgVersion,
		sessionId,
	};
	return kind === "external"
		? { kind, ...where, ...providerGrant(verified) }
		: { kind: "user", ...where, ...sessionGrant(verified, state) };
}

type Grant = Pick<Principal, "role" | "scopes" | "system" | "authMethods">;

/** Returns the rights stated in the provider's token itself: the cached state is shared by all tokens of its subject. */
function providerGrant({ role, scopes, system, authMethods }: VerifiedToken): Grant {
	const known = role !== null && isRole(role) ? role : null;
	return { role: system ? "system_admin" : known, scopes: withImplied(scopes), system, authMethods };
}

/** Returns the rights a token of ours was issued with, as far as the current role still grants them. */
function sessionGrant(
	{ scopes, system: wasSystem }: VerifiedToken,
	{ role: now, systemAdmin, authMethods }: LiveState,
): Grant {
	const system = wasSystem && systemAdmin;
	const role = system ? "system_admin" : now;
	const granted = role === null ? new Set<Scope>() : withImplied(ROLE_SCOPES[role]);
	return { role, scopes: withImplied(scopes.filter((scope) => granted.has(scope))), system, authMethods };
}

const revoked = (code: "session_revoked" | "token_revoked"): AppError =>
	new AppError(
		code,
		code === "session_revoked"
			? "The session was ended; sign in again."
			: "The access behind this token is gone; sign in again.",
	);
