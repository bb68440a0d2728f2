import type { Clock } from "#kernel/clock";

/** Time under the control of a test. */
export interface TestClock extends Clock {
	advanceMs(ms: number): void;
}

/** @param startMs where it stands still; default the machine's now, for tests together with a foreign program */
export function createTestClock(startMs = Date.now()): TestClock {
	let nowMs = startMs;
	return {
		nowMs: () => nowMs,
		advanceMs(ms) {
			nowMs += ms;
		},
	};
}
