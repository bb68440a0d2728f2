import { readFileSync } from "node:fs";
import { descendantsOf } from "#tests/support/processes";

/** Clock ticks of the kernel per second, on every Linux. */
const TICKS = 100;

/** Returns the CPU time this process and those it has started have taken so far, in seconds. */
export function cpuSecondsWithChildren(): number {
	const { user, system } = process.cpuUsage();
	return descendantsOf(process.pid).reduce((sum, { pid }) => sum + cpuSecondsOf(pid), (user + system) / 1e6);
}

/** Returns the resident memory of the largest process that this one has started, in MiB. */
export function largestChildMib(): number {
	return Math.max(0, ...descendantsOf(process.pid).map(({ pid }) => residentMib(pid)));
}

/** Returns the CPU time of a process so far, in seconds; 0 when it has ended. */
export function cpuSecondsOf(pid: number): number {
	// After the name, which may contain anything: utime and stime are the 14th and 15th field.
	const fields = read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
	return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
}

const residentMib = (pid: number): number =>
	Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

function read(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
