import type { Log } from "./log.ts";

/** Work that every instance does by itself: a job would run on one only. */
export interface Round {
	/** From one beginning to the next; when the work takes longer, the next one is left out. */
	readonly everyMs: number;
	readonly work: () => Promise<void>;
	/** The line of the log when it fails; the next round tries again. */
	readonly failure: string;
}

/** Work in the background of one instance. */
export interface Rounds {
	start(): void;
	stop(): void;
	/** One round more, of each work, after the one under way: to write what the last requests left. Never rejects. */
	last(): Promise<void>;
}

/** Does each of the works again and again, from {@link Rounds.start} until {@link Rounds.stop}; never one twice at a time. */
export function createRounds(works: readonly Round[], log: Pick<Log, "error">): Rounds {
	const rounds = works.map((round) => oneAtATime(round, log));
	let timers: ReturnType<typeof setInterval>[] = [];
	return {
		start() {
			timers = rounds.map(({ everyMs, begin }) => setInterval(begin, everyMs));
			for (const timer of timers) timer.unref();
		},
		stop() {
			for (const timer of timers) clearInterval(timer);
		},
		async last() {
			await Promise.all(rounds.map(({ again }) => again()));
		},
	};
}

/** A work that writes what waits would write it twice if it overtook itself. */
function oneAtATime({ everyMs, work, failure }: Round, log: Pick<Log, "error">) {
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
