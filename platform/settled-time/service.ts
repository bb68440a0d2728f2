import type { Db, Store } from "#db/store";
import { type Clock, MINUTE_MS, type SteadyMs } from "#kernel/clock";
import type { Logger } from "#kernel/logger";
import { lockServiceState, putServiceState } from "#platform/service-state";
import { firstObservation, type Observations, observationsOf, settledMs, withObservation } from "./observations.ts";

/** Key of the observations in the state of the service. */
const KEY = "settled-time";
/** From how much on it is reported that the clock is ahead of the settled time, in ms: longer than an upgrade takes. */
const REPORTED_MS = 10 * MINUTE_MS;

export interface SettledTimeDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly steadyMs: SteadyMs;
	readonly log: Pick<Logger, "info" | "warn">;
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
	/** Returns by how much the clock is ahead of the settled time, in ms; undefined while nothing is certain yet. */
	aheadMs(): number | undefined;
	/** Stores what the clock shows; at the start, once a minute, and at the end. */
	note(): Promise<void>;
}

/**
 * Creates the clock of what cannot be undone: purges, expiries, deletions after a retention. A machine's clock is set
 * ahead by accident, and back again; so a time has come only once it was seen twice, and the service has run for an hour in
 * between with a clock that agreed. What the clock gains while nothing runs (a restart, a virtual machine that was
 * suspended) counts from then on. A clock that is behind is believed at once: that destroys nothing.
 *
 * The observations of all instances are kept together in the database. One instance whose clock is wrong settles nothing while
 * another one sees the right time.
 */
export function createSettledTime({ store, clock, steadyMs, log, isUnused }: SettledTimeDeps): SettledTime {
	/** What was stored last, and the steady time of this process then. */
	let known: { readonly seen: Observations; readonly atMs: number } | null = null;

	/** Returns for how long the service has run. Another instance may have seen it run for longer. */
	const upMsSince = (others: Observations): number =>
		known === null ? others.upMs : Math.max(others.upMs, known.seen.upMs + steadyMs() - known.atMs);

	let isReported = false;
	/** By how much the clock was ahead of the steady time of this process when it began; null before. */
	let beganAtMs: number | null = null;

	function nowMs(): number {
		if (known === null) return 0;
		return settledMs(withObservation(known.seen, upMsSince(known.seen), clock.nowMs()));
	}

	function aheadMs(): number | undefined {
		const certainMs = nowMs();
		return certainMs === 0 ? undefined : clock.nowMs() - certainMs;
	}

	function report(): void {
		const byMs = aheadMs() ?? 0;
		if (byMs >= REPORTED_MS === isReported) return;
		isReported = !isReported;
		// What it was ahead at the start, nothing ran for: an upgrade, a night. Nothing is wrong then.
		const gainedMs = clock.nowMs() - steadyMs() - (beganAtMs ?? 0);
		if (isReported && gainedMs >= REPORTED_MS)
			log.warn("the clock was set ahead, or the machine was suspended: what has become due since is postponed", {
				durationMs: byMs,
			});
		else if (isReported)
			log.info("nothing ran for a while: what has become due since is done after an hour", { durationMs: byMs });
		else log.info("the clock is trusted again: nothing is postponed any longer");
	}

	return {
		nowMs,
		aheadMs,

		async note() {
			beganAtMs ??= clock.nowMs() - steadyMs();
			known = await store.writing("settled_time.note").tx(async (tx) => {
				const stored = observationsOf(await lockServiceState(tx, KEY));
				const isTrusted = stored === null && (await isUnused(tx));
				const shownMs = clock.nowMs();
				const seen = stored
					? withObservation(stored, upMsSince(stored), shownMs)
					: firstObservation(shownMs, isTrusted);
				await putServiceState(tx, KEY, seen, shownMs);
				return { seen, atMs: steadyMs() };
			});
			report();
		},
	};
}
