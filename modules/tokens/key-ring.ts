import type { SigningKeyRow } from "#db/schema";
import type { Store } from "#db/store";
import { type Clock, DAY_MS } from "#kernel/clock";
import type { Vault } from "#kernel/secrets";
import type { TokensLog } from "./ports.ts";
import {
	insertSigningKey,
	listSigningKeys,
	lockSigningKeys,
	promoteSigningKey,
	retireSigningKey,
} from "./repository.ts";
import { generateKey, importPublicKey, importSigner, type PublicJwk, type Sign } from "./signing-keys.ts";

/** How long a key signs. */
const ROTATION_INTERVAL_MS = 90 * DAY_MS;
/** How long a retired key still verifies: the life of a token, and time for every process to hear of the rotation. */
const RETIREMENT_MS = DAY_MS;
/** A `kid` nobody knows may come from another process that rotated: look again, but not for every forged token. */
const RELOAD_INTERVAL_MS = 30_000;

interface LoadedKey {
	readonly jwk: PublicJwk;
	readonly key: CryptoKey;
}

/** What a {@link KeyRing} rests on. */
export interface KeyRingDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly vault: Vault;
	readonly log: TokensLog;
}

/**
 * The signing keys of this installation, shared by its processes through the database. One is `current` and signs; the
 * `next` is already published, so that whoever caches our key set knows it before it signs; `retired` ones verify until
 * their last tokens are dead.
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

	/** Every key that verifies, as published. */
	published(): PublicJwk[] {
		return [...this.#keys.values()].map(({ jwk }) => jwk);
	}

	/** The public key of that id, null when there is none. */
	async find(kid: string): Promise<CryptoKey | null> {
		const known = this.#keys.get(kid);
		if (known !== undefined) return known.key;
		const sinceMs = this.#deps.clock.nowMs() - this.#loadedAtMs;
		if (this.#loading === null && sinceMs >= 0 && sinceMs < RELOAD_INTERVAL_MS) return null;
		await this.#reload();
		return this.#keys.get(kid)?.key ?? null;
	}

	/**
	 * Replaces a current key that has signed for 90 days, makes the first ones where there are none, and takes over
	 * what other processes did. The ring is empty before the first call.
	 * @throws Error when the keys cannot be opened with this vault
	 */
	async rotateIfDue(): Promise<void> {
		await this.#rotate((keys) => this.#deps.clock.nowMs() - currentSinceMs(keys) >= ROTATION_INTERVAL_MS);
	}

	/** Replaces the current key now, however young it is. */
	async rotate(): Promise<void> {
		const replaced = this.#current?.kid;
		await this.#rotate((keys) => replaced !== undefined && stateOf(keys, "current")?.kid === replaced);
	}

	async #rotate(isDue: (keys: readonly SigningKeyRow[]) => boolean): Promise<void> {
		const { store, clock, vault, log } = this.#deps;
		const nowMs = clock.nowMs();
		const known = await listSigningKeys(store.db);
		if (stateOf(known, "current") === undefined || isDue(known)) {
			// Made before the transaction: nothing but statements is awaited inside one.
			const fresh = [await generateKey(vault, "current", nowMs), await generateKey(vault, "next", nowMs)] as const;
			const changed = await store.writing("signing_keys.rotate").tx(async (tx) => {
				await lockSigningKeys(tx, nowMs);
				const keys = await listSigningKeys(tx);
				const current = stateOf(keys, "current");
				const next = stateOf(keys, "next");
				if (current !== undefined && !isDue(keys)) return false;
				if (current !== undefined) await retireSigningKey(tx, current.kid, nowMs);
				if (next === undefined) await insertSigningKey(tx, fresh[0]);
				else await promoteSigningKey(tx, next.kid);
				await insertSigningKey(tx, fresh[1]);
				return true;
			});
			if (changed) log.info(known.length === 0 ? "signing keys made" : "signing keys rotated");
		}
		// A load under way may have read what was there before.
		await this.#loading;
		await this.#reload();
	}

	/** Reads the keys again; callers that come meanwhile share the result. */
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
		for (const row of rows) keys.set(row.kid, this.#keys.get(row.kid) ?? (await importPublicKey(row)));
		const current = stateOf(rows, "current");
		const loaded = current && keys.get(current.kid);
		if (current === undefined || loaded === undefined) throw new Error("the database holds no current signing key");
		if (current.kid !== this.#current?.kid)
			this.#current = { kid: current.kid, sign: await importSigner(current, loaded.jwk, vault) };
		this.#keys = keys;
	}
}

const stateOf = (keys: readonly SigningKeyRow[], state: SigningKeyRow["state"]) =>
	keys.find((key) => key.state === state);

/** Whether tokens signed with the key may still be about. */
const isVerifying = ({ retiredAtMs }: SigningKeyRow, nowMs: number): boolean =>
	retiredAtMs === null || nowMs < retiredAtMs + RETIREMENT_MS;

/** Since when the current key signs: since its predecessor retired; the first one since it was made. */
function currentSinceMs(keys: readonly SigningKeyRow[]): number {
	const retirements = keys.flatMap(({ retiredAtMs }) => retiredAtMs ?? []);
	return Math.max(...(retirements.length > 0 ? retirements : keys.map(({ createdAtMs }) => createdAtMs)));
}
