import type { Db, Store } from "#db/store";
import type { Clock, SteadyMs } from "#kernel/clock";
import { lockServiceState, putServiceState } from "#platform/service-state";
import { firstSighting, type Sightings, settledMs, sightingsOf, withSighting } from "./sightings.ts";

/** Key of the sightings in the state of the service. */
const KEY = "settled-time";

/** Dependencies of {@link createSettledTime}. */
export interface SettledTimeDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly steadyMs: SteadyMs;
	/** Whether nothing has happened in this database yet. */
	readonly isUnused: (db: Db) => Promise<boolean>;
}

/** See {@link createSettledTime}. */
export interface SettledTime extends Clock {
	/**
	 * Returns the time that has come for certain, Unix ms: never later than the clock, and equal to it as long as that is
	 * neither set ahead nor the service was stopped within the last two hours of its running. 0: nothing is certain yet.
	 */
	nowMs(): number;
	/** Stores what the clock shows; at the start, once a minute, and at the end. */
	note(): Promise<void>;
}

/**
 * Creates the clock of what cannot be undone: purges, expiries, deletions after a retention. A machine's clock is set
 * ahead by accident, and back again; so a time has come only once it was seen twice, and the service has run for an hour in
 * between with a clock that agreed. What the clock gains while nothing runs (a restart, a virtual machine that was
 * suspended) counts from then on. A clock that is behind is believed at once: that destroys nothing.
 *
 * The sightings of all instances are kept together in the database. One instance whose clock is wrong settles nothing while
 * another one sees the right time.
 */
export function createSettledTime({ store, clock, steadyMs, isUnused }: SettledTimeDeps): SettledTime {
	/** What was stored last, and the steady time of this process then. */
	let known: { readonly seen: Sightings; readonly atMs: number } | null = null;

	/** Returns for how long the service has run. Another instance may have seen it run for longer. */
	const upMsSince = (others: Sightings): number =>
		known === null ? others.upMs : Math.max(others.upMs, known.seen.upMs + steadyMs() - known.atMs);

	return {
		nowMs() {
			if (known === null) return 0;
			return settledMs(withSighting(known.seen, upMsSince(known.seen), clock.nowMs()));
		},

		async note() {
			known = await store.writing("settled_time.note").tx(async (tx) => {
				const stored = sightingsOf(await lockServiceState(tx, KEY));
				const isTrusted = stored === null && (await isUnused(tx));
				const nowMs = clock.nowMs();
				const seen = stored ? withSighting(stored, upMsSince(stored), nowMs) : firstSighting(nowMs, isTrusted);
				await putServiceState(tx, KEY, seen, nowMs);
				return { seen, atMs: steadyMs() };
			});
		},
	};
}
