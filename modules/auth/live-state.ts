import type { OrganizationState, Role } from "#kernel/principal";

/** What a token's authority rests on, as the database has it now. */
export interface LiveState {
	/** Why the token no longer counts; null while it does. */
	readonly refusal: "session_revoked" | "token_revoked" | null;
	/** Unix ms from which the session is over. */
	readonly endsAtMs: number;
	/** The local user, null for an external subject without one. */
	readonly userId: string | null;
	readonly systemAdmin: boolean;
	/** Role in the token's organization, null without membership. */
	readonly role: Role | null;
	readonly orgState: OrganizationState | null;
	readonly authMethods: readonly string[];
}

/** A cached state. `isStale` turns true the moment something it rests on changes. */
export interface CachedState extends LiveState {
	isStale: boolean;
}

/** States kept at most. */
const MAX_STATES = 50_000;

/**
 * Live states by key, dropped by the id of anything they rest on (organization, user, session). A state read while something was being
 * dropped is not kept: it may be older than the drop.
 */
export class LiveStateCache {
	readonly #states = new Map<string, CachedState>();
	readonly #byId = new Map<string, Set<string>>();
	readonly #isEnabled: boolean;
	#generation = 0;

	/** @param isEnabled false where other instances change the same database without telling us */
	constructor(isEnabled: boolean) {
		this.#isEnabled = isEnabled;
	}

	get(key: string): CachedState | undefined {
		return this.#states.get(key);
	}

	/** Reads a state by `read` and keeps it under `key` until one of `restsOn` is invalidated. */
	async load(key: string, restsOn: readonly (string | null)[], read: () => Promise<LiveState>): Promise<CachedState> {
		const generation = this.#generation;
		const found = await read();
		const state: CachedState = { ...found, isStale: !this.#isEnabled };
		if (!this.#isEnabled || generation !== this.#generation) return { ...state, isStale: true };
		if (this.#states.size >= MAX_STATES) this.clear();
		this.#states.set(key, state);
		for (const id of [...restsOn, found.userId]) if (id !== null) this.#link(id, key);
		return state;
	}

	/** Drops every state that rests on one of `ids`. */
	invalidate(ids: readonly string[]): void {
		this.#generation++;
		for (const id of ids) {
			for (const key of this.#byId.get(id) ?? []) this.#drop(key);
			this.#byId.delete(id);
		}
	}

	/** Drops everything, e.g. after the bus was interrupted. */
	clear(): void {
		this.#generation++;
		for (const key of [...this.#states.keys()]) this.#drop(key);
		this.#byId.clear();
	}

	#link(id: string, key: string): void {
		const keys = this.#byId.get(id);
		if (keys) keys.add(key);
		else this.#byId.set(id, new Set([key]));
	}

	#drop(key: string): void {
		const state = this.#states.get(key);
		if (state) state.isStale = true;
		this.#states.delete(key);
	}
}
