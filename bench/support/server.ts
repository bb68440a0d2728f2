import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** CPU core of the servers; the load is generated on the other one. */
export const SERVER_CORE = 0;
/** CPU core of the load generator. */
export const LOAD_CORE = 1;

/** A server under test, in a separate process pinned to one core. */
export interface BenchmarkServer {
	readonly name: string;
	readonly pid: number;
	/** The values the server printed when it was ready, e.g. its URL and a token. */
	readonly ready: Readonly<Record<string, string>>;
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
): Promise<BenchmarkServer> {
	const path = join(import.meta.dir, "../servers", `${script}.ts`);
	return startProgram(name, [process.execPath, path], env);
}

/** Starts any program that prints one JSON line when it is ready. */
export async function startProgram(
	name: string,
	command: readonly string[],
	env: Record<string, string> = {},
): Promise<BenchmarkServer> {
	const child = Bun.spawn(["taskset", "-c", String(SERVER_CORE), ...command], {
		env: { ...process.env, NODE_ENV: "production", ...env },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "inherit",
	});
	const ready = JSON.parse(await firstLine(child.stdout)) as Record<string, string>;
	return {
		name,
		pid: child.pid,
		ready,
		cpuMs: () => cpuMsOf(child.pid),
		rssMib: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
		async kill(signal = "SIGKILL") {
			child.kill(signal);
			await child.exited;
		},
	};
}

/** Reads one line and discards the rest, so that the server never blocks on its output. */
async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
	const reader = stream.getReader();
	const decoder = new TextDecoder();
	let text = "";
	for (;;) {
		const { value, done } = await reader.read();
		text += decoder.decode(value, { stream: true });
		const line = text.split("\n").find((each) => each.startsWith('{"ready"'));
		if (line !== undefined && text.includes(`${line}\n`)) {
			void (async () => {
				while (!(await reader.read()).done);
			})();
			return line;
		}
		if (done) throw new Error(`the server ended before it was ready: ${text}`);
	}
}

/** Returns the CPU time of all threads in ms (`schedstat` counts nanoseconds; `stat` only hundredths of a second). */
function cpuMsOf(pid: number): number {
	const tasks = `/proc/${pid}/task`;
	let ns = 0;
	for (const task of readdirSync(tasks)) {
		try {
			ns += Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]);
		} catch {
			// the thread ended in between
		}
	}
	return ns / 1e6;
}
