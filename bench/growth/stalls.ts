const BEAT_MS = 2;

export type LoopWatch = ReturnType<typeof watchLoop>;

/** Watches by a timer how long the event loop of this process is busy with one thing. */
export function watchLoop() {
	let longestMs = 0;
	let isObserved = false;
	let atMs = performance.now();
	let used = process.threadCpuUsage();

	const timer = setInterval(() => {
		const nowMs = performance.now();
		const { user, system } = process.threadCpuUsage(used);
		// Processor time where that is less than the time on the clock: what other programs do does not count.
		if (isObserved) longestMs = Math.max(longestMs, Math.min(nowMs - atMs - BEAT_MS, (user + system) / 1000));
		atMs = nowMs;
		used = process.threadCpuUsage();
	}, BEAT_MS);

	return {
		/** Begins or ends to count. Waits for a beat, so that what came before does not count, and what was last does. */
		async observe(isOn: boolean): Promise<void> {
			await Bun.sleep(2 * BEAT_MS);
			isObserved = isOn;
		},
		/** Returns the longest time so far, in ms, and forgets it. */
		take(): number {
			const found = longestMs;
			longestMs = 0;
			return found;
		},
		stop: () => clearInterval(timer),
	};
}

/** Lets timers run. */
export const letLoopTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
