import { lowerPriority } from "#kernel/priority";
import { residentBytes } from "../speech/child-process.ts";

/** Limits of a child process that reads hostile input. */
export interface ProcessLimits {
	readonly cpuSeconds: number;
	/** Largest file it may write, in bytes. */
	readonly fileBytes: number;
	/** Address space in bytes; undefined: unlimited, for runtimes that reserve far more than they use. */
	readonly memoryBytes?: number;
	/** Memory in use in bytes, from which it is killed; for runtimes whose address space says nothing. */
	readonly residentBytes?: number;
	/** Seconds after which it is killed, however busy it is. */
	readonly wallSeconds: number;
}

/** Options of {@link runLimited}. */
export interface RunOptions extends ProcessLimits {
	readonly signal: AbortSignal;
	/** Called for each line of standard output. */
	readonly onLine?: (line: string) => void;
}

/** What became of a process. */
export interface Finished {
	/** Null when it was killed. */
	readonly exitCode: number | null;
	/** Whether it was killed by somebody else: not by a limit, and not for what it did. */
	readonly wasInterrupted: boolean;
	/** The first part of what it wrote. */
	readonly stdout: string;
	readonly stderr: string;
}

/** Signals that a process gets from others: an operator, the system when it runs out of memory. */
const FROM_OUTSIDE: ReadonlySet<unknown> = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);

/** Characters of each output that are kept. The rest is read, so that the process is not held up, and dropped. */
const MAX_OUTPUT = 64 * 1024;
/** Time between two looks at the memory of a process, in ms. */
const WATCH_MS = 250;
/** How much nicer than the server: answers go first. */
const NICENESS = 10;

/**
 * Runs a program with limits, a clean environment and no input, and waits for its end. It is killed when `signal` aborts.
 * @throws the reason of `signal`; Error when it cannot be started
 */
export async function runLimited(command: readonly string[], options: RunOptions): Promise<Finished> {
	const { signal, wallSeconds, onLine } = options;
	signal.throwIfAborted();
	const deadline = AbortSignal.timeout(wallSeconds * 1000);
	const greed = new AbortController();
	const process = Bun.spawn(["/bin/sh", "-c", script(options), "sh", ...command], {
		stdin: "ignore",
		stdout: "pipe",
		stderr: "pipe",
		env: { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C" },
		signal: AbortSignal.any([signal, deadline, greed.signal]),
		killSignal: "SIGKILL",
	});
	lower(process.pid);
	const watch = setInterval(() => {
		if ((residentBytes(process.pid) ?? 0) > (options.residentBytes ?? Number.POSITIVE_INFINITY)) greed.abort();
	}, WATCH_MS);
	const reading = Promise.all([readCapped(process.stdout, onLine), readCapped(process.stderr), process.exited]);
	const [stdout, stderr] = await reading.finally(() => clearInterval(watch));
	signal.throwIfAborted();
	const cpuSeconds = Number(process.resourceUsage()?.cpuTime.total ?? 0) / 1e6;
	const isOverLimit = deadline.aborted || greed.signal.aborted || cpuSeconds >= options.cpuSeconds - 1;
	const wasInterrupted = FROM_OUTSIDE.has(process.signalCode) && !isOverLimit;
	return { exitCode: process.exitCode, wasInterrupted, stdout, stderr };
}

/** Returns the shell script that sets the limits and becomes the program. */
function script({ cpuSeconds, fileBytes, memoryBytes }: ProcessLimits): string {
	const limits = [
		`ulimit -t ${Math.ceil(cpuSeconds)}`,
		`ulimit -f ${Math.ceil(fileBytes / 512)}`,
		"ulimit -c 0",
		// macOS has no such limit.
		...(memoryBytes === undefined ? [] : [`ulimit -v ${Math.ceil(memoryBytes / 1024)} 2>/dev/null || true`]),
	];
	return `${limits.join("; ")}; exec "$@"`;
}

function lower(pid: number): void {
	try {
		lowerPriority(NICENESS, pid);
	} catch {
		// It has ended already.
	}
}

async function readCapped(stream: ReadableStream<Uint8Array>, onLine?: (line: string) => void): Promise<string> {
	const decoder = new TextDecoder();
	let kept = "";
	let line = "";
	for await (const chunk of stream) {
		const text = decoder.decode(chunk, { stream: true });
		if (kept.length < MAX_OUTPUT) kept += text.slice(0, MAX_OUTPUT - kept.length);
		if (!onLine) continue;
		const lines = (line + text).split("\n");
		line = lines.pop()?.slice(-MAX_OUTPUT) ?? "";
		for (const each of lines) onLine(each);
	}
	return kept;
}
