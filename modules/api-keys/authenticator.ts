import type { Db, Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { DependencyCache } from "#kernel/dependency-cache";
import { isWithin, type Network, parseIpAddress, readNetwork } from "#kernel/ip-address";
import { createLruCache } from "#kernel/lru-cache";
import { ANONYMOUS, type Principal } from "#kernel/principal";
import { withImplied } from "#kernel/scopes";
import { sha256Hex } from "#kernel/secrets";
import { invalidKey } from "./errors.ts";
import { looksLikeKey, organizationOfKey } from "./key.ts";
import { type KeyAuthorityRow, lockKeyAuthority, readKeyAuthority } from "./repository.ts";
import { createUsageRecorder, type TrackedKey } from "./usage.ts";

/** Maximum number of cached keys. */
const MAX_KEYS = 10_000;

/** Dependencies of {@link createKeyAuthenticator}. */
export interface KeyAuthenticatorDeps {
	readonly store: Store;
	readonly clock: Clock;
	/** Whether cached state can be trusted: this process is the only writer, or is notified of all other writes. */
	readonly isCacheCoherent: boolean;
}

/** See {@link createKeyAuthenticator}. */
export type KeyAuthenticator = ReturnType<typeof createKeyAuthenticator>;

/** A key as presented by a client, not verified yet; `rateLimitKey` is its hash. */
interface PresentedKey {
	readonly kind: "key";
	readonly orgId: string;
	readonly rateLimitKey: string;
	readonly isUnverified: boolean;
}

/** The stored state of a key. */
interface KeyState extends TrackedKey {
	readonly principal: Principal;
	/** Expiry, Unix ms; `Infinity`: never. */
	readonly expiresAtMs: number;
	/** Networks it can be used from; empty: any. */
	readonly networks: readonly Network[];
}

/**
 * Creates the authenticator that resolves API keys to principals of kind `service`, checked against live state. Nothing
 * is awaited for a key whose state is cached. A key belongs to the organization, so it outlives its maker's membership.
 */
export function createKeyAuthenticator({ store, clock, isCacheCoherent }: KeyAuthenticatorDeps) {
	const cache = new DependencyCache<KeyState>(isCacheCoherent, MAX_KEYS);
	const usage = createUsageRecorder(store);
	/** Hashes of the keys that were valid at their last lookup, even without a coherent cache. */
	const validHashes = createLruCache<true>(MAX_KEYS);
	/** The key of each principal, so that its state can be read again. */
	const origins = new WeakMap<Principal, { readonly orgId: string; readonly hash: string }>();

	/** Creates the state of a key and remembers the origin of its principal. @throws `unauthenticated` */
	function register(orgId: string, hash: string, row: KeyAuthorityRow | undefined): KeyState {
		const state = toState(orgId, hash, row);
		origins.set(state.principal, { orgId, hash });
		return state;
	}

	async function load(orgId: string, hash: string): Promise<KeyState> {
		// Unknown keys are not cached, since made-up keys must not evict real ones.
		const read = async () => register(orgId, hash, await readKeyAuthority(store, orgId, hash));
		const { value } = await cache.load(hash, read, ({ id }) => [orgId, id]);
		return value;
	}

	/** @throws `unauthenticated` for a key that has expired, or is used from a network that is not allowed */
	function assertUsable(key: KeyState, from: { readonly ip: string | null }, nowMs: number): void {
		if (nowMs >= key.expiresAtMs) throw invalidKey();
		if (key.networks.length > 0 && !isWithin(key.networks, parseIpAddress(from.ip))) throw invalidKey();
	}

	function useKey(key: KeyState, from: { readonly ip: string | null }): Principal {
		const nowMs = clock.nowMs();
		assertUsable(key, from, nowMs);
		usage.record(key, nowMs);
		return key.principal;
	}

	async function resolveUncached(
		orgId: string,
		hash: string,
		from: { readonly ip: string | null },
	): Promise<Principal> {
		try {
			const principal = useKey(await load(orgId, hash), from);
			validHashes.set(hash, true);
			return principal;
		} catch (error) {
			validHashes.delete(hash);
			throw error;
		}
	}

	/** See `ServiceKeys.revalidate` of modules/principals. */
	async function revalidate(tx: Db, principal: Principal, from: { readonly ip: string | null }): Promise<Principal> {
		const origin = origins.get(principal);
		if (!origin) throw new Error(`nobody knows where the principal ${principal.id} comes from`);
		const { orgId, hash } = origin;
		const now = register(orgId, hash, await lockKeyAuthority(tx, orgId, hash));
		assertUsable(now, from, clock.nowMs());
		return now.principal;
	}

	return {
		/** Whether a bearer token has the form of an API key. */
		recognizes: looksLikeKey,

		/** Parses a key without looking it up. @throws `unauthenticated` for a malformed key */
		read(key: string): PresentedKey {
			const orgId = organizationOfKey(key);
			if (orgId === null) throw invalidKey();
			const hash = sha256Hex(key);
			return { kind: "key", orgId, rateLimitKey: hash, isUnverified: validHashes.get(hash) === undefined };
		},

		/**
		 * Returns the principal of a key.
		 * @param from its `ip`, null when unknown, is only used for keys restricted to networks
		 * @throws `unauthenticated`
		 */
		resolve(
			{ orgId, rateLimitKey: hash }: PresentedKey,
			from: { readonly ip: string | null },
		): Principal | Promise<Principal> {
			const cached = cache.get(hash);
			return cached ? useKey(cached.value, from) : resolveUncached(orgId, hash, from);
		},

		revalidate,

		/** Invalidates the cache entries of these organizations or keys. */
		invalidate: (ids: readonly string[]) => cache.invalidate(ids),

		/** Clears the cache, e.g. when another process has written. */
		clear: () => cache.clear(),

		/** Stores the times when keys were last used. */
		flushUsage: () => usage.flush(),
	};
}

/** @throws `unauthenticated` */
function toState(orgId: string, hash: string, row: KeyAuthorityRow | undefined): KeyState {
	if (!row || row.orgState === "deleted") throw invalidKey();
	const never = Number.POSITIVE_INFINITY;
	const graceEndsAtMs = row.keyHash === hash ? never : (row.previousExpiresAtMs ?? 0);
	return {
		orgId,
		id: row.id,
		lastUsedAtMs: row.lastUsedAtMs,
		expiresAtMs: Math.min(row.expiresAtMs ?? never, graceEndsAtMs),
		networks: row.allowedIps.map(readNetwork),
		principal: {
			...ANONYMOUS,
			kind: "service",
			id: row.id,
			orgId,
			orgState: row.orgState,
			orgVersion: row.orgVersion,
			scopes: withImplied(row.scopes),
		},
	};
}
