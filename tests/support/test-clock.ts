import type { Clock } from "#kernel/clock";

/** A clock controlled by a test. */
export interface TestClock extends Clock {
	advanceMs(ms: number): void;
}

/** Creates a clock. @param startMs initial time; default: the machine's, for tests together with a real provider */
export function createTestClock(startMs = Date.now()): TestClock {
	let nowMs = startMs;
	return {
		nowMs: () => nowMs,
		advanceMs(ms) {
			nowMs += ms;
		},
	};
}
