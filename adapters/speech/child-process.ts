import { readFileSync } from "node:fs";

/** A process we have started and will end. */
export interface ChildProcess {
	readonly pid: number;
	/** Resolves when it has ended, with how: `exit code 1` or `SIGKILL`. Never rejects. */
	readonly ended: Promise<string>;
	/** The last lines it wrote to standard error. */
	readonly lastWords: () => string;
	/** Ends it and everything it has started, at once. */
	kill(): void;
}

/** Kept of standard error, in characters. */
const TAIL = 600;

/** Observes a process that was spawned `detached`, so that it leads a group of its own: the interrupt key does not reach it. */
export function observe(child: Bun.Subprocess<"pipe", "ignore" | "pipe", "pipe">): ChildProcess {
	let tail = "";
	const read = async () => {
		const decoder = new TextDecoder();
		for await (const chunk of child.stderr) tail = (tail + decoder.decode(chunk, { stream: true })).slice(-TAIL);
	};
	const reading = read().catch(() => {});
	return {
		pid: child.pid,
		ended: child.exited.then(
			async () => {
				await Promise.race([reading, Bun.sleep(100)]);
				return String(child.signalCode ?? `exit code ${child.exitCode}`);
			},
			() => "an unknown end",
		),
		lastWords: () => tail.trim().split("\n").slice(-3).join(" | "),
		kill: () => killGroup(child.pid),
	};
}

function killGroup(pid: number): void {
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// It has ended.
	}
}

const PAGE_BYTES = 4096;

/** Returns the resident memory of a process in bytes; undefined where the system does not tell, or it has ended. */
export function residentBytes(pid: number): number | undefined {
	try {
		const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
		return Number.isFinite(pages) ? pages * PAGE_BYTES : undefined;
	} catch {
		return undefined;
	}
}
