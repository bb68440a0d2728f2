import type { Clock } from "#kernel/clock";

/** 2030-01-01T00:00:00Z, so that a test never depends on the day it runs. */
const START_MS = 1_893_456_000_000;

/** The clock of a harness, which stands still until a test moves it. */
export interface HarnessClock {
	readonly nowMs: () => number;
	/** Lets time pass; only in this process. */
	advanceMs(ms: number): void;
	/** From now on lets 1 ms pass whenever the clock is read: no two readings are equal; only in this process. */
	passTimeWithReadings(): void;
	/** Sets the clock ahead, or back when `ms` is negative, while no time passes; only in this process. */
	setClockAheadMs(ms: number): void;
}

/** Creates the clock of a harness. @param isInProcess false: it is the binary's, which cannot be moved */
export function createHarnessClock(isInProcess: boolean): {
	readonly time: HarnessClock;
	readonly clock: Clock;
	readonly steadyMs: () => number;
} {
	let passedMs = 0;
	let aheadMs = 0;
	let msWithReading = 0;
	function nowMs(): number {
		if (!isInProcess) return Date.now();
		passedMs += msWithReading;
		return START_MS + passedMs + aheadMs;
	}
	function move(how: () => void): void {
		if (!isInProcess) throw new Error("the binary's clock cannot be moved: make this an inProcessTest");
		how();
	}
	const time: HarnessClock = {
		nowMs,
		advanceMs: (ms) => move(() => (passedMs += ms)),
		passTimeWithReadings: () => move(() => (msWithReading = 1)),
		setClockAheadMs: (ms) => move(() => (aheadMs += ms)),
	};
	return { time, clock: { nowMs }, steadyMs: () => passedMs };
}
