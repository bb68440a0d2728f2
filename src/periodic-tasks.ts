import type { PeriodicTask } from "#platform/module";
import type { Log } from "./log.ts";

/** The periodic tasks of one instance. */
export interface PeriodicTasks {
	start(): void;
	stop(): void;
	/**
	 * Runs each task once more, after a running one has finished, to write what the last requests left. Never rejects.
	 */
	flush(): Promise<void>;
}

/**
 * Creates periodic tasks, which run from {@link PeriodicTasks.start} until {@link PeriodicTasks.stop}; a task never
 * runs concurrently with itself.
 */
export function createPeriodicTasks(tasks: readonly PeriodicTask[], log: Pick<Log, "warn">): PeriodicTasks {
	const loops = tasks.map((task) => createExclusiveTask(task, log));
	let timers: ReturnType<typeof setInterval>[] = [];
	return {
		start() {
			timers = loops.map(({ everyMs, start }) => setInterval(start, everyMs));
			for (const timer of timers) timer.unref();
		},
		stop() {
			for (const timer of timers) clearInterval(timer);
		},
		async flush() {
			await Promise.all(loops.map(({ runAtEnd }) => runAtEnd()));
		},
	};
}

/** Creates a task that does not overlap with itself: otherwise work that writes pending data could write it twice. */
function createExclusiveTask({ everyMs, work, atEnd = work, failureMessage }: PeriodicTask, log: Pick<Log, "warn">) {
	let running: Promise<void> | null = null;

	async function run(what: () => Promise<void>): Promise<void> {
		await what().catch((error: unknown) => log.warn(failureMessage, { error }));
		running = null;
	}

	return {
		everyMs,
		/** Starts a run unless one is in progress. */
		start(): void {
			running ??= run(work);
		},
		/** Completes the last run, which starts after this call. */
		async runAtEnd(): Promise<void> {
			while (running !== null) await running;
			running = run(atEnd);
			await running;
		},
	};
}
