const BEAT_MS = 2;

/** The longest time for which the event loop was busy with one thing, of what ran meanwhile. */
export interface Stall {
	/** In ms; processor time of its thread where that is less than the time on the clock: other programs do not count. */
	readonly ms: number;
	/** Whatever was being measured. */
	readonly during: string;
}

/** See {@link watchLoop}. */
export type LoopWatch = ReturnType<typeof watchLoop>;

/** Watches the event loop of this process by a timer. */
export function watchLoop() {
	let longest: Stall = { ms: 0, during: "" };
	let during: string | null = null;
	let atMs = performance.now();
	let cpu = process.threadCpuUsage();

	const timer = setInterval(() => {
		const nowMs = performance.now();
		const used = process.threadCpuUsage(cpu);
		const stalledMs = Math.min(nowMs - atMs - BEAT_MS, (used.user + used.system) / 1000);
		if (during !== null && stalledMs > longest.ms) longest = { ms: stalledMs, during };
		atMs = nowMs;
		cpu = process.threadCpuUsage();
	}, BEAT_MS);

	return {
		/** Sets what is being measured; null: nothing that counts. Waits for a beat, so that what was before does not count. */
		async observe(what: string | null): Promise<void> {
			await Bun.sleep(2 * BEAT_MS);
			during = what;
		},
		/** Returns the longest so far, and forgets it. */
		take(): Stall {
			const found = longest;
			longest = { ms: 0, during: "" };
			return found;
		},
		stop: () => clearInterval(timer),
	};
}

/** Lets timers run. */
export const letLoopTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
