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

/** Keys kept at most. */
const MAX_KEYS = 10_000;

/** What {@link createKeyAuthenticator} is made of. */
export interface KeyAuthenticatorDeps {
	readonly store: Store;
	readonly clock: Clock;
	/** Whether cached state can be trusted: this process is the only writer, or hears of every other's writes. */
	readonly isCacheCoherent: boolean;
}

/** See {@link createKeyAuthenticator}. */
export type KeyAuthenticator = ReturnType<typeof createKeyAuthenticator>;

/** A key as it was sent; `rateLimitKey` is its hash. */
interface PresentedKey {
	readonly kind: "key";
	readonly orgId: string;
	readonly rateLimitKey: string;
	readonly isUnverified: boolean;
}

/** A key as the database has it now. */
interface KeyState extends TrackedKey {
	readonly principal: Principal;
	/** Unix ms from which it is over. */
	readonly expiresAtMs: number;
	/** Where it may be used from; none: anywhere. */
	readonly networks: readonly Network[];
}

/**
 * Turns API keys into principals of kind `service`, checked against live state. Nothing is awaited for a key whose state
 * is cached. A key outlives the membership of the person who made it: it belongs to the organization.
 */
export function createKeyAuthenticator({ store, clock, isCacheCoherent }: KeyAuthenticatorDeps) {
	const cache = new DependencyCache<KeyState>(isCacheCoherent, MAX_KEYS);
	const usage = createUsageRecorder(store);
	/** Hashes of keys that were good when the database was last asked, also where it is asked each time. */
	const good = createLruCache<true>(MAX_KEYS);
	/** The key each principal came with, so that what it is worth can be read again. */
	const origins = new WeakMap<Principal, { readonly orgId: string; readonly hash: string }>();

	/** @throws `unauthenticated` */
	function known(orgId: string, hash: string, row: KeyAuthorityRow | undefined): KeyState {
		const state = toState(orgId, hash, row);
		origins.set(state.principal, { orgId, hash });
		return state;
	}

	async function load(orgId: string, hash: string): Promise<KeyState> {
		// An unknown key is not kept: inventing keys must not empty the cache.
		const read = async () => known(orgId, hash, await readKeyAuthority(store, orgId, hash));
		const { value } = await cache.load(hash, read, ({ id }) => [orgId, id]);
		return value;
	}

	/** @throws `unauthenticated` for a key that is over, or used from elsewhere than it may be */
	function assertUsable(key: KeyState, from: { readonly ip: string | null }, nowMs: number): void {
		if (nowMs >= key.expiresAtMs) throw invalidKey();
		if (key.networks.length > 0 && !isWithin(key.networks, parseIpAddress(from.ip))) throw invalidKey();
	}

	function admit(key: KeyState, from: { readonly ip: string | null }): Principal {
		const nowMs = clock.nowMs();
		assertUsable(key, from, nowMs);
		usage.note(key, nowMs);
		return key.principal;
	}

	async function lookUp(orgId: string, hash: string, from: { readonly ip: string | null }): Promise<Principal> {
		try {
			const principal = admit(await load(orgId, hash), from);
			good.set(hash, true);
			return principal;
		} catch (error) {
			good.delete(hash);
			throw error;
		}
	}

	/** See `ServiceKeys.revalidate` of modules/principals. */
	async function revalidate(tx: Db, principal: Principal, from: { readonly ip: string | null }): Promise<Principal> {
		const origin = origins.get(principal);
		if (!origin) throw new Error(`nobody knows where the principal ${principal.id} comes from`);
		const { orgId, hash } = origin;
		const now = known(orgId, hash, await lockKeyAuthority(tx, orgId, hash));
		assertUsable(now, from, clock.nowMs());
		return now.principal;
	}

	return {
		/** Whether a bearer token is meant as an API key. */
		recognizes: looksLikeKey,

		/** @throws `unauthenticated` for text that is no key of ours */
		read(key: string): PresentedKey {
			const orgId = organizationOfKey(key);
			if (orgId === null) throw invalidKey();
			const hash = sha256Hex(key);
			return { kind: "key", orgId, rateLimitKey: hash, isUnverified: good.get(hash) === undefined };
		},

		/**
		 * @param from its `ip`, null when nobody knows it, is read only for a key that is bound to addresses
		 * @throws `unauthenticated`
		 */
		resolve(
			{ orgId, rateLimitKey: hash }: PresentedKey,
			from: { readonly ip: string | null },
		): Principal | Promise<Principal> {
			const cached = cache.get(hash);
			return cached ? admit(cached.value, from) : lookUp(orgId, hash, from);
		},

		revalidate,

		/** Forgets what rests on these organizations or keys. */
		invalidate: (ids: readonly string[]) => cache.invalidate(ids),

		/** Forgets everything, e.g. when another process has written. */
		clear: () => cache.clear(),

		/** Writes when keys were last used. */
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
			scopes: withImplied(row.scopes),
		},
	};
}
