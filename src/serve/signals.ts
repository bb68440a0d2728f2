import { endProcess } from "#db/end-process";
import type { Log } from "../log.ts";

/** The process exits after this long in any case, before a supervisor kills it after 15 s. */
const FORCED_EXIT_MS = 14_000;

/**
 * Handles signals and uncaught errors: the first SIGTERM or SIGINT calls `stop` and exits with 0, the second exits
 * immediately. An unhandled rejection is a bug, but no reason to abort all requests. After an uncaught exception the
 * state of the process is unknown: it drains and exits with 1, and its supervisor restarts it.
 */
export function handleSignals(stop: () => Promise<void>, log: Log): void {
	let isStopping = false;

	/** Exits without the exit handlers, which would touch a database that has failed or is in use. */
	function exit(exitCode: number): never {
		log.flush();
		return endProcess(exitCode);
	}

	async function end(exitCode: number): Promise<void> {
		isStopping = true;
		const forcedExit = setTimeout(() => {
			log.error("stopping takes too long");
			exit(1);
		}, FORCED_EXIT_MS);
		try {
			await stop();
			clearTimeout(forcedExit);
			log.info("stopped");
		} catch (error) {
			log.error("stopping failed", { error });
			exit(1);
		}
		exit(exitCode);
	}

	for (const signal of ["SIGTERM", "SIGINT"] as const) {
		process.on(signal, () => {
			if (isStopping) exit(1);
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
