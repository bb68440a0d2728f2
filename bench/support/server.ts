import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** CPU core of the servers; the load is generated on the other one. */
export const SERVER_CORE = 0;
/** CPU core of the load generator. */
export const LOAD_CORE = 1;

/** The values of a server that is ready. */
type Ready = Readonly<Record<string, string>>;

/** A server under test, in a separate process pinned to one core. */
export interface BenchmarkServer {
	readonly name: string;
	readonly pid: number;
	/** The values the server printed when it was ready, e.g. its URL and a token. */
	readonly ready: Ready;
	/** Returns the CPU time of all its threads so far, in ms. */
	cpuMs(): number;
	/** Returns its resident memory in MiB. */
	rssMib(): number;
	kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts `bench/servers/<script>.ts`; it prints one JSON line when it is ready. */
export async function startServer(
	name: string,
	script: string,
	env: Record<string, string> = {},
	args: readonly string[] = [],
): Promise<BenchmarkServer> {
	const path = join(import.meta.dir, "../servers", `${script}.ts`);
	return startProgram(name, [process.execPath, path, ...args], env);
}

/**
 * Starts any program and waits until it is ready.
 * @param read returns the values from what it printed so far, undefined before it is ready; default: its JSON line
 */
export async function startProgram(
	name: string,
	command: readonly string[],
	env: Record<string, string> = {},
	read: (output: string) => Ready | undefined = readyLine,
): Promise<BenchmarkServer> {
	const child = Bun.spawn(["taskset", "-c", String(SERVER_CORE), ...command], {
		env: { ...process.env, NODE_ENV: "production", ...env },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "inherit",
	});
	const ready = await untilReady(child.stdout, read);
	const threads = new Map<string, number>();
	return {
		name,
		pid: child.pid,
		ready,
		cpuMs: () => cpuMsOf(child.pid, threads),
		rssMib: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
		async kill(signal = "SIGKILL") {
			child.kill(signal);
			await child.exited;
		},
	};
}

const readyLine = (output: string): Ready | undefined => {
	const line = /^\{"ready".*\}$/m.exec(output)?.[0];
	return line === undefined ? undefined : (JSON.parse(line) as Ready);
};

/** Reads until the server is ready and discards the rest, so that the server never blocks on its output. */
async function untilReady(stream: ReadableStream<Uint8Array>, read: (output: string) => Ready | undefined) {
	const reader = stream.getReader();
	const decoder = new TextDecoder();
	let text = "";
	for (;;) {
		const { value, done } = await reader.read();
		text += decoder.decode(value, { stream: true });
		// Only whole lines.
		const ready = read(text.slice(0, text.lastIndexOf("\n") + 1));
		if (ready !== undefined) {
			void (async () => {
				while (!(await reader.read()).done);
			})();
			return ready;
		}
		if (done) throw new Error(`the server ended before it was ready: ${text}`);
	}
}

/**
 * Returns the CPU time of all threads in ms (`schedstat` counts nanoseconds; `stat` only hundredths of a second).
 * @param threads what each thread had used when it was last seen: those that ended since still count
 */
function cpuMsOf(pid: number, threads: Map<string, number>): number {
	const tasks = `/proc/${pid}/task`;
	for (const task of readdirSync(tasks)) {
		try {
			threads.set(task, Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]));
		} catch {
			// the thread ended in between
		}
	}
	let ns = 0;
	for (const used of threads.values()) ns += used;
	return ns / 1e6;
}
