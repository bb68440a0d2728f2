import type { Log } from "./log.ts";

/** Work that every instance does by itself: a job would run on one only. */
export interface Round {
	readonly everyMs: number;
	readonly work: () => Promise<void>;
	/** The line of the log when it fails; the next round tries again. */
	readonly failure: string;
}

/** Work in the background of one instance. */
export interface Rounds {
	start(): void;
	stop(): void;
	/** One round more, of each work, e.g. to write what the last requests left. Never rejects. */
	last(): Promise<void>;
}

/** Does each of the works again and again, from {@link Rounds.start} until {@link Rounds.stop}. */
export function createRounds(works: readonly Round[], log: Pick<Log, "error">): Rounds {
	const rounds = works.map(({ everyMs, work, failure }) => ({
		everyMs,
		run: () => work().catch((error: unknown) => log.error(failure, { error })),
	}));
	let timers: ReturnType<typeof setInterval>[] = [];
	return {
		start() {
			timers = rounds.map(({ everyMs, run }) => setInterval(() => void run(), everyMs));
			for (const timer of timers) timer.unref();
		},
		stop() {
			for (const timer of timers) clearInterval(timer);
		},
		async last() {
			await Promise.all(rounds.map(({ run }) => run()));
		},
	};
}
