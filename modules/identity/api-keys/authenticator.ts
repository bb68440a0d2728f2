import type { Db, ReadDb } from "#db/store";
import type { Tracked } from "#kernel/dependencies";
import { stringBytes } from "#kernel/heap-size";
import { isWithin, type Network, parseIpAddress, readNetwork } from "#kernel/ip-address";
import { ANONYMOUS, type Principal } from "#kernel/principal";
import { withImplied } from "#kernel/scopes";
import { sha256Hex } from "#kernel/secrets";
import type { Core } from "#platform/module";
import { invalidKey } from "./errors.ts";
import { looksLikeKey, organizationOfKey } from "./key.ts";
import { type KeyAuthorityRow, lockKeyAuthority, readApiKeysOf, readKeyAuthority } from "./repository.ts";
import { createUsageRecorder, type TrackedKey } from "./usage.ts";

/** Bytes of a key's state and its principal, without their texts and networks. */
const KEY_BYTES = 400;
/** Bytes of a parsed network. */
const NETWORK_BYTES = 200;

export type KeyAuthenticatorDeps = Pick<Core, "store" | "clock" | "caches">;

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
	/** Whether the key has been used with this state: it exists, has not expired, and came from an allowed network. */
	isConfirmed: boolean;
}

/**
 * Creates the authenticator that resolves API keys to principals of kind `service`, checked against live state. Nothing
 * is awaited for a key whose state is cached. A key belongs to the organization, so it outlives its maker's membership.
 */
export function createKeyAuthenticator({ store, clock, caches }: KeyAuthenticatorDeps) {
	const { dependencies } = caches;
	const usage = createUsageRecorder(store);
	/** The keys that exist, by their hash; their state may be stale. */
	const known = caches.open<Tracked<KeyState>>({
		name: "api_keys",
		percent: 10,
		weigh: ({ value: { orgId, id, networks } }) =>
			KEY_BYTES + stringBytes(orgId) + stringBytes(id) + networks.length * NETWORK_BYTES,
	});
	/** The key of each principal, so that its state can be read again. */
	const origins = new WeakMap<Principal, Pick<KeyState, "orgId" | "expiresAtMs"> & { readonly hash: string }>();

	/** Creates the state of a key and remembers the origin of its principal. @throws `unauthenticated` */
	function register(orgId: string, hash: string, row: KeyAuthorityRow | undefined): KeyState {
		const state = toState(orgId, hash, row);
		origins.set(state.principal, { orgId, hash, expiresAtMs: state.expiresAtMs });
		return state;
	}

	/** @throws `unauthenticated` for a key that has expired, or is used from a network that is not allowed */
	function assertUsable(key: KeyState, from: { readonly ip: string | null }, nowMs: number): void {
		if (nowMs >= key.expiresAtMs) throw invalidKey();
		if (key.networks.length > 0 && !isWithin(key.networks, parseIpAddress(from.ip))) throw invalidKey();
	}

	function useKey(key: KeyState, from: { readonly ip: string | null }): Principal {
		const nowMs = clock.nowMs();
		assertUsable(key, from, nowMs);
		key.isConfirmed = true;
		usage.record(key, nowMs);
		return key.principal;
	}

	async function load(orgId: string, hash: string, from: { readonly ip: string | null }): Promise<Principal> {
		const mark = dependencies.mark();
		let state: KeyState;
		try {
			state = register(orgId, hash, await readKeyAuthority(store, orgId, hash));
		} catch (error) {
			// Unknown keys are not cached, since made-up keys must not evict real ones.
			known.delete(hash);
			throw error;
		}
		known.set(hash, dependencies.track(mark, state, [orgId, state.id]));
		return useKey(state, from);
	}

	/** See `ServiceKeys.revalidate` of modules/identity/principals. */
	async function revalidate(tx: Db, principal: Principal, from: { readonly ip: string | null }): Promise<Principal> {
		const origin = origins.get(principal);
		if (!origin) throw new Error(`the principal ${principal.id} has no known origin`);
		const { orgId, hash } = origin;
		const now = register(orgId, hash, await lockKeyAuthority(tx, orgId, hash));
		assertUsable(now, from, clock.nowMs());
		return now.principal;
	}

	return {
		/** Whether a bearer token has the form of an API key. */
		recognizes: looksLikeKey,

		/** Returns the parsed form of a key that has been used; null for any other. */
		recall(key: string): PresentedKey | null {
			const hash = sha256Hex(key);
			const state = known.peek(hash)?.value;
			if (state?.isConfirmed !== true) return null;
			return { kind: "key", orgId: state.orgId, rateLimitKey: hash, isUnverified: false };
		},

		/** Parses a key without looking it up. @throws `unauthenticated` for a malformed key */
		read(key: string): PresentedKey {
			const orgId = organizationOfKey(key);
			if (orgId === null) throw invalidKey();
			return { kind: "key", orgId, rateLimitKey: sha256Hex(key), isUnverified: true };
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
			const state = known.get(hash);
			return state === undefined || state.isStale ? load(orgId, hash, from) : useKey(state.value, from);
		},

		/** Returns the key of a principal of kind `service`; null for any other. */
		originOf(principal: Principal): PresentedKey | null {
			const origin = origins.get(principal);
			return origin ? { kind: "key", orgId: origin.orgId, rateLimitKey: origin.hash, isUnverified: false } : null;
		},

		/** Returns when the key of such a principal, or its previous secret, expires, Unix ms; infinity: it does not. */
		endOf: (principal: Principal): number => origins.get(principal)?.expiresAtMs ?? Number.POSITIVE_INFINITY,

		/** Returns the principal of a key by its id, wherever it is used from; null once it is revoked or has expired. */
		async find(db: ReadDb, orgId: string, id: string): Promise<Principal | null> {
			const row = await readApiKeysOf(db, orgId).find(id);
			if (!row || clock.nowMs() >= (row.expiresAtMs ?? Number.POSITIVE_INFINITY)) return null;
			return { ...ANONYMOUS, kind: "service", id, orgId, scopes: withImplied(row.scopes) };
		},

		revalidate,

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
		isConfirmed: false,
		principal: {
			...ANONYMOUS,
			kind: "service",
			id: row.id,
			orgId,
			orgState: row.orgState,
			orgVersion: row.orgVersion,
			configurationId: row.configurationId,
			scopes: withImplied(row.scopes),
		},
	};
}
