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
}

/** Does each of the works again and again, from {@link Rounds.start} until {@link Rounds.stop}. */
export function createRounds(works: readonly Round[], log: Pick<Log, "error">): Rounds {
	let timers: ReturnType<typeof setInterval>[] = [];
	return {
		start() {
			timers = works.map(({ everyMs, work, failure }) => {
				const round = () => work().catch((error: unknown) => log.error(failure, { error }));
				const timer = setInterval(() => void round(), everyMs);
				timer.unref();
				return timer;
			});
		},
		stop() {
			for (const timer of timers) clearInterval(timer);
		},
	};
}
