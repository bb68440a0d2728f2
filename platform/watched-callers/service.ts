import type { Bus } from "#kernel/bus";
import type { Caches } from "#kernel/caches";
import type { Clock } from "#kernel/clock";
import type { DependsOn, Tracked } from "#kernel/dependencies";
import { AppError } from "#kernel/errors";
import type { Logger } from "#kernel/logger";

export interface WatchedCallersDeps {
	readonly clock: Clock;
	readonly caches: Caches;
	readonly bus: Pick<Bus, "shared">;
	readonly log: Pick<Logger, "warn">;
}

/** Age in ms at which what is known is read again although nothing is known to have changed. */
const MAX_AGE_MS = 30_000;
/** The same where other instances tell of changes: a message may be lost. */
const MAX_AGE_TOLD_MS = 4_000;
/** The same where changes of others are not heard of. */
const MAX_AGE_UNHEARD_MS = 3_000;
/** Age in ms beyond which a connection is not kept although the database cannot be asked. */
const MAX_UNKNOWN_MS = 60_000;
/** How long a caller without a connection is remembered, in ms: one may be about to open. */
const UNUSED_MS = 30_000;
/** How many callers are looked at at once. */
const CONCURRENCY = 8;

/** What somebody may do, as it was read. */
export interface Witnessed<Standing> {
	readonly standing: Standing;
	/** What it depends on: once any of it changes, it is read again. */
	readonly dependsOn: readonly DependsOn[];
	/** When it ends by itself, Unix ms; infinity: it does not. */
	readonly endsAtMs: number;
}

/** A connection that depends on what its caller may do. */
export interface Holder<Standing> {
	/** What the caller may do was read again. */
	changed(standing: Standing): void;
	/** The caller may no longer hold it. */
	refused(error: AppError): void;
}

/** Somebody with connections that depend on the same: however many, they are looked at once. */
export interface WatchedCaller<Standing> {
	/** What they may do, as far as is known. */
	readonly standing: Standing;
	/** Returns what they may do now. @throws the errors with which they are refused */
	current(): Promise<Standing>;
	/** Tells a connection when it may not go on, until the returned function is called. */
	hold(holder: Holder<Standing>): () => void;
}

/** See {@link createWatchedCallers}. */
export type WatchedCallers<Standing> = ReturnType<typeof createWatchedCallers<Standing>>;

/**
 * Creates the callers of connections that stay open: what they may do is known from memory until something that it
 * depends on has changed, and then read again (docs/decisions/040-live-connections.md). Whoever creates them calls `look`
 * once a second.
 */
export function createWatchedCallers<Standing>({ clock, caches, bus, log }: WatchedCallersDeps) {
	const { dependencies } = caches;
	const maxAgeMs = bus.shared ? MAX_AGE_TOLD_MS : MAX_AGE_MS;
	const known = new Map<string, Caller>();

	class Caller implements WatchedCaller<Standing> {
		/** When it was last asked for, in ms of `performance.now()`. */
		admittedAtMs = 0;
		readonly #witness: () => Promise<Witnessed<Standing>>;
		readonly #holders = new Set<Holder<Standing>>();
		#witnessed: Witnessed<Standing> | null = null;
		#tracked: readonly Tracked<null>[] = [];
		#readAtMs = Number.NEGATIVE_INFINITY;
		#reading: Promise<Standing> | null = null;

		constructor(witness: () => Promise<Witnessed<Standing>>) {
			this.#witness = witness;
		}

		get standing(): Standing {
			if (!this.#witnessed) throw new Error("a caller is known once they were admitted");
			return this.#witnessed.standing;
		}

		/** Whether nothing has changed since it was read, as far as can be told. */
		#isCurrent(maxAgeMs: number): boolean {
			const ageMs = performance.now() - this.#readAtMs;
			if (ageMs >= maxAgeMs || clock.nowMs() >= (this.#witnessed?.endsAtMs ?? 0)) return false;
			return !caches.isCoherent || this.#tracked.every((each) => !each.isStale);
		}

		async current(): Promise<Standing> {
			if (caches.isCoherent) return this.#isCurrent(maxAgeMs) ? this.standing : this.#read();
			// A look that has begun may have missed what has happened since.
			await this.#reading?.catch(() => undefined);
			return this.#read();
		}

		/** Whether it has connections, or may have some in a moment. */
		isInUse(): boolean {
			return this.#holders.size > 0 || performance.now() - this.admittedAtMs < UNUSED_MS;
		}

		/** Whether it is time to look. */
		isDue(): boolean {
			return this.#holders.size > 0 && !this.#isCurrent(caches.isCoherent ? maxAgeMs : MAX_AGE_UNHEARD_MS);
		}

		#read(): Promise<Standing> {
			this.#reading ??= this.#readNow().finally(() => {
				this.#reading = null;
			});
			return this.#reading;
		}

		async #readNow(): Promise<Standing> {
			const mark = dependencies.mark();
			const atMs = performance.now();
			const witnessed = await this.#witness();
			this.#witnessed = witnessed;
			this.#tracked = witnessed.dependsOn.map((ids) => dependencies.track(mark, null, ids, false));
			this.#readAtMs = atMs;
			for (const holder of [...this.#holders]) holder.changed(witnessed.standing);
			return witnessed.standing;
		}

		/** Checks whether its connections may continue, and tells them. */
		async look(): Promise<void> {
			try {
				await this.#read();
			} catch (error) {
				if (error instanceof AppError) return this.#refuse(error);
				log.warn("the rights of an open connection could not be checked", { error });
				if (performance.now() - this.#readAtMs < MAX_UNKNOWN_MS) return;
				this.#refuse(new AppError("unavailable", "The service cannot reach its storage at the moment."));
			}
		}

		#refuse(error: AppError): void {
			for (const holder of [...this.#holders]) holder.refused(error);
		}

		hold(holder: Holder<Standing>): () => void {
			this.#holders.add(holder);
			return () => this.#holders.delete(holder);
		}
	}

	return {
		/**
		 * Returns a caller, once it was read what they may do.
		 * @param key the same for whoever depends on the same
		 * @param witness reads what they may do; throws an `AppError` when they may not be connected
		 * @throws the errors of `witness`
		 */
		async admit(key: string, witness: () => Promise<Witnessed<Standing>>): Promise<WatchedCaller<Standing>> {
			const caller = known.get(key) ?? new Caller(witness);
			// Known from now on: two who come at once are the same.
			known.set(key, caller);
			caller.admittedAtMs = performance.now();
			await caller.current();
			return caller;
		},

		/** Looks after those of whom something may have changed. */
		async look(): Promise<void> {
			const due: Caller[] = [];
			for (const [key, caller] of known) {
				if (!caller.isInUse()) known.delete(key);
				else if (caller.isDue()) due.push(caller);
			}
			const next = async (): Promise<void> => {
				for (let caller = due.pop(); caller; caller = due.pop()) await caller.look();
			};
			await Promise.all(Array.from({ length: CONCURRENCY }, next));
		},
	};
}
