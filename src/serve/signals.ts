import { readFileSync } from "node:fs";
import { endProcess } from "#db/end-process";
import type { Log } from "../log.ts";

/** Requests in progress have this long after the signal, at least {@link MIN_DRAIN_MS} of it with the port closed. */
const DRAIN_MS = 10_000;
const MIN_DRAIN_MS = 5_000;
/** Time for whatever remains when all requests have ended: to abort jobs and to close the database. */
const CLOSE_MS = 4_000;
/** Exit code that shells give to a program that SIGINT ended. */
const INTERRUPTED_EXIT = 130;
/** Signals that come within this time are one: a terminal and `bun run` both send SIGINT for one Ctrl-C. */
const ONE_SIGNAL_MS = 1_000;

/**
 * Returns how long requests in progress may take once the port is closed, in ms. The process has exited {@link CLOSE_MS}
 * after that in any case: 14 s after the signal with a delay of up to 5 s, before a supervisor kills it after 15 s.
 */
export const drainMs = (delayMs: number): number => Math.max(MIN_DRAIN_MS, DRAIN_MS - delayMs);

/**
 * Handles signals and uncaught errors: the first SIGTERM, SIGINT or SIGHUP calls `stop` and exits with 0; a SIGTERM or
 * SIGINT later than a second after it exits immediately, with 1 or as interrupted. Only SIGTERM delays the end: somebody
 * who presses Ctrl-C is waiting for it.
 * An unhandled rejection is a bug, but no reason to abort all requests. After an uncaught exception the state of the
 * process is unknown: it drains and exits with 1, and its supervisor restarts it.
 */
export function handleSignals(stop: (delayMs: number) => Promise<void>, sigtermDelayMs: number, log: Log): void {
	/** Of `performance.now()`; null: it serves. */
	let stoppingSince: number | null = null;

	/** Exits without the exit handlers, which would touch a database that has failed or is in use. */
	function exit(exitCode: number): never {
		log.flush();
		return endProcess(exitCode);
	}

	/** Exits as a program that Ctrl-C interrupts: `bun run` adds no line of its own, and a shell ends its script. */
	function interrupt(): never {
		log.flush();
		process.removeAllListeners("SIGINT");
		process.kill(process.pid, "SIGINT");
		// The first process of a container cannot interrupt itself.
		return endProcess(INTERRUPTED_EXIT);
	}

	async function end(exitCode: number, delayMs: number): Promise<void> {
		stoppingSince = performance.now();
		const forcedExit = setTimeout(
			() => {
				log.error("shutdown is taking too long");
				exit(1);
			},
			delayMs + drainMs(delayMs) + CLOSE_MS,
		);
		try {
			await stop(delayMs);
			clearTimeout(forcedExit);
			log.info("stopped");
		} catch (error) {
			log.error("shutdown failed", { error });
			exit(1);
		}
		exit(exitCode);
	}

	for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
		if (signal === "SIGHUP" && ignoresHangup()) continue;
		process.on(signal, () => {
			if (stoppingSince === null) {
				log.info("stopping", { signal });
				void end(0, signal === "SIGTERM" ? sigtermDelayMs : 0);
			} else if (signal !== "SIGHUP" && performance.now() - stoppingSince > ONE_SIGNAL_MS) {
				log.warn("stopped immediately by a second signal: work in progress was interrupted", { signal });
				if (signal === "SIGINT") interrupt();
				exit(1);
			}
		});
	}
	process.on("unhandledRejection", (error) => log.error("unhandled promise rejection", { error }));
	process.on("uncaughtException", (error) => {
		log.error("uncaught exception", { error });
		if (stoppingSince === null) void end(1, 0);
	});
}

/** Whether the process was started to outlive its terminal: by `nohup`. False where the system does not tell. */
function ignoresHangup(): boolean {
	try {
		const [, ignored = "0"] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
		return (BigInt(`0x${ignored}`) & 1n) === 1n; // SIGHUP is the first.
	} catch {
		return false; // Not Linux.
	}
}
