import type { PeriodicTask } from "#platform/module";
import type { Log } from "./log.ts";

/** Work in the background of one instance. */
export interface PeriodicTasks {
	start(): void;
	stop(): void;
	/** Does each once more, after the one under way: to write what the last requests left. Never rejects. */
	flush(): Promise<void>;
}

/** Does each of the tasks again and again, from {@link PeriodicTasks.start} until {@link PeriodicTasks.stop}; never one twice at a time. */
export function createPeriodicTasks(tasks: readonly PeriodicTask[], log: Pick<Log, "error">): PeriodicTasks {
	const loops = tasks.map((task) => oneAtATime(task, log));
	let timers: ReturnType<typeof setInterval>[] = [];
	return {
		start() {
			timers = loops.map(({ everyMs, begin }) => setInterval(begin, everyMs));
			for (const timer of timers) timer.unref();
		},
		stop() {
			for (const timer of timers) clearInterval(timer);
		},
		async flush() {
			await Promise.all(loops.map(({ again }) => again()));
		},
	};
}

/** A work that writes what waits would write it twice if it overtook itself. */
function oneAtATime({ everyMs, work, failure }: PeriodicTask, log: Pick<Log, "error">) {
	let running: Promise<void> | null = null;

	async function run(): Promise<void> {
		await work().catch((error: unknown) => log.error(failure, { error }));
		running = null;
	}

	return {
		everyMs,
		/** Begins one unless one is under way. */
		begin(): void {
			running ??= run();
		},
		/** One that begins after this call. */
		async again(): Promise<void> {
			while (running !== null) await running;
			running = run();
			await running;
		},
	};
}
