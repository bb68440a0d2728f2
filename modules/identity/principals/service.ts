import type { Db, ReadDb } from "#db/store";
import { AppError } from "#kernel/errors";
import { ANONYMOUS, accountIdOf, type Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { withImplied } from "#kernel/scopes";
import { type TokenContents, type TokensService, tokenExpired, type VerifiedToken } from "#modules/identity/tokens";
import { ROLE_SCOPES } from "#modules/tenancy/permissions";
import type { Core } from "#platform/module";
import { EMPTY_STATE, externalState, guestState, type LiveState, type Refusal, sessionState } from "./live-state.ts";
import type { PresentedKey, ServiceKeys } from "./ports.ts";
import {
	lockGuestAuthority,
	lockOrganization,
	lockSessionAuthority,
	readExternalAuthority,
	readGuestAuthority,
	readPerson,
	readSessionAuthority,
} from "./repository.ts";
import { TokenPrincipal } from "./token-principal.ts";

/** A parsed bearer token, not yet checked against live state. */
export type Credential = VerifiedToken | PresentedKey;

export interface PrincipalsDeps extends Pick<Core, "store" | "clock" | "caches"> {
	readonly tokens: TokensService;
	readonly keys: ServiceKeys;
}

export type Principals = ReturnType<typeof createPrincipals>;

/**
 * Creates the service that resolves tokens to principals: the token's signature identifies the caller, the database
 * determines the current rights. Nothing is awaited for a token whose verification and state are cached.
 */
export function createPrincipals({ store, clock, tokens, keys, caches }: PrincipalsDeps) {
	const { dependencies } = caches;
	const uses = caches.count("live_state");

	/**
	 * Returns the credential of a bearer token that was accepted recently, from memory; null for any other.
	 * @throws `token_expired`
	 */
	function recall(token: string): Credential | null {
		return keys.recognizes(token) ? keys.recall(token) : tokens.recall(token);
	}

	/** Returns the kind of a bearer token, by its form. */
	const kindOf = (token: string): "key" | "token" => (keys.recognizes(token) ? "key" : "token");

	/**
	 * Verifies any other bearer token: the signature of an access token, the form of an API key. Neither is checked against
	 * live state.
	 * @throws `unauthenticated` `token_expired` `unavailable`
	 */
	async function verify(token: string): Promise<Credential> {
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

	/** The state is kept with the verified token: one entry for all there is to know about a caller. */
	function resolveToken(verified: VerifiedToken): Principal | Promise<Principal> {
		const { resolved } = verified;
		if (resolved === null || resolved.isStale) return load(verified);
		uses.hits++;
		return toValid(resolved.value as TokenPrincipal | Refusal);
	}

	async function load(verified: VerifiedToken): Promise<Principal> {
		uses.misses++;
		const mark = dependencies.mark();
		const state = await read(verified);
		const result = state.refusal ?? new TokenPrincipal(verified, state);
		// A guest depends on rows that nobody announces to change; there are few of them, for a short time.
		if (verified.kind === "guest") return toValid(result);
		const resolved = dependencies.track(mark, result, [verified.orgId, verified.sessionId, state.userId]);
		if (!resolved.isStale) verified.resolved = resolved;
		return toValid(result);
	}

	/** @throws `session_revoked` `token_revoked` */
	function toValid(result: TokenPrincipal | Refusal): TokenPrincipal {
		if (typeof result === "string") throw revoked(result);
		if (clock.nowMs() >= result.endsAtMs) throw revoked("session_revoked");
		return result;
	}

	async function read(verified: TokenContents): Promise<LiveState> {
		const { kind, sessionId, orgId } = verified;
		if (kind === "external") return externalState(await readExternalAuthority(store.db, verified));
		if (kind === "guest") return guestState(await readGuestAuthority(store, orgId ?? "", verified.subject));
		if (sessionId === null) return { ...EMPTY_STATE, refusal: "token_revoked" };
		return sessionState(verified, await readSessionAuthority(store, sessionId, orgId));
	}

	async function lock(tx: Db, verified: TokenContents): Promise<LiveState> {
		const { kind, sessionId, orgId } = verified;
		if (kind === "external") return externalState(await readExternalAuthority(tx, verified));
		if (kind === "guest") return guestState(await lockGuestAuthority(tx, orgId ?? "", verified.subject));
		return sessionState(verified, await lockSessionAuthority(tx, sessionId ?? "", orgId));
	}

	/** Reads the caller's current rights within a transaction. @throws `unauthenticated` `token_revoked` `session_revoked` */
	async function revalidate(tx: Db, context: RequestContext): Promise<Principal> {
		const { principal } = context;
		if (principal.kind === "anonymous") return principal;
		if (principal.kind === "service") return keys.revalidate(tx, principal, context);
		const verified = TokenPrincipal.tokenOf(principal);
		if (verified === null) throw new Error(`the principal ${principal.id} has no known origin`);
		const state = await lock(tx, verified);
		return toValid(state.refusal ?? new TokenPrincipal(verified, state));
	}

	/**
	 * Implements `Authority.currentAuthority` of platform/unit-of-work. As on arrival, a caller whose token is no longer valid
	 * is anonymous, which suffices for open operations.
	 */
	async function currentAuthority(tx: Db, context: RequestContext, locksOrganization: boolean): Promise<Principal> {
		const { principal, tenant } = context;
		// The organization first: after waiting for the lock, the current state is read.
		const orgId = tenant ?? principal.orgId;
		const locked = orgId === null ? null : lockOrganization(tx, orgId, locksOrganization || tenant !== null);
		let refusal: AppError | null = null;
		const current = revalidate(tx, context).catch((error: unknown) => {
			if (!(error instanceof AppError)) throw error;
			refusal = error;
			return ANONYMOUS;
		});
		const [now] = await Promise.all([current, locked]);
		try {
			context.authorize?.(now);
		} catch (error) {
			throw refusal ?? error;
		}
		return now;
	}

	/**
	 * Returns what identifies a caller beyond their request, as text: for something that they are handed, and that works as
	 * long as they have the right to it, and not after {@link endOf}. To be sealed, since whoever makes such a text is that
	 * caller.
	 */
	function identify(principal: Principal): string {
		const key = keys.originOf(principal);
		const lasting = key ?? TokenPrincipal.tokenOf(principal);
		if (lasting === null) throw new Error(`the principal ${principal.id} has no known origin`);
		return JSON.stringify(lasting);
	}

	/**
	 * Returns the caller whom {@link identify} identified, with the rights they hold now.
	 * @param from see {@link resolve}
	 * @throws `unauthenticated` `token_expired` `token_revoked` `session_revoked`
	 */
	async function recognize(identified: string, from: { readonly ip: string | null }): Promise<Principal> {
		const lasting: TokenContents | PresentedKey = JSON.parse(identified);
		if (lasting.kind === "key") return keys.resolve(lasting, from);
		if (clock.nowMs() >= endOfToken(lasting)) throw tokenExpired();
		const state = await read(lasting);
		return toValid(state.refusal ?? new TokenPrincipal(lasting, state));
	}

	/**
	 * Returns when what a caller holds ends by itself, Unix ms: their session, key or token. Whatever they are handed or have
	 * opened ends then. Infinity: it does not.
	 */
	function endOf(principal: Principal): number {
		const token = TokenPrincipal.tokenOf(principal);
		if (token === null) return keys.endOf(principal);
		return Math.min((principal as TokenPrincipal).endsAtMs, endOfToken(token));
	}

	/**
	 * Returns a person or an API key with the rights they hold in an organization now, by whatever they sign in: for what they
	 * have made, and what works as long as they have the right to it. Null: none; somebody of the provider is known by their
	 * token alone, see {@link identify}.
	 */
	async function standingOf(db: ReadDb, orgId: string, id: string): Promise<Principal | null> {
		if (accountIdOf(id) === null) return keys.find(db, orgId, id);
		const person = await readPerson(db, { orgId, userId: id });
		if (person?.state !== "active") return null;
		const role = person.systemAdmin ? "system_admin" : person.role;
		if (role === null) return null;
		const scopes = withImplied(ROLE_SCOPES[role]);
		return { ...ANONYMOUS, kind: "user", id, orgId, role, scopes, system: person.systemAdmin };
	}

	/** Whether a session was neither signed out nor revoked. When it ends by itself is said by {@link endOf}. */
	async function isSignedIn(sessionId: string): Promise<boolean> {
		const row = await readSessionAuthority(store, sessionId, null);
		return row !== undefined && row.revokedAtMs === null;
	}

	/** Returns the holder of an access token of ours. @throws `unauthenticated` `token_expired` `token_revoked` */
	const holderOf = async (token: string): Promise<Principal> => resolve(await verify(token), { ip: null });

	return {
		recall,
		kindOf,
		verify,
		resolve,
		currentAuthority,
		identify,
		recognize,
		endOf,
		standingOf,
		isSignedIn,
		holderOf,
	};
}

/**
 * Returns when a token itself ends what was made with it, Unix ms. A session of ours outlives its tokens, which are
 * refreshed; a provider vouches for its people by each token alone, and a guest has no other than theirs.
 */
const endOfToken = ({ kind, expiresAtMs }: TokenContents): number =>
	kind === "own" ? Number.POSITIVE_INFINITY : expiresAtMs;

const revoked = (code: Refusal): AppError =>
	new AppError(
		code,
		code === "session_revoked"
			? "The session was ended; sign in again."
			: "The access this token stands for has been withdrawn; sign in again.",
	);
