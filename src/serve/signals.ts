import type { Log } from "../log.ts";

/** However it goes, the process is gone before a supervisor loses patience: 15 s. */
const LAST_MOMENT_MS = 14_000;

/**
 * Lets the process end well: the first SIGTERM or SIGINT calls `stop` and exits with 0, the second exits at once.
 * A rejection nobody waited for is a bug, but no reason to end everybody's requests. After an uncaught exception nobody
 * knows what state the process is in: it drains and exits with 1, and its supervisor starts it anew.
 */
export function untilSignal(stop: () => Promise<void>, log: Log): void {
	let isStopping = false;

	async function end(exitCode: number): Promise<void> {
		isStopping = true;
		const lastMoment = setTimeout(() => {
			log.error("stopping takes too long");
			process.exit(1);
		}, LAST_MOMENT_MS);
		try {
			await stop();
			clearTimeout(lastMoment);
			log.info("stopped");
		} catch (error) {
			log.error("stopping failed", { error });
			process.exit(1);
		}
		process.exit(exitCode);
	}

	for (const signal of ["SIGTERM", "SIGINT"] as const) {
		process.on(signal, () => {
			if (isStopping) process.exit(1);
			log.info("stopping", { signal });
			void end(0);
		});
	}
	process.on("unhandledRejection", (error) => log.error("a rejection nobody waited for", { error }));
	process.on("uncaughtException", (error) => {
		log.error("an exception nobody caught", { error });
		if (!isStopping) void end(1);
	});
}
