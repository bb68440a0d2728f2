import type { KeyObject } from "node:crypto";
import type { SigningKeyRow } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import type { Core } from "#platform/module";
import type { TokensLog } from "./ports.ts";
import {
	insertSigningKey,
	listSigningKeys,
	lockSigningKeys,
	promoteSigningKey,
	retireSigningKey,
} from "./repository.ts";
import { generateKey, importPublicKey, importSigner, type PublicJwk, type Sign } from "./signing-keys.ts";

/** Time after which the current key is replaced. */
const ROTATION_INTERVAL_MS = 90 * DAY_MS;
/**
 * Time during which a retired key still verifies: the life of a token, and time for all processes to learn of the
 * rotation.
 */
const RETIREMENT_MS = DAY_MS;
/**
 * Minimum time between reloads for unknown `kid`s: another process may have rotated, but not for every forged token.
 */
const RELOAD_INTERVAL_MS = 30_000;

interface LoadedKey {
	readonly jwk: PublicJwk;
	readonly key: KeyObject;
}

export interface KeyRingDeps extends Pick<Core, "store" | "clock" | "vault"> {
	readonly log: TokensLog;
}

/**
 * The signing keys of this installation, shared by its processes through the database. The `current` one signs; the
 * `next` one is already published, so that caches of our key set contain it before it signs; `retired` ones verify until
 * their last tokens have expired.
 */
export class KeyRing {
	readonly #deps: KeyRingDeps;
	#keys: ReadonlyMap<string, LoadedKey> = new Map();
	#current: { readonly kid: string; readonly sign: Sign } | null = null;
	#loadedAtMs = Number.NEGATIVE_INFINITY;
	#loading: Promise<void> | null = null;

	constructor(deps: KeyRingDeps) {
		this.#deps = deps;
	}

	/** Signs with the current key. */
	readonly sign: Sign = (claims) => {
		if (this.#current === null) throw new Error("no signing key is loaded");
		return this.#current.sign(claims);
	};

	/** Returns all keys that verify, in their published form. */
	published(): PublicJwk[] {
		return [...this.#keys.values()].map(({ jwk }) => jwk);
	}

	/** Returns the public key with this id, at once when it is known; null when there is none. */
	find(kid: string): KeyObject | Promise<KeyObject | null> | null {
		const known = this.#keys.get(kid);
		if (known !== undefined) return known.key;
		const sinceMs = this.#deps.clock.nowMs() - this.#loadedAtMs;
		if (this.#loading === null && sinceMs >= 0 && sinceMs < RELOAD_INTERVAL_MS) return null;
		return this.#reload().then(() => this.#keys.get(kid)?.key ?? null);
	}

	/**
	 * Replaces a current key that has signed for 90 days, creates the first keys, and loads those of other processes. The
	 * ring is empty before the first call.
	 * @throws Error when the keys cannot be opened with this vault
	 */
	async rotateIfDue(): Promise<void> {
		await this.#rotate((keys) => this.#deps.clock.nowMs() - currentSinceMs(keys) >= ROTATION_INTERVAL_MS);
	}

	/** Replaces the current key now, regardless of its age. */
	async rotate(): Promise<void> {
		const replaced = this.#current?.kid;
		await this.#rotate((keys) => replaced !== undefined && keyIn(keys, "current")?.kid === replaced);
	}

	async #rotate(isDue: (keys: readonly SigningKeyRow[]) => boolean): Promise<void> {
		const { store, clock, vault, log } = this.#deps;
		const nowMs = clock.nowMs();
		const existing = await listSigningKeys(store.db);
		if (keyIn(existing, "current") === undefined || isDue(existing)) {
			// Generated before the transaction, in which only statements may be awaited.
			const fresh = [await generateKey(vault, "current", nowMs), await generateKey(vault, "next", nowMs)] as const;
			const changed = await store.writing("signing_keys.rotate").tx(async (tx) => {
				await lockSigningKeys(tx, nowMs);
				const keys = await listSigningKeys(tx);
				const current = keyIn(keys, "current");
				const next = keyIn(keys, "next");
				if (current !== undefined && !isDue(keys)) return false;
				if (current !== undefined) await retireSigningKey(tx, current.kid, nowMs);
				if (next === undefined) await insertSigningKey(tx, fresh[0]);
				else await promoteSigningKey(tx, next.kid);
				await insertSigningKey(tx, fresh[1]);
				return true;
			});
			if (changed) log.info(existing.length === 0 ? "signing keys created" : "signing keys rotated");
		}
		// A load in progress may have read the previous state.
		await this.#loading;
		await this.#reload();
	}

	/** Reloads the keys; concurrent callers share the result. */
	#reload(): Promise<void> {
		this.#loading ??= this.#load().finally(() => {
			this.#loading = null;
		});
		return this.#loading;
	}

	async #load(): Promise<void> {
		const { store, clock, vault } = this.#deps;
		const nowMs = clock.nowMs();
		this.#loadedAtMs = nowMs;
		const rows = (await listSigningKeys(store.db)).filter((row) => isVerifying(row, nowMs));
		const keys = new Map<string, LoadedKey>();
		for (const row of rows) keys.set(row.kid, this.#keys.get(row.kid) ?? importPublicKey(row));
		const current = keyIn(rows, "current");
		const loaded = current && keys.get(current.kid);
		if (current === undefined || loaded === undefined) throw new Error("the database holds no current signing key");
		if (current.kid !== this.#current?.kid)
			this.#current = { kid: current.kid, sign: await importSigner(current, loaded.jwk, vault) };
		this.#keys = keys;
	}
}

const keyIn = (keys: readonly SigningKeyRow[], state: SigningKeyRow["state"]) =>
	keys.find((key) => key.state === state);

/** Whether tokens signed with the key can still be valid. */
const isVerifying = ({ retiredAtMs }: SigningKeyRow, nowMs: number): boolean =>
	retiredAtMs === null || nowMs < retiredAtMs + RETIREMENT_MS;

/**
 * Returns the time since which the current key has signed, Unix ms: when its predecessor retired, or its own creation.
 */
function currentSinceMs(keys: readonly SigningKeyRow[]): number {
	const retirements = keys.flatMap(({ retiredAtMs }) => retiredAtMs ?? []);
	return Math.max(...(retirements.length > 0 ? retirements : keys.map(({ createdAtMs }) => createdAtMs)));
}
