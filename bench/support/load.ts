import { LOAD_CORE } from "./server.ts";

/** One round of load on one URL. */
export interface LoadResult {
	readonly requests: number;
	readonly perSecond: number;
	readonly p50Ms: number;
	readonly p99Ms: number;
	/** Number of responses other than 2xx and 3xx, and of broken connections. */
	readonly failures: number;
}

/**
 * Generates load on a URL with wrk (Debian package `wrk`), with one thread on its own core: GET requests, or those that
 * the Lua file `script` defines.
 */
export async function wrk(
	url: string,
	options: { seconds: number; connections: number; headers: Record<string, string>; script?: string },
): Promise<LoadResult> {
	const script = options.script === undefined ? [] : ["-s", options.script];
	const headers = Object.entries(options.headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
	const command = [
		"taskset",
		"-c",
		String(LOAD_CORE),
		"wrk",
		"-t1",
		`-c${options.connections}`,
		`-d${options.seconds}s`,
		"--latency",
		...script,
		...headers,
		url,
	];
	const child = Bun.spawn(command, { stdout: "pipe" });
	const output = await new Response(child.stdout).text();
	if ((await child.exited) !== 0) throw new Error(`wrk failed with exit code ${child.exitCode}`);
	const number = (pattern: RegExp): number => Number(pattern.exec(output)?.[1] ?? 0);
	return {
		requests: number(/(\d+) requests in/),
		perSecond: number(/Requests\/sec:\s+([\d.]+)/),
		p50Ms: milliseconds(/50%\s+([\d.]+)(us|ms|s)/.exec(output)),
		p99Ms: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(output)),
		failures: number(/Non-2xx or 3xx responses: (\d+)/) + socketErrors(output),
	};
}

/** Sums up the line `Socket errors: connect 0, read 0, write 0, timeout 0`. */
function socketErrors(output: string): number {
	const counts = /Socket errors: (.*)/.exec(output)?.[1]?.match(/\d+/g) ?? [];
	return counts.reduce((sum, count) => sum + Number(count), 0);
}

const UNITS: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };
const milliseconds = (match: RegExpExecArray | null): number =>
	match ? Number(match[1]) * (UNITS[match[2] ?? ""] ?? 1) : Number.NaN;

/** Returns the median. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1
		? (sorted[middle] ?? Number.NaN)
		: ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Returns the quantile: the value that `share` (0…1) of the values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
